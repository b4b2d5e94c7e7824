import { describe, expect, it } from '@jest/globals';
import { measureCrawl } from '../../../src/cli/demo/metrics.js';
import type { CrawlEvent } from '../../../src/model/crawl-event.js';
import type { Judgement } from '../../../src/model/topic.js';

let sequence = 0;

function event(url: string, changes: Partial<CrawlEvent> & { accepted?: boolean } = {}): CrawlEvent {
  const { accepted, ...rest } = changes;
  const judgement = accepted === undefined ? {} : { judgement: { accepted } as Judgement };
  const time = '2024-01-01T00:00:00.000Z';
  return { sequence: ++sequence, time, url, state: 'done', depth: 1, fetched: true, ...judgement, ...rest };
}

const RELEVANT = ['seed', 'r1', 'r2', 'r3', 'r4'];
const truth = { truth: (url: string) => RELEVANT.includes(url), relevant: RELEVANT };

describe('measureCrawl', () => {
  it('counts by hand-checked rules', async () => {
    const events = [
      event('seed', { depth: 0, accepted: true }),
      event('r1', { accepted: true }),
      event('r2', { accepted: false }),
      event('moved', { finalUrl: 'r3', accepted: true }),
      event('off1', { accepted: true }),
      event('off2', { accepted: false }),
      event('r4', { state: 'failed', code: 'timeout' }),
      event('forbidden', { state: 'skipped', code: 'robots-disallowed', fetched: false }),
    ];
    expect(await measureCrawl(events, truth)).toEqual({
      // seed, r1, r2, moved, off1, off2, r4
      fetched: 7,
      relevantFetched: 3,
      harvestRate: 3 / 7,
      // seed, r1, r3, off1
      accepted: 4,
      relevantAccepted: 3,
      acceptancePrecision: 3 / 4,
      // r1 to r4: the seed was given
      targets: 4,
      found: 3,
      targetRecall: 3 / 4,
    });
  });

  it('has no rates where there is nothing to divide by', async () => {
    const nothing = await measureCrawl([], { truth: () => true, relevant: [] });
    expect(nothing).toMatchObject({ harvestRate: null, acceptancePrecision: null, targetRecall: null });
  });

  it('does not take a seed for a find when it is met under its final address', async () => {
    const events = [event('start', { depth: 0, finalUrl: 'r1', accepted: true })];
    expect(await measureCrawl(events, truth)).toMatchObject({ targets: 4, found: 0, relevantFetched: 0 });
  });
});
