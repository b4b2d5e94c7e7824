import { expect, it } from '@jest/globals';
import { reservationIn, withUsage } from '../../../src/crawling/politeness/content-usage.js';

it('adds the preferences of a response and its host, of which those that say no count', () => {
  const headers = { 'content-usage': 'train-ai=y, bots=y', 'content-signal': 'search=yes' };
  expect(withUsage({ tdmReserved: false }, headers, ['train-ai=no', 'bots=yes'])).toEqual({
    tdmReserved: false,
    usage: ['train-ai=no', 'bots=yes', 'search=yes'],
  });
  expect(withUsage(undefined, {}, [])).toBeUndefined();
});

it.each([
  [undefined, undefined],
  [{ usage: ['search=no', 'ai-train=yes'] }, undefined],
  [{ usage: ['search=yes', 'ai-train=no'] }, 'it says ai-train=no'],
  [{ directives: ['noai' as const] }, 'it says noai'],
  [{ tdmReserved: true, usage: ['ai-train=no'] }, 'text and data mining is reserved'],
])('of %j, the reservation is: %s', (rights, said) => {
  expect(reservationIn(rights)).toBe(said);
});
