import { describe, expect, it } from '@jest/globals';
import { spreadHosts } from '../../../src/extensions/search/find.js';
import { mergeRanked } from '../../../src/extensions/search/search.js';

const page = (url: string, missing: readonly string[] = []) => ({ url, host: new URL(url).host, missing });

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
