import { expect, it } from '@jest/globals';
import { UsageError } from '../../../src/model/errors.js';
import { isMet, readMatter } from '../../../src/extensions/monitor/conditions.js';

it.each([
  ['new >= 5', true],
  ['new>5', false],
  ['changed = 0', true],
  ['gone <= 2', true],
  ['gone < 2', false],
])('reads and applies a condition: %s', (text, met) => {
  expect(isMet(readMatter(text), { new: 5, changed: 0, gone: 2 })).toBe(met);
});

it.each(['new', 'new >= many', 'old >= 1', 'new == 1', 'new >= 1; gone >= 1'])(
  'refuses others: %s',
  (text) => {
    expect(() => readMatter(text)).toThrow(UsageError);
  },
);
