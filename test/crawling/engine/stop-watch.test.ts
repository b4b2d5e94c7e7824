import { describe, expect, it } from '@jest/globals';
import {
  type Reached,
  createStopWatch,
  readStopCondition,
} from '../../../src/crawling/engine/stop-condition.js';
import type { CrawlEvent } from '../../../src/model/crawl-event.js';
import { crawlEvent, noun } from '../../support/crawl-events.js';

const REACHED: Reached = { fetched: 0, bytes: 0, seconds: 0, isMet: () => false };

const event = (
  accepted: boolean,
  nouns: readonly string[] = [],
  more: Partial<CrawlEvent> = {},
): CrawlEvent => {
  const evidence = nouns.map((lemma) => noun(lemma));
  return { ...crawlEvent({ url: 'http://a.example/', score: Number(accepted), evidence }), ...more };
};

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
