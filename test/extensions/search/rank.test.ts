import { describe, expect, it } from '@jest/globals';
import {
  mergeRanked,
  relevanceOf,
  spreadHosts,
  weightOf,
  type Match,
} from '../../../src/extensions/search/rank.js';

const MATCH: Match = { best: 4, sum: 6, widened: 0, standing: 0.5, coverage: 1 };
const page = (url: string, missing: readonly string[] = []) => ({ url, host: new URL(url).host, missing });

describe('the relevance of a page', () => {
  it('grows with everything that speaks for it', () => {
    const base = relevanceOf(MATCH);
    for (const change of [{ best: 5, sum: 7 }, { sum: 9 }, { widened: 2 }, { standing: 0.9 }])
      expect(relevanceOf({ ...MATCH, ...change })).toBeGreaterThan(base);
    expect(relevanceOf({ ...MATCH, coverage: 0.5 })).toBeCloseTo(base / 4);
  });

  it('counts other names less than the words themselves', () => {
    const named = relevanceOf({ ...MATCH, best: 0, sum: 0, widened: 4 });
    expect(named).toBeLessThan(relevanceOf({ ...MATCH, sum: 4 }));
    expect(named).toBeGreaterThan(0);
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
