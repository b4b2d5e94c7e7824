import { expect, it } from '@jest/globals';
import { candidatesOf } from '../../../../src/extensions/discover/harvest/harvest-candidates.js';

it('puts the results of searches together: first places first, then what more searches found, each once', () => {
  const hit = (name: string) => ({
    url: `http://A.example/${name}#part`,
    title: `Title ${name}`,
    snippet: '',
    foundAt: 'http://engine.example/',
  });
  const searches = [
    { query: 'ship paint', hits: [hit('x'), hit('y'), hit('z')] },
    { query: 'hull rust', hits: [hit('v'), hit('z')] },
    { query: 'navy coating', hits: [hit('z'), hit('v')] },
  ];
  const found = candidatesOf(searches).map(({ url, search, place, firstSearch, searches: count }) => [
    url.slice('http://a.example/'.length),
    search,
    place,
    firstSearch,
    count,
  ]);
  expect(found).toEqual([
    ['z', 'navy coating', 1, 1, 3],
    ['v', 'hull rust', 1, 2, 2],
    ['x', 'ship paint', 1, 1, 1],
    ['y', 'ship paint', 2, 1, 1],
  ]);
  expect(candidatesOf(searches)[0]?.hit.title).toBe('Title z');
});
