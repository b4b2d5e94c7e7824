import { expect, it } from '@jest/globals';
import { createBatchFrontier } from '../../../src/crawling/frontier/batch-frontier.js';
import { createFrontier } from '../../../src/crawling/frontier/frontier.js';
import { always, only, queued } from '../../support/queued-urls.js';

it('hands out a batch before what is better but came later', () => {
  const frontier = createBatchFrontier(createFrontier(), 2);
  for (const n of [1, 2, 3]) frontier.enqueue(queued(`http://a.example/${n}`, n));
  expect(frontier.lease(always)?.url).toBe('http://a.example/3');
  frontier.enqueue(queued('http://a.example/9', 9));
  expect(frontier.lease(always)?.url).toBe('http://a.example/2');
  expect(frontier.lease(always)?.url).toBe('http://a.example/9');
  expect(frontier.lease(always)?.url).toBe('http://a.example/1');
  expect(frontier.lease(always)).toBeUndefined();
});

it('counts what waits in the batch as queued, and shows its hosts', () => {
  const frontier = createBatchFrontier(createFrontier(), 3);
  for (const host of ['a', 'b', 'c', 'd']) frontier.enqueue(queued(`http://${host}.example/`));
  expect(frontier.counts().hosts).toBe(4);
  frontier.lease(always);
  expect(frontier.counts().queued).toBe(3);
  expect(frontier.counts().leased).toBe(1);
  expect(frontier.counts().hosts).toBe(2);
  expect(frontier.waiting('http://b.example/')?.url).toBe('http://b.example/');
  expect(frontier.waiting('http://a.example/')).toBeUndefined();
});

it('passes over hosts of the batch that may not be asked, and takes back what is released', () => {
  const frontier = createBatchFrontier(createFrontier(), 2);
  for (const host of ['a', 'b', 'c']) frontier.enqueue(queued(`http://${host}.example/`));
  const notA = only((host) => host !== 'a.example');
  expect(frontier.lease(notA)?.url).toBe('http://b.example/');
  // Only a is left of the batch.
  expect(frontier.lease(notA)).toBeUndefined();
  expect(frontier.counts().heldHosts).toBe(1);
  expect(frontier.waitFor(notA)).toBeUndefined();
  expect(frontier.waitFor({ now: 1, readyAt: () => 3 })).toBe(2);
  expect(frontier.lease(always)?.url).toBe('http://a.example/');
  frontier.release('http://b.example/');
  expect(frontier.lease(always)?.url).toBe('http://b.example/');
  expect(frontier.lease(always)?.url).toBe('http://c.example/');
  frontier.end('http://a.example/', 'done');
  expect(frontier.counts().done).toBe(1);
});
