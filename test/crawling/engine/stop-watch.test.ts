import { describe, expect, it } from '@jest/globals';
import { createStopWatch, readStopCondition } from '../../../src/crawling/engine/stop-condition.js';
import type { CrawlEvent } from '../../../src/model/crawl-event.js';
import { crawlEvent } from '../../support/crawl-events.js';

const ESTIMATE = { requests: 100, found: 92, samples: 0, samplesAccepted: 0, left: 8, low: 4, high: 20 };

const event = (accepted: boolean, more: Partial<CrawlEvent> = {}): CrawlEvent => ({
  ...crawlEvent({ url: 'http://a.example/', score: Number(accepted) }),
  ...more,
});

const watch = (...texts: readonly string[]) => createStopWatch(texts.map(readStopCondition));

describe('createStopWatch', () => {
  it('ends when the last requests bring too little, random samples not counted', () => {
    const { note, met } = watch('harvest<0.5 over 4');
    for (const accepted of [true, true, false]) note(event(accepted));
    expect(met()).toBeUndefined();
    note(event(false, { sample: true }));
    note(event(false));
    expect(met()).toBeUndefined();
    note(event(false));
    expect(met()).toMatchObject({ kind: 'harvest' });
  });

  it('names the first condition that is met', () => {
    const { met } = watch('recall=0.95', 'recall=0.9');
    expect(met()).toBeUndefined();
    expect(met({ ...ESTIMATE, recall: 0.92, recallLow: 0.82, recallHigh: 0.96 })?.text).toBe('recall=0.9');
    expect(met({ ...ESTIMATE, notKnown: 'too few' })).toBeUndefined();
  });
});
