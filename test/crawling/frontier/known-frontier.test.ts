import { expect, it } from '@jest/globals';
import { knownFrontier, createFrontier } from '../../../src/crawling/frontier/frontier.js';
import type { QueuedUrl } from '../../../src/model/crawl-event.js';

const entry = (name: string): QueuedUrl => ({
  url: `https://a.example/${name}`,
  depth: 1,
  priority: { value: 1, reason: 'test' },
});

it('takes what is known for what has come to its end, and nothing else', () => {
  const frontier = knownFrontier(createFrontier(), (url) => url.endsWith('/old'));
  expect([frontier.enqueue(entry('old')), frontier.enqueue(entry('new'))]).toEqual([false, true]);
  expect(['a', 'new'].map((name) => frontier.enqueue(entry(name)))).toEqual([true, false]);
  expect(['old', 'a', 'c'].map((name) => frontier.knows(entry(name).url))).toEqual([true, true, false]);
  const by = frontier.lease({ now: 0, readyAt: () => 0 })?.url ?? '';
  expect(['old', 'd'].map((name) => frontier.claim(entry(name).url, by))).toEqual([false, true]);
  expect(frontier.counts().queued).toBe(1);
});
