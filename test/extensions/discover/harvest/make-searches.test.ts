import { expect, it } from '@jest/globals';
import { makeSearches } from '../../../../src/extensions/discover/harvest/make-searches.js';
import { silentLogger } from '../../../../src/support/logger.js';

it('names each search before the engine is asked', async () => {
  const happened: string[] = [];
  const engine = {
    name: 'http://user:secret@searx.example/',
    search: (query: string) => {
      happened.push(`asked for ${query}`);
      return Promise.resolve([]);
    },
  };
  await makeSearches({ engine, logger: silentLogger }, { searches: ['bee', 'hive'], top: 5 }, false, {
    onSearch: () => undefined,
    onWait: (what, how) => void happened.push(`${what}, ${how?.detail}`),
  });
  const waiting = expect.stringMatching(/^waiting for an answer of http:\/\/(?!.*secret).*searx\.example\//);
  expect(happened).toEqual([waiting, 'asked for bee', waiting, 'asked for hive']);
  expect(happened[2]).toContain(', search 2 of 2');
});
