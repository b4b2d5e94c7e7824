import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Parser } from 'n3';
import { REASONS, type ReasonCode } from '../../src/model/crawl-event.js';
import { PREFIXES, rdf, rdfs, sfwc } from '../../src/model/vocabulary.js';

const turtle = readFileSync(path.resolve(import.meta.dirname, '../../kb/sfwc.ttl'), 'utf8');
const quads = new Parser({ format: 'Turtle' }).parse(turtle);
const described = [...new Set(quads.map((quad) => quad.subject.value))].filter((iri) =>
  iri.startsWith(PREFIXES.sfwc),
);
const RDF_CLASS = 'http://www.w3.org/2002/07/owl#Class';

describe('kb/sfwc.ttl', () => {
  it('documents every term of the vocabulary and nothing else', () => {
    expect([...described].sort()).toEqual(Object.values(sfwc).sort());
  });

  it('names each term as the code does', () => {
    const mismatched = Object.entries(sfwc).filter(([name, iri]) => iri !== PREFIXES.sfwc + name);
    expect(mismatched).toEqual([]);
  });

  it('says what every reason code means, in the words of the code', () => {
    const comment = quads.find(
      (quad) => quad.subject.value === sfwc.reasonCode && quad.predicate.value === `${PREFIXES.rdfs}comment`,
    )?.object.value;
    const documented = [...(comment ?? '').matchAll(/^([a-z0-9-]+): (.*)\.$/gm)];
    expect(documented.map(([, code]) => code)).toEqual(Object.keys(REASONS));
    const different = documented.filter(
      ([, code = '', meaning = '']) => REASONS[code as ReasonCode].slice(0, 30) !== meaning.slice(0, 30),
    );
    expect(different).toEqual([]);
  });

  it('gives every term one type, by its first letter, and a label', () => {
    for (const [name, term] of Object.entries(sfwc)) {
      const about = quads.filter((quad) => quad.subject.value === term);
      const types = about
        .filter((quad) => quad.predicate.value === rdf.type)
        .map((quad) => quad.object.value);
      expect([name, types.length, types.includes(RDF_CLASS)]).toEqual([name, 1, /^[A-Z]/.test(name)]);
      expect(about.filter((quad) => quad.predicate.value === rdfs.label)).toHaveLength(1);
    }
  });

  it('refers to no term of its own that it does not document', () => {
    const used = quads
      .flatMap((quad) => [quad.predicate, quad.object])
      .filter((term) => term.termType === 'NamedNode' && term.value.startsWith(PREFIXES.sfwc))
      .map((term) => term.value);
    expect(used.filter((term) => !described.includes(term))).toEqual([]);
  });
});
