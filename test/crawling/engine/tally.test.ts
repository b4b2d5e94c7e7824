import { describe, expect, it } from '@jest/globals';
import { NOTHING_QUEUED, Tally } from '../../../src/crawling/engine/tally.js';
import { crawlEvent } from '../../support/crawl-events.js';
import type { CrawlEvent } from '../../../src/model/crawl-event.js';

const event = (accepted: boolean, more: Partial<CrawlEvent> = {}): CrawlEvent => ({
  ...crawlEvent({ url: 'http://a.example/', score: Number(accepted) }),
  ...more,
});

it('has the harvest rate of the whole crawl and that of the last 100 requests', () => {
  const tally = new Tally(NOTHING_QUEUED);
  expect(tally.counts()).toMatchObject({ harvestRate: null, recentHarvestRate: null });
  for (let number = 0; number < 100; number += 1) tally.countEvent(event(true));
  for (let number = 0; number < 100; number += 1) tally.countEvent(event(number < 20));
  expect(tally.counts()).toMatchObject({ harvestRate: 0.6, recentHarvestRate: 0.2 });
});

describe('hosts with accepted pages', () => {
  const former = (accepted: boolean) => ({ sequence: 1, time: '', accepted, threshold: null });
  const again = (accepted: boolean, url: string) =>
    event(accepted, { url, fetched: false, rejudged: former(!accepted) });

  it('are counted once each, by the last verdict of their pages', () => {
    const tally = new Tally(NOTHING_QUEUED);
    const hosts = () => tally.counts().acceptedHosts;
    expect(hosts()).toBe(0);
    for (const url of ['http://a.example/1', 'http://a.example/2']) tally.countEvent(event(true, { url }));
    tally.countEvent(event(false, { url: 'http://b.example/' }));
    tally.countEvent(event(true, { url: 'http://b.example/', state: 'skipped' }));
    expect(hosts()).toBe(1);
    tally.countEvent(again(true, 'http://b.example/'));
    expect(hosts()).toBe(2);
    tally.countEvent(again(false, 'http://a.example/1'));
    expect(hosts()).toBe(2);
    tally.countEvent(again(false, 'http://a.example/2'));
    expect(hosts()).toBe(1);
    // By a new model, with the same verdict.
    tally.countEvent(event(true, { url: 'http://b.example/', rejudged: former(true) }));
    expect(tally.state().acceptedHosts).toBe(1);
  });
});
