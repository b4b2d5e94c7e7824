import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RUBENSTEIN_GOODENOUGH, spearman } from '../../../../bench/support/rubenstein-goodenough.js';
import {
  informationContent,
  jiangConrathSimilarity,
  linSimilarity,
  resnikSimilarity,
} from '../../../../src/extensions/expansion/wordnet/information-content.js';
import {
  leacockChodorowSimilarity,
  pathSimilarity,
  wuPalmerSimilarity,
} from '../../../../src/extensions/expansion/wordnet/similarity.js';
import { openTaxonomy } from '../../../../src/extensions/expansion/wordnet/taxonomy.js';
import { wordSimilarity } from '../../../../src/extensions/expansion/wordnet/word-similarity.js';
import { openWordNet } from '../../../../src/language/wordnet/wordnet.js';
import { rounds } from '../../../support/thorough.js';

const wordNet = openWordNet();
const nouns = openTaxonomy(wordNet);
const verbs = openTaxonomy(wordNet, 'verb');
const first = (noun: string): number => wordNet.sensesOf(noun)[0]?.offset ?? Number.NaN;
const [dog, cat, entity] = [first('dog'), first('cat'), first('entity')];
const COUNTS = new Map([
  ['dog', 6],
  ['cats', 3],
  ['indices', 2],
  ['car', 5],
  ['no such word', 99],
]);
const content = informationContent(wordNet, nouns, COUNTS);
const jiangConrath = jiangConrathSimilarity(nouns, content);
const lin = linSimilarity(nouns, content);
const resnik = resnikSimilarity(nouns, content);

describe('measures by paths, as the NLTK documentation has them for dog and cat', () => {
  it('gives the same numbers, which are the same in WordNet 3.0 and 3.1', () => {
    expect(pathSimilarity(nouns)(dog, cat)).toBe(0.2);
    expect(wuPalmerSimilarity(nouns)(dog, cat)).toBeCloseTo(0.8571428571428571, 12);
    expect(leacockChodorowSimilarity(nouns)(dog, cat)).toBeCloseTo(2.0281482472922856, 12);
  });

  it('counts depths as WS4J does when asked to', () => {
    expect(wuPalmerSimilarity(nouns, 'ws4j')(dog, cat)).toBeCloseTo(26 / 30, 12);
    expect(leacockChodorowSimilarity(nouns, 'ws4j')(dog, cat)).toBeCloseTo(-Math.log(5 / 40), 12);
  });

  it('gives the NLTK documentation’s hit and slap, verbs without a common root', () => {
    const [hit, slap] = ['hit', 'slap'].map((verb) => wordNet.sensesOf(verb, 'verb')[0]?.offset ?? 0);
    expect(pathSimilarity(verbs)(hit!, slap!)).toBeCloseTo(1 / 7, 12);
    expect(wuPalmerSimilarity(verbs)(hit!, slap!)).toBeCloseTo(0.25, 12);
  });

  it('has no answer for what is no synset', () => {
    for (const measure of [
      pathSimilarity(nouns),
      wuPalmerSimilarity(nouns),
      leacockChodorowSimilarity(nouns),
      lin,
    ])
      expect([measure(dog, 3), measure(3, dog), measure(3, 3)]).toEqual([undefined, undefined, undefined]);
  });
});

describe('information content', () => {
  it('counts a word for all its senses and what is above them, with one for every synset', () => {
    const total =
      1 +
      [...COUNTS].reduce((sum, [word, count]) => {
        const [base] = wordNet.baseForms(word);
        return sum + (base === undefined ? 0 : wordNet.sensesOf(base).length * count);
      }, 0);
    expect(content(dog)).toBeCloseTo(-Math.log(7 / total), 12);
    expect(content(first('index'))).toBeCloseTo(-Math.log(3 / total), 12);
    expect(content(first('guitar'))).toBeCloseTo(-Math.log(1 / total), 12);
    expect(content(entity)).toBe(0);
  });

  it('may part a count among the senses, and leave smoothing out', () => {
    const bare = informationContent(wordNet, nouns, [['dog', 7]], { smoothing: 0, senses: 'shared' });
    expect(wordNet.sensesOf('dog')).toHaveLength(7);
    expect(bare(dog)).toBeCloseTo(-Math.log(1 / 7), 12);
    expect(bare(first('guitar'))).toBe(Infinity);
    expect(linSimilarity(nouns, bare)(first('guitar'), first('violin'))).toBe(0);
    expect(jiangConrathSimilarity(nouns, bare)(first('guitar'), first('violin'))).toBe(0);
  });

  it('gives Resnik, Lin, and Jiang and Conrath their formulas', () => {
    const shared = content(first('carnivore'));
    expect(resnik(dog, cat)).toBeCloseTo(shared, 12);
    expect(lin(dog, cat)).toBeCloseTo((2 * shared) / (content(dog) + content(cat)), 12);
    expect(jiangConrath(dog, cat)).toBeCloseTo(1 / (content(dog) + content(cat) - 2 * shared), 12);
    expect(resnik(dog, entity)).toBe(0);
    expect(jiangConrath(dog, dog)).toBe(Infinity);
  });

  it('is counted from nothing without failing', () => {
    const nothing = informationContent(wordNet, nouns, []);
    expect([nothing(entity), nothing(dog), linSimilarity(nouns, nothing)(dog, cat)]).toEqual([0, 0, 0]);
  });
});

describe('every measure', () => {
  const all = [...wordNet.synsets()];
  const synset = fc.nat(all.length - 1).map((index) => all[index]!);
  const measures = {
    path: [pathSimilarity(nouns), 1],
    wuPalmer: [wuPalmerSimilarity(nouns), 1],
    wuPalmerWs4j: [wuPalmerSimilarity(nouns, 'ws4j'), 1],
    leacockChodorow: [leacockChodorowSimilarity(nouns), Math.log(2 * nouns.greatestDepth())],
    resnik: [resnik, Infinity],
    jiangConrath: [jiangConrath, Infinity],
    lin: [lin, 1],
  } as const;

  it.each(Object.entries(measures))(
    '%s is symmetric, within its bounds, greatest for the same',
    (_, [measure, most]) => {
      fc.assert(
        fc.property(synset, synset, (a, b) => {
          const [there, back, same] = [measure(a, b)!, measure(b, a)!, measure(a, a)!];
          expect(there).toBe(back);
          expect(there).toBeGreaterThanOrEqual(0);
          expect(there).toBeLessThanOrEqual(most + 1e-12);
          expect(same).toBeGreaterThanOrEqual(there);
          if (most !== Infinity) expect(same).toBeCloseTo(most, 12);
        }),
        { seed: 7, numRuns: rounds(150, 40) },
      );
    },
  );

  it('ranks the pairs of Rubenstein and Goodenough as others found, 0.78 with path', () => {
    expect(RUBENSTEIN_GOODENOUGH).toHaveLength(65);
    const ratings = RUBENSTEIN_GOODENOUGH.map(([, , rating]) => rating);
    const correlation = (measure: (typeof measures)['path'][0]): number =>
      spearman(
        RUBENSTEIN_GOODENOUGH.map(([a, b]) => wordSimilarity(wordNet, measure, [a, b])?.similarity ?? NaN),
        ratings,
      );
    expect(correlation(pathSimilarity(nouns))).toBeCloseTo(0.782, 3);
    expect(correlation(wuPalmerSimilarity(nouns))).toBeGreaterThan(0.75);
    expect(correlation(leacockChodorowSimilarity(nouns))).toBeGreaterThan(0.75);
  });
});

describe('the similarity of words', () => {
  it('is that of their most similar senses, inflected or not', () => {
    const found = wordSimilarity(wordNet, pathSimilarity(nouns), ['Cranes', 'bird']);
    expect(wordNet.synset(found?.senses[0] ?? 0)?.gloss).toMatch(/wading bird/);
    expect(wordSimilarity(wordNet, pathSimilarity(nouns), ['automobile', 'cars'])?.similarity).toBe(1);
    expect(wordSimilarity(wordNet, pathSimilarity(nouns), ['car', 'qwertz'])).toBeUndefined();
    expect(wordSimilarity(wordNet, pathSimilarity(verbs), ['went', 'go'], 'verb')?.similarity).toBe(1);
  });
});
