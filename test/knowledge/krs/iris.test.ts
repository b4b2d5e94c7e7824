import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { topicIris } from '../../../src/knowledge/krs/iris.js';
import { isIri } from '../../../src/support/rdf/sparql-terms.js';

const iris = topicIris('http://sfwcrawler.com/kb/', 'computer science');

describe('topicIris', () => {
  it('coins readable IRIs', () => {
    expect(iris.topic).toBe('http://sfwcrawler.com/kb/computer%20science');
    expect(iris.document('wiki/C++ & friends.html')).toBe(
      `${iris.topic}/document/wiki/C%2B%2B%20%26%20friends.html`,
    );
    expect(iris.entity({ lemma: 'insulin pump', tag: 'NN', entityClass: 'other' })).toBe(
      `${iris.topic}/entity/insulin%20pump.NN.other`,
    );
    expect(iris.backgroundNoun('pump')).toBe(`${iris.background}/pump`);
  });

  it('tells entities apart by lemma, tag, class and meaning', () => {
    const entity = fc.record({
      lemma: fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('a', 'a.NN', 'a.NN.other', 'a/NN')),
      tag: fc.constantFrom('NN' as const, 'NNP' as const),
      entityClass: fc.constantFrom('other' as const, 'place' as const),
      iri: fc.constantFrom('http://a.example/1', 'http://a.example/2'),
    });
    fc.assert(
      fc.property(entity, entity, ({ iri: one, ...a }, b) => {
        const both = [iris.entity({ ...a, iri: one }), iris.entity(b), iris.entity(a)];
        const same = JSON.stringify({ ...a, iri: one }) === JSON.stringify(b);
        expect(new Set(both).size).toBe(same ? 2 : 3);
      }),
      { seed: 5 },
    );
  });

  it('gives a valid IRI for any name, half surrogate pairs included', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\ud83d', 'x\udc00y')), (name) => {
        const own = topicIris('http://sfwcrawler.com/kb/', name);
        const made = [
          own.topic,
          own.document(name),
          own.entity({ lemma: name, tag: 'NN', entityClass: 'other' }),
          own.backgroundNoun(name),
        ];
        expect(made.filter((iri) => !isIri(iri))).toEqual([]);
      }),
      { seed: 6 },
    );
  });
});
