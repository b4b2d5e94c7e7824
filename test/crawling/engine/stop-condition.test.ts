import { describe, expect, it } from '@jest/globals';
import { readStopCondition } from '../../../src/crawling/engine/stop-condition.js';

describe('readStopCondition', () => {
  it.each([
    ['recall=0.9', { kind: 'recall', value: 0.9 }],
    ['recall >= 90 %', { kind: 'recall', value: 0.9 }],
    ['harvest<0.02 over 300', { kind: 'harvest', value: 0.02, over: 300 }],
    ['Harvest<.02 OVER 1', { kind: 'harvest', value: 0.02, over: 1 }],
    ['harvest<100% over 100000', { kind: 'harvest', value: 1, over: 100_000 }],
    ['harvest < 2%', { kind: 'harvest', value: 0.02, over: 500 }],
    ['new-nouns<1 %', { kind: 'new-nouns', value: 0.01, over: 50 }],
    ['pages=500', { kind: 'pages', value: 500 }],
    ['bytes=2GB', { kind: 'bytes', value: 2e9 }],
    ['seconds=90', { kind: 'seconds', value: 90 }],
    ['time=1.5h', { kind: 'seconds', value: 5400 }],
    ['ask=enough.rq', { kind: 'ask', file: 'enough.rq' }],
  ])('reads %s', (text, condition) => {
    expect(readStopCondition(text)).toEqual({ text, ...condition });
  });

  it.each([
    ['recall', 'it is not a name, = or <, and a value'],
    ['constructor=1', "'constructor' is not known"],
    ['recall<0.9', 'recall needs ='],
    ['harvest=0.1', 'harvest needs <'],
    ['recall=90', "'90' is not a share between 0 and 1 or a percentage"],
    ['recall=0', "'0' is not a share between 0 and 1 or a percentage"],
    ['harvest<2', "'2' is not a share between 0 and 1 or a percentage"],
    ['harvest<0', "'0' is not a share between 0 and 1 or a percentage"],
    ['harvest<-0.02 over 500', "'-0.02' is not a share between 0 and 1 or a percentage"],
    ['harvest<', 'it is not a name, = or <, and a value'],
    ['harvest<over 500', 'the share is missing'],
    ['harvest<0.02 over', "the number after 'over' is missing"],
    ['harvest<0.02 over 0', "'0' is not a whole number above 0"],
    ['harvest<0.02 over -500', "'-500' is not a whole number above 0"],
    ['harvest<0.02 over 2.5', "'2.5' is not a whole number above 0"],
    ['harvest<0.02 over 500 pages', "'500 pages' is not a whole number above 0"],
    ['harvest<0.02 over 500 over 3', "'500 over 3' is not a whole number above 0"],
    ['harvest<0.02 over 100001', 'at most the last 100000 count'],
    ['harvest<0.1 over none', "'none' is not a whole number above 0"],
    ['harvest<0.1 over 1000000', 'at most the last 100000 count'],
    ['bytes=2 acres', "'2 acres' is not a number with a unit (b, kb, mb, gb, tb)"],
    ['time=5', "'5' is not a number with a unit (s, m, min, h, d)"],
  ])('says what is wrong with %s', (text, why) => {
    expect(() => readStopCondition(text)).toThrow(why);
  });
});
