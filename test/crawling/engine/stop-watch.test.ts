import { describe, expect, it } from '@jest/globals';
import type { RemainingPages } from '../../../src/model/remaining-pages.js';

import {
  type Reached,
  createStopWatch,
  readStopCondition,
} from '../../../src/crawling/engine/stop-condition.js';
import type { CrawlEvent } from '../../../src/model/crawl-event.js';
import type { NounEvidence } from '../../../src/model/topic.js';

import { isRecallReached } from '../../../src/extensions/teach/survey/survey.js';

const REACHED: Reached = { fetched: 0, bytes: 0, seconds: 0, isMet: () => false };

function event(accepted: boolean, nouns: readonly string[] = [], more: Partial<CrawlEvent> = {}): CrawlEvent {
  const evidence = nouns.map((lemma): NounEvidence => ({ lemma, documents: 1, idf: 1, pull: 1 }));
  return {
    sequence: 1,
    time: '',
    url: 'http://a.example/',
    state: 'done',
    depth: 1,
    fetched: true,
    judgement: {
      accepted,
      score: 0,
      classifier: '',
      reason: {
        summary: '',
        meanIdf: null,
        band: { low: null, high: null },
        nouns: { distinct: 0, linked: 0, unknown: 0 },
        evidence,
      },
    },
    ...more,
  };
}

const watch = (...texts: readonly string[]) => createStopWatch(texts.map(readStopCondition));

describe('createStopWatch', () => {
  it('ends when the last requests bring too little, random samples not counted', () => {
    const { note, met } = watch('harvest<0.5 over 4');
    for (const accepted of [true, true, false]) note(event(accepted));
    expect(met(REACHED)).toBeUndefined();
    note(event(false, [], { sample: true }));
    note(event(false));
    expect(met(REACHED)).toBeUndefined();
    note(event(false));
    expect(met(REACHED)).toMatchObject({ kind: 'harvest' });
  });

  it('needs as many requests as the condition names, and a share that is below it', () => {
    const ended = (accepted: number, requests: number) => {
      const { note, met } = watch('harvest<0.02 over 500');
      for (let number = 0; number < requests; number += 1) note(event(number < accepted));
      note(event(false, [], { fetched: false, state: 'skipped', judgement: undefined }));
      return met(REACHED)?.text;
    };
    expect(ended(0, 499)).toBeUndefined();
    expect(ended(9, 500)).toBe('harvest<0.02 over 500');
    expect(ended(10, 500)).toBeUndefined();
    // The first of them is no longer among the last 500.
    expect(ended(10, 501)).toBe('harvest<0.02 over 500');
  });

  it('ends when accepted pages bring hardly any new nouns', () => {
    const { note, met } = watch('new-nouns<30% over 2');
    note(event(true, ['a', 'b', 'c', 'd']));
    note(event(true, ['a', 'e', 'f']));
    expect(met(REACHED)).toBeUndefined();
    note(event(true, ['a']));
    note(event(false, ['g', 'h', 'i']));
    expect(met(REACHED)).toBeUndefined();
    note(event(true, ['b', 'g']));
    expect(met(REACHED)).toMatchObject({ kind: 'new-nouns' });
  });

  it('ends by recall when that is known and high enough, not while it is not known', () => {
    const { met } = watch('recall=0.9');
    const basis = { requests: 400, found: 90, samples: 0, samplesAccepted: 0 };
    const figure = { left: 5, low: 0, high: 20, recallLow: 0.8, recallHigh: 1 };
    const of = (estimate: RemainingPages) =>
      met({ ...REACHED, isMet: (one) => one.kind === 'recall' && isRecallReached(estimate, one.value) })
        ?.text;
    expect(of({ ...basis, ...figure, recall: 0.95 })).toBe('recall=0.9');
    expect(of({ ...basis, ...figure, recall: 0.85 })).toBeUndefined();
    expect(of({ ...basis, ...figure, found: 0, recall: 1 })).toBeUndefined();
    expect(of({ ...basis, notKnown: 'the interval is too wide' })).toBeUndefined();
  });

  it('names the first condition that is met', () => {
    const { met } = watch('pages=10', 'bytes=5kb', 'time=1m', 'recall=0.9');
    const of = (reached: Partial<Reached>) => met({ ...REACHED, ...reached })?.text;
    expect(of({})).toBeUndefined();
    expect(of({ fetched: 10, bytes: 5000 })).toBe('pages=10');
    expect(of({ bytes: 5000 })).toBe('bytes=5kb');
    expect(of({ seconds: 60 })).toBe('time=1m');
    expect(of({ isMet: (one) => one.kind === 'recall' })).toBe('recall=0.9');
  });
});
