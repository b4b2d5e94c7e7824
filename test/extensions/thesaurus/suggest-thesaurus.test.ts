import { describe, expect, it } from '@jest/globals';
import { checkThesaurus } from '../../../src/extensions/thesaurus/check-thesaurus.js';
import {
  suggestFacets,
  thesaurusQuads,
  type TermCandidate,
} from '../../../src/extensions/thesaurus/suggest-thesaurus.js';
import { openWordNet } from '../../../src/language/wordnet/wordnet.js';

const wordNet = openWordNet();
const term = (lemma: string, documents: string, more: Partial<TermCandidate> = {}): TermCandidate => ({
  lemma,
  weight: 1,
  documents: new Set(documents),
  ...more,
});
const CANDIDATES = [
  ...['trout', 'salmon', 'tuna', 'rainbow trout', 'smoked salmon'].map((lemma) => term(lemma, 'abc')),
  ...['guitar', 'violin', 'banjo', 'cello'].map((lemma) => term(lemma, 'def')),
  term('lonelyword', 'z'),
];
const facets = suggestFacets(wordNet, CANDIDATES, 2);

describe('suggestFacets', () => {
  it('names facets by hypernyms', () => {
    expect(facets.map(({ terms }) => terms.length)).toEqual([4, 3]);
    const instruments = facets.find(({ terms }) => terms.some(({ lemma }) => lemma === 'guitar'));
    expect(instruments?.terms.map(({ lemma }) => lemma)).toEqual(['guitar', 'violin', 'banjo', 'cello']);
    expect(instruments?.label).toMatch(/instrument/);
  });

  it('puts kinds below what they are kinds of', () => {
    const broader = Object.fromEntries(
      facets.flatMap(({ terms }) => terms.map((found) => [found.lemma, found.broader])),
    );
    expect(broader['smoked salmon']).toBe('salmon');
    expect(broader['salmon']).toBeUndefined();
  });

  it('can be written as a valid thesaurus of proposals', () => {
    const { thesaurus, problems } = checkThesaurus(thesaurusQuads(facets, 'http://t.example/#'), 'en');
    expect(problems).toEqual([]);
    expect(thesaurus.facets).toHaveLength(facets.length);
    expect(thesaurus.facets.flatMap(({ concepts }) => concepts).every(({ proposed }) => proposed)).toBe(true);
  });
});
