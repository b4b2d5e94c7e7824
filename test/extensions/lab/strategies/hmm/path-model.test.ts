import { describe, expect, it } from '@jest/globals';
import {
  normalised,
  sparseVector,
  type SparseVector,
} from '../../../../../src/support/numeric/sparse-vector.js';
import {
  type BrowsedPage,
  kMeans,
  levelsOf,
  transitionsOf,
  clusterByNeighbours,
  learnPaths,
} from '../../../../../src/extensions/lab/strategies/hmm/path-model.js';
import { STRATEGY_SETTINGS } from '../../../../../src/crawling/priority/strategy-settings.js';
import { seededRandom } from '../../../../../src/support/random.js';

const vector = (...values: number[]): SparseVector =>
  normalised(sparseVector(values.map((value, place): [number, number] => [place, value])));

describe('levels', () => {
  const page = (url: string, links: readonly string[], relevant = false) => ({ url, links, relevant });
  const pages = [
    page('d', ['c']),
    page('a', ['elsewhere', 'a'], true),
    page('c', ['b']),
    page('b', ['a', 'c']),
    page('e', ['d']),
    page('lost', []),
  ];

  it('are distances along links to the nearest relevant page, the last for all farther', () => {
    expect(Object.fromEntries(levelsOf(pages, 4))).toEqual({ a: 0, b: 1, c: 2, d: 3, e: 3, lost: 3 });
  });

  it('change along the links between the pages', () => {
    const found = transitionsOf(pages, levelsOf(pages, 4));
    expect([...found].sort()).toEqual([
      [1, 0],
      [1, 2],
      [2, 1],
      [3, 2],
      [3, 3],
    ]);
  });
});

describe('K-means', () => {
  const options = { clusters: 3, size: 3, rounds: 30 };
  const groups = [
    [vector(1, 0.1, 0), vector(1, 0, 0.1), vector(1, 0.1, 0.1)],
    [vector(0, 1, 0.1), vector(0.1, 1, 0), vector(0.1, 1, 0.1)],
    [vector(0, 0.1, 1), vector(0.1, 0, 1), vector(0.1, 0.1, 1)],
  ];

  it('finds groups that lie apart, whatever the seed', () => {
    for (const seed of [1, 2]) {
      const found = kMeans(groups.flat(), { ...options, random: seededRandom(seed) });
      expect(new Set([found[0], found[3], found[6]]).size).toBe(3);
      for (const group of [0, 1, 2]) expect(new Set(found.slice(3 * group, 3 * group + 3)).size).toBe(1);
    }
  });

  it('makes no more clusters than there are different vectors', () => {
    const random = seededRandom(1);
    expect(kMeans([vector(1), vector(1), vector(1)], { ...options, random })).toEqual([0, 0, 0]);
  });
});

describe('nearest neighbours', () => {
  const examples = [
    { vector: vector(1, 0, 0), cluster: 0 },
    { vector: vector(1, 0.2, 0), cluster: 0 },
    { vector: vector(0.1, 1, 0), cluster: 1 },
    { vector: vector(0, 1, 0), cluster: 1 },
    { vector: vector(0, 1, 0.2), cluster: 1 },
  ];

  it('give a page the cluster that most of them are in', () => {
    expect(clusterByNeighbours(vector(1, 0.3, 0), examples, 3, 3)).toBe(0);
    expect(clusterByNeighbours(vector(0.2, 1, 0), examples, 3, 3)).toBe(1);
    // All five vote: three against two, though the nearest say otherwise.
    expect(clusterByNeighbours(vector(1, 0, 0), examples, 5, 3)).toBe(1);
    // Two against two: the nearest decides.
    expect(clusterByNeighbours(vector(1, 0, 0), examples.slice(0, 4), 4, 3)).toBe(0);
  });
});

describe('learning from a browse', () => {
  const browse: readonly BrowsedPage[] = [
    { url: 'seed', relevant: false, links: ['near', 'far'], vector: vector(0, 1, 0) },
    { url: 'near', relevant: false, links: ['goal'], vector: vector(0.1, 1, 0) },
    { url: 'far', relevant: false, links: [], vector: vector(0, 0, 1) },
    { url: 'goal', relevant: true, links: [], vector: vector(1, 0, 0) },
  ];
  const settings = { ...STRATEGY_SETTINGS.hmm, clusters: 2 };

  it('puts the relevant pages into cluster 0 and the others into the rest', () => {
    const { examples, relevant } = learnPaths(browse, 3, settings, 1);
    // By address: far, goal, near, seed.
    expect(examples[1]?.cluster).toBe(0);
    expect(examples[2]?.cluster).toBe(examples[3]?.cluster);
    expect(new Set(examples.map(({ cluster }) => cluster))).toEqual(new Set([0, 1, 2]));
    expect(relevant).toEqual([1, 0, 0]);
  });

  it('does not depend on the order of the pages', () => {
    expect(learnPaths(browse.toReversed(), 3, settings, 1)).toEqual(learnPaths(browse, 3, settings, 1));
  });
});
