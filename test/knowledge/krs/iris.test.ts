import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { topicIris } from '../../../src/knowledge/krs/iris.js';
import { isIri } from '../../../src/support/rdf/sparql-terms.js';
import { anyText } from '../../support/any-text.js';

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

  it('gives a valid IRI for any name, half surrogate pairs included', () => {
    fc.assert(
      fc.property(fc.oneof(anyText(), fc.constantFrom('\ud83d', 'x\udc00y')), (name) => {
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
