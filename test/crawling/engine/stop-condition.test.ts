import { describe, expect, it } from '@jest/globals';
import { readStopCondition } from '../../../src/crawling/engine/stop-condition.js';

describe('readStopCondition', () => {
  it.each([
    ['recall=0.9', { kind: 'recall', value: 0.9 }],
    ['recall >= 90 %', { kind: 'recall', value: 0.9 }],
    ['harvest<0.02 over 300', { kind: 'harvest', value: 0.02, over: 300 }],
    ['harvest < 2%', { kind: 'harvest', value: 0.02, over: 500 }],
  ])('reads %s', (text, condition) => {
    expect(readStopCondition(text)).toMatchObject({ text, ...condition });
  });

  it.each(['recall', 'constructor=1', 'recall<0.9', 'harvest=0.1', 'recall=90', 'recall=0', 'harvest<'])(
    'refuses %s',
    (text) => expect(() => readStopCondition(text)).toThrow('is not a condition'),
  );

  it.each(['', ' over', ' over 0', ' over -500', ' over 2.5', ' over 500 over 3', ' over 100001'])(
    'refuses a share over%s',
    (over) =>
      expect(() => readStopCondition(`harvest<${over === '' ? '2' : '0.02'}${over}`)).toThrow('condition'),
  );
});
