import { expect, it } from '@jest/globals';
import { createMemoryFrontier } from '../../../src/crawling/frontier/memory-frontier.js';
import { createTally } from '../../../src/crawling/engine/tally.js';
import type { CrawlEvent } from '../../../src/model/crawl-event.js';

function event(accepted: boolean): CrawlEvent {
  const reason = {
    summary: '',
    meanIdf: null,
    band: { low: null, high: null },
    nouns: { distinct: 0, linked: 0, unknown: 0 },
    evidence: [],
  };
  return {
    sequence: 1,
    url: 'http://a.example/',
    time: '2024-01-01T00:00:00.000Z',
    state: 'done',
    depth: 0,
    fetched: true,
    judgement: { accepted, score: 0, classifier: 'any', reason },
  };
}

it('has the harvest rate of the whole crawl and that of the last 100 requests', () => {
  const tally = createTally(createMemoryFrontier());
  expect(tally.counts()).toMatchObject({ harvestRate: null, recentHarvestRate: null });
  for (let number = 0; number < 100; number += 1) tally.countEvent(event(true));
  for (let number = 0; number < 100; number += 1) tally.countEvent(event(number < 20));
  expect(tally.counts()).toMatchObject({ harvestRate: 0.6, recentHarvestRate: 0.2 });
});
