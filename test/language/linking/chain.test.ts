import { describe, expect, it } from '@jest/globals';
import { applyLinks, chainLinkers } from '../../../src/language/linking/chain.js';
import { createGazetteer } from '../../../src/language/linking/gazetteer.js';
import { openWordNetLinker } from '../../../src/language/linking/wordnet-linker.js';
import { openWordNet } from '../../../src/language/wordnet/wordnet.js';
import type { EntityLinker } from '../../../src/model/noun.js';
import { entityLinkerContract } from '../../contracts/entity-linker.js';
import { tinyAnnotator } from '../../support/tiny-annotator.js';

const annotator = tinyAnnotator({ classes: { china: 'place' }, others: ['great'] });
const wordNet = openWordNet();

entityLinkerContract('chain', () =>
  chainLinkers([
    createGazetteer(
      [
        ['insulin pump', 'Paris', 'pressure of'].map((label) => ({
          label,
          iri: `urn:${label.length}`,
          kind: 'preferred',
        })),
      ],
      annotator,
    ),
    openWordNetLinker(wordNet),
  ]),
);
entityLinkerContract('chain of one', () => chainLinkers([openWordNetLinker(wordNet)]));

/** Links every occurrence of the given words; does not care for overlaps with others. */
function fakeLinker(name: string, ...surfaces: string[]): EntityLinker {
  return {
    name,
    link: async ({ text }) =>
      surfaces.flatMap((surface) =>
        [...text.matchAll(new RegExp(`\\b${surface}\\b`, 'g'))].map(({ index }) => ({
          begin: index,
          end: index + surface.length,
          iri: `urn:${name}:${surface.replaceAll(' ', '_')}`,
          linker: name,
        })),
      ),
  };
}

async function chained(text: string, ...linkers: EntityLinker[]): Promise<string[]> {
  const links = await chainLinkers(linkers).link(annotator.annotate(text));
  return links.map(({ begin, end, linker }) => `${linker}:${text.slice(begin, end)}`);
}

describe('chainLinkers', () => {
  it('lets the earlier linker have a span', async () => {
    const text = 'The blood pressure of the bank.';
    expect(
      await chained(text, fakeLinker('a', 'blood pressure'), fakeLinker('b', 'bank', 'blood pressure')),
    ).toEqual(['a:blood pressure', 'b:bank']);
  });

  it('drops a later link that overlaps an earlier one in part', async () => {
    const text = 'The blood pressure monitor.';
    expect(
      await chained(text, fakeLinker('a', 'blood pressure'), fakeLinker('b', 'pressure monitor')),
    ).toEqual(['a:blood pressure']);
  });

  it('keeps a later link inside an earlier one only on a noun', async () => {
    const text = 'The wall of great China.';
    expect(
      await chained(text, fakeLinker('a', 'wall of great China'), fakeLinker('b', 'China', 'of great')),
    ).toEqual(['a:wall of great China', 'b:China']);
  });

  it('keeps a later link around earlier ones', async () => {
    const text = 'The blood pressure.';
    expect(
      await chained(text, fakeLinker('a', 'blood', 'pressure'), fakeLinker('b', 'blood pressure')),
    ).toEqual(['a:blood', 'b:blood pressure', 'a:pressure']);
  });
});

describe('applyLinks', () => {
  it('puts links on the nouns with their spans and leaves the others as they are', async () => {
    const text = annotator.annotate('The blood pressure.');
    const nouns = applyLinks(text, await fakeLinker('a', 'blood').link(text));
    expect(nouns.map(({ surface, iri, linker }) => [surface, iri, linker])).toEqual([
      ['blood', 'urn:a:blood', 'a'],
      ['blood pressure', undefined, undefined],
      ['pressure', undefined, undefined],
    ]);
    expect('iri' in nouns[1]!).toBe(false);
  });

  it('adds a phrase for a link that no noun has the span of', async () => {
    const text = annotator.annotate('It is so. The great walls of China.');
    const nouns = applyLinks(text, await fakeLinker('a', 'great walls of China').link(text));
    expect(nouns.map(({ surface }) => surface)).toEqual(['so', 'great walls of China', 'walls', 'China']);
    expect(nouns[1]).toEqual({
      lemma: 'great wall of china',
      surface: 'great walls of China',
      kind: 'phrase',
      tag: 'NNP',
      entityClass: 'place',
      begin: 14,
      end: 34,
      iri: 'urn:a:great_walls_of_China',
      linker: 'a',
    });
  });

  it('adds a name for an acronym that is no noun', async () => {
    const text = annotator.annotate('The bank of IT is so.');
    const [, added] = applyLinks(text, await fakeLinker('a', 'IT').link(text));
    expect(added).toMatchObject({
      surface: 'IT',
      kind: 'word',
      tag: 'NNP',
      entityClass: 'other',
      iri: 'urn:a:IT',
    });
  });
});
