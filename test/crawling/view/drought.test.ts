import { expect, it } from '@jest/globals';
import { droughtOf } from '../../../src/crawling/view/drought.js';

const DRY = {
  counts: { fetched: 640, recentHarvestRate: 0 },
  out: 'out',
  kb: 'kb',
  topics: ['bees'],
  takes: 'now',
} as const;

const commands = (crawl: Parameters<typeof droughtOf>[0]) =>
  droughtOf(crawl)?.help.map(({ command }) => command);

it('names commands that can be copied, as far as the crawl takes them', () => {
  expect(droughtOf(DRY)).toEqual({
    text: 'no page accepted in the last 100 requests',
    help: [
      {
        command: 'sfwc map HOST --kb kb --topic bees',
        effect: 'shows what another host has, ranked by the topic',
      },
      { command: 'sfwc steer out seed URL', effect: 'adds a seed' },
      { command: 'sfwc steer out stop', effect: 'ends the crawl' },
    ],
  });
  expect(commands({ ...DRY, takes: 'later' })).toEqual([
    'sfwc map HOST --kb kb --topic bees',
    'sfwc steer out seed URL',
    'sfwc crawl --resume --out out --max-pages N',
  ]);
  expect(commands({ ...DRY, takes: 'never' })).toEqual(['sfwc map HOST --kb kb --topic bees']);
});

it('quotes names for the shell, and takes the first topic', () => {
  const crawl = { ...DRY, out: "Ada's crawl", kb: 'my kb', topics: ['computer science', 'bees'] };
  expect(commands(crawl)).toEqual([
    "sfwc map HOST --kb 'my kb' --topic 'computer science'",
    String.raw`sfwc steer 'Ada'\''s crawl' seed URL`,
    String.raw`sfwc steer 'Ada'\''s crawl' stop`,
  ]);
  expect(commands({ ...DRY, kb: undefined, topics: [] })?.[0]).toBe('sfwc map HOST');
});

it('says nothing while pages are accepted, and before there were as many requests', () => {
  for (const counts of [
    { fetched: 640, recentHarvestRate: 0.01 },
    { fetched: 99, recentHarvestRate: 0 },
    { fetched: 0, recentHarvestRate: null },
  ])
    expect(droughtOf({ ...DRY, counts })).toBeUndefined();
});

it('says how relevant the best queued link looks, where the strategy tells', () => {
  const text = (relevance: number | undefined) => droughtOf({ ...DRY, bestRelevance: () => relevance })?.text;
  const dry = 'no page accepted in the last 100 requests';
  expect(text(0.031)).toBe(
    `${dry}; no queued link looks relevant: the best one has an expected relevance of 0.03`,
  );
  expect(text(0.1)).toBe(`${dry}; of the queued links, the best one has an expected relevance of 0.10`);
  expect(text(undefined)).toBe(dry);
});

it('does not look at the queue while pages are accepted', () => {
  const bestRelevance = () => {
    throw new Error('read');
  };
  expect(
    droughtOf({ ...DRY, counts: { fetched: 640, recentHarvestRate: 0.01 }, bestRelevance }),
  ).toBeUndefined();
});
