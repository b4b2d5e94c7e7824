import { describe, expect, it } from '@jest/globals';
import {
  mergeRanked,
  relevanceOf,
  spreadHosts,
  weightOf,
  type Match,
} from '../../../src/extensions/search/rank.js';

const MATCH: Match = {
  best: 4,
  named: 0,
  words: [
    { weight: 3, passages: 1 },
    { weight: 1, passages: 2 },
  ],
  size: 1,
  standing: 0.5,
};
const page = (url: string, missing: readonly string[] = []) => ({ url, host: new URL(url).host, missing });

describe('the relevance of a page', () => {
  const base = relevanceOf(MATCH);
  const [rare, common] = MATCH.words as [Match['words'][number], Match['words'][number]];

  it.each<[string, Partial<Match>]>([
    ['a better passage', { best: 5 }],
    ['other names', { named: 2 }],
    ['more passages with a word', { words: [{ ...rare, passages: 3 }, common] }],
    ['fewer other passages', { size: 0.5 }],
    ['a higher score among the pages of its topic', { standing: 0.9 }],
  ])('grows with %s', (_, change) => {
    expect(relevanceOf({ ...MATCH, ...change })).toBeGreaterThan(base);
  });

  it('is less without a word, most of all without a rare one', () => {
    const [withoutRare, withoutCommon] = [
      relevanceOf({ ...MATCH, words: [{ ...rare, passages: 0 }, common] }),
      relevanceOf({ ...MATCH, words: [rare, { ...common, passages: 0 }] }),
    ];
    expect(withoutCommon).toBeLessThan(base);
    expect(withoutRare).toBeLessThan(withoutCommon);
  });

  it('depends on the topic by a fifth at most, and on other names less than on the words', () => {
    const [least, most] = [0, 1].map((standing) => relevanceOf({ ...MATCH, standing })) as [number, number];
    expect(most / least).toBeCloseTo(1.1 / 0.9);
    const byName = relevanceOf({ ...MATCH, best: 0, named: 4 });
    expect(byName).toBeLessThan(base);
    expect(byName).toBeGreaterThan(relevanceOf({ ...MATCH, best: 0 }));
  });

  it('weighs rare words more, and never less than nothing', () => {
    expect(weightOf(1, 100)).toBeGreaterThan(weightOf(50, 100));
    expect(weightOf(100, 100)).toBeGreaterThanOrEqual(0);
    expect(weightOf(0, 0)).toBeGreaterThanOrEqual(0);
  });
});

describe('hosts', () => {
  const many = Array.from({ length: 12 }, (_, place) => page(`http://a.example/${place}`));
  const others = Array.from({ length: 8 }, (_, place) => page(`http://b${place}.example/`));

  it('have three pages among the first ten, and the others follow in their order', () => {
    const spread = spreadHosts([...many, ...others]);
    expect(spread.map(({ url }) => url)).toEqual(
      [...many.slice(0, 3), ...others.slice(0, 7), ...many.slice(3), ...others.slice(7)].map(
        ({ url }) => url,
      ),
    );
  });

  it('may fill an answer that has no others', () => {
    expect(spreadHosts(many)).toEqual(many);
  });
});

describe('answers of several collections', () => {
  it('are merged by rank, a page that both have before others, each once', () => {
    const [x, y, z, both] = ['x', 'y', 'z', 'both'].map((name) => page(`http://${name}.example/`));
    const merged = mergeRanked([
      [x!, both!],
      [y!, z!, both!],
    ]);
    expect(merged).toEqual([both, x, y, z]);
  });

  it('have pages with all words first', () => {
    const partial = page('http://p.example/', ['pump']);
    const [later, whole] = [page('http://l.example/'), page('http://w.example/')];
    expect(mergeRanked([[partial, later], [whole]])).toEqual([whole, later, partial]);
  });
});
