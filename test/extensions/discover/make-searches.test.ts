import { expect, it } from '@jest/globals';
import { foundPages, makeSearches } from '../../../src/extensions/discover/make-searches.js';
import { silentLogger } from '../../../src/support/logger.js';

it('puts the results of searches together: first places first, then what more searches found, each once', () => {
  const hit = (name: string) => ({
    url: `http://A.example/${name}#part`,
    title: `Title ${name}`,
    foundAt: 'http://engine.example/',
  });
  const searches = [
    { query: 'ship paint', hits: [hit('x'), hit('y'), hit('z')] },
    { query: 'hull rust', hits: [hit('v'), hit('z')] },
    { query: 'navy coating', hits: [hit('z'), hit('v')] },
  ];
  const found = foundPages(searches).map(({ url, search, place, searches: count }) => [
    url.slice('http://a.example/'.length),
    search,
    place,
    count,
  ]);
  expect(found).toEqual([
    ['z', 'navy coating', 1, 3],
    ['v', 'hull rust', 1, 2],
    ['x', 'ship paint', 1, 1],
    ['y', 'ship paint', 2, 1],
  ]);
  expect(foundPages(searches)[0]?.hit.title).toBe('Title z');
});

it('names each search before the engine is asked', async () => {
  const happened: string[] = [];
  const engine = {
    name: 'http://searx.example/',
    search: (query: string) => {
      happened.push(`asked for ${query}`);
      return Promise.resolve([]);
    },
  };
  const onWait = (what: string | undefined, how?: { readonly detail?: string }): void =>
    void happened.push(`${what}, ${how?.detail}`);
  await makeSearches({ engine, logger: silentLogger, onWait }, ['bee', 'hive'], 5, false);
  const waiting = 'waiting for an answer of http://searx.example/';
  expect(happened).toEqual([
    `${waiting}, search 1 of 2`,
    'asked for bee',
    `${waiting}, search 2 of 2`,
    'asked for hive',
  ]);
});
