import { describe, expect, it } from '@jest/globals';
import { messageOf } from '../../../../src/extensions/server/page/api.js';
import { agoText, placeOf, sizeText } from '../../../../src/extensions/server/page/bench-parts.js';

it('writes addresses whose parts may hold anything', () => {
  expect(placeOf('topics', 'bees & co/1?')).toBe('#/topics/bees%20%26%20co%2F1%3F');
});

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1 kB'],
  [1_550_000, '1.6 MB'],
  [2e15, '2,000.0 TB'],
])('shows %d bytes as %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});

describe('agoText', () => {
  const now = Date.parse('2026-03-04T12:00:00Z');
  it.each([
    [undefined, '–'],
    ['2026-03-04T12:00:30Z', 'just now'],
    ['2026-03-04T11:59:10Z', 'just now'],
    ['2026-03-04T11:40:00Z', '20 minutes ago'],
    ['2026-03-03T12:00:00Z', '24 hours ago'],
    ['2026-02-27T12:00:00Z', '5 days ago'],
  ])('of %s is %s', (time, text) => {
    expect(agoText(time, now)).toBe(text);
  });
});

it('says that the server is gone in place of what fetch says', () => {
  expect(messageOf(new TypeError('Failed to fetch'))).toBe(
    'The server cannot be reached. Is sfwc ui running?',
  );
  expect(messageOf(new Error('no such topic'))).toBe('no such topic');
});
