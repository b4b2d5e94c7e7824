import { describe, expect, it } from '@jest/globals';
import { corpusLabels, subjectIri } from '../../../../src/language/linking/labels/label-entry.js';

describe('corpusLabels', () => {
  it('names what documents are about by their titles', () => {
    const documents = [
      { id: '1', title: 'Mercury (planet)', sourceUrl: 'https://en.wikipedia.org/wiki/Mercury_(planet)' },
      {
        id: '3',
        title: 'Zucker',
        sourceUrl: 'https://de.wikipedia.org/wiki/Zucker',
        subject: 'http://www.wikidata.org/entity/Q11002',
      },
      { id: '2', title: 'Pumps', sourceUrl: 'https://example.org/pumps' },
      { id: 'Insulin', title: 'Insulin' },
    ];
    expect([...corpusLabels(documents, ({ id }) => `urn:doc:${id}`)]).toEqual([
      { label: 'Mercury (planet)', iri: 'http://dbpedia.org/resource/Mercury_(planet)', kind: 'preferred' },
      { label: 'Mercury', iri: 'http://dbpedia.org/resource/Mercury_(planet)', kind: 'alternative' },
      { label: 'Zucker', iri: 'http://www.wikidata.org/entity/Q11002', kind: 'preferred' },
      { label: 'Pumps', iri: 'https://example.org/pumps', kind: 'preferred' },
      { label: 'Insulin', iri: 'urn:doc:Insulin', kind: 'preferred' },
    ]);
  });
});

describe('subjectIri', () => {
  it.each([
    ['https://en.wikipedia.org/wiki/Insulin_pump', 'http://dbpedia.org/resource/Insulin_pump'],
    ['http://en.m.wikipedia.org/wiki/insulin%20pump#Use', 'http://dbpedia.org/resource/Insulin_pump'],
    ['https://en.wikipedia.org/wiki/Who%3F', 'http://dbpedia.org/resource/Who%3F'],
    ['https://en.wikipedia.org/wiki/100%', 'https://en.wikipedia.org/wiki/100%25'],
    ['https://de.wikipedia.org/wiki/Insulin', 'https://de.wikipedia.org/wiki/Insulin'],
  ])('%s → %s', (url, iri) => {
    expect(subjectIri(url)).toBe(iri);
  });
});
