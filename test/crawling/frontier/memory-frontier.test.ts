import { expect, it } from '@jest/globals';
import { createMemoryFrontier } from '../../../src/crawling/frontier/memory-frontier.js';
import { frontierContract } from '../../contracts/frontier.js';
import { always, queued } from '../../support/queued-urls.js';
import { rounds } from '../../support/thorough.js';

frontierContract('in memory', createMemoryFrontier);

const URLS = rounds(50_000, 3_000);

it(`takes ${URLS} URLs of many hosts in and out, the best first`, () => {
  const frontier = createMemoryFrontier();
  for (let n = 0; n < URLS; n++) frontier.enqueue(queued(`http://h${n % (URLS / 10)}.example/${n}`, n % 97));
  let last = Number.POSITIVE_INFINITY;
  for (let n = 0; n < URLS; n++) {
    const entry = frontier.lease(always);
    expect(entry!.priority.value <= last).toBe(true);
    last = entry!.priority.value;
    frontier.acknowledge(entry!.url, 'done');
  }
  expect(frontier.count('done')).toBe(URLS);
});
