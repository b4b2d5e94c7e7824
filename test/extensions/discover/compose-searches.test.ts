import { describe, expect, it } from '@jest/globals';
import path from 'node:path';
import { composeSearches, type SearchTerm } from '../../../src/extensions/discover/compose-searches.js';
import { seededRandom } from '../../../src/support/random.js';
import { openThesaurus } from '../../../src/extensions/thesaurus/check-thesaurus.js';

const term = (facet: string, label: string, depth = 0): SearchTerm => ({ facet, label, depth });
const compose = (terms: readonly SearchTerm[], searches = 50) =>
  composeSearches(terms, searches, seededRandom(1));

/** The five facets of the paper. */
async function shipTerms(): Promise<readonly SearchTerm[]> {
  const file = path.resolve(import.meta.dirname, '../../../kb/thesaurus-ship-surface-treatment.ttl');
  const { facets } = await openThesaurus(file);
  return facets.flatMap(({ label, concepts }) =>
    concepts.map((concept) => ({ label: concept.label, facet: label, depth: concept.depth })),
  );
}

describe('searches', () => {
  it('have two or three words, as in the paper, of different facets, each search once', async () => {
    const searches = compose(await shipTerms(), 300);
    expect(searches).toHaveLength(300);
    for (const search of searches) expect([2, 3]).toContain(search.split(' ').length);
    expect(new Set(searches.map((search) => search.toLowerCase().split(' ').sort().join(' '))).size).toBe(
      300,
    );

    const small = ['a', 'b', 'c'].flatMap((facet) =>
      ['1', '2', '3'].map((name) => term(facet, facet + name)),
    );
    const facetsOf = compose(small).map((search) => search.split(' ').map((word) => word.charAt(0)));
    expect(new Set(facetsOf.map(({ length }) => length))).toEqual(new Set([2, 3]));
    for (const facets of facetsOf) expect(new Set(facets).size).toBe(facets.length);
  });

  it('may be an expression by itself, and hold no word twice', () => {
    expect(compose([term('a', 'abrasive blasting')])).toEqual(['abrasive blasting']);
    const terms = [term('a', 'ship'), term('b', 'ship hull'), term('c', 'a word too long')];
    expect(compose(terms)).toEqual(['ship hull']);
  });

  it('combine the terms of one facet where there is only one, and are none where there is nothing', () => {
    expect(compose([term('a', 'x'), term('a', 'y')])).toEqual([expect.stringMatching(/^(?:x y|y x)$/)]);
    expect(compose([term('a', 'x')])).toEqual([]);
    expect(compose([])).toEqual([]);
  });
});
