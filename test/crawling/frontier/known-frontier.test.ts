import { expect, it } from '@jest/globals';
import { knownFrontier } from '../../../src/crawling/frontier/batch-frontier.js';
import { createMemoryFrontier } from '../../../src/crawling/frontier/memory-frontier.js';
import type { QueuedUrl } from '../../../src/model/crawl-event.js';

const entry = (name: string): QueuedUrl => ({
  url: `https://a.example/${name}`,
  depth: 1,
  priority: { value: 1, reason: 'test' },
});

it('takes what is known for what has come to its end, and nothing else', () => {
  const frontier = knownFrontier(createMemoryFrontier(), (url) => url.endsWith('/old'));
  expect([frontier.enqueue(entry('old')), frontier.enqueue(entry('new'))]).toEqual([false, true]);
  expect(frontier.enqueueAll(['old', 'a', 'old', 'new', 'b'].map(entry))).toEqual([
    ...[false, true, false, false, true],
  ]);
  expect(['old', 'a', 'c'].map((name) => frontier.knows(entry(name).url))).toEqual([true, true, false]);
  const by = frontier.lease({ now: 0, readyAt: () => 0 })?.url ?? '';
  expect(['old', 'd'].map((name) => frontier.claim(entry(name).url, by))).toEqual([false, true]);
  expect(frontier.count('queued')).toBe(2);
});
