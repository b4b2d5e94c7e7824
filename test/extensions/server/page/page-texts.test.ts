import { expect, it } from '@jest/globals';
import type { State } from '../../../../src/extensions/server/page/api.js';
import { agoText, placeOf, sizeText } from '../../../../src/extensions/server/page/bench-parts.js';
import { ticks } from '../../../../src/extensions/server/page/charts.js';
import { clockTime, shown, webLink } from '../../../../src/extensions/server/page/dom-elements.js';
import { isSealed } from '../../../../src/extensions/server/page/page-parts.js';

it('writes addresses whose parts may hold anything', () => {
  expect(placeOf('topics', 'bees & co/1?')).toBe('#/topics/bees%20%26%20co%2F1%3F');
});

it.each(['javascript:alert(1)', 'data:text/html,x', ' https://a.example/'])('shows %j as text', (url) => {
  expect(webLink(url, 'a title')).toBe('a title');
});

it('shows numbers, sizes and times as people read them', () => {
  expect([shown(1234567), shown(0.456, 2), shown(null)]).toEqual(['1,234,567', '0.46', '–']);
  expect([999, 1_550_000].map(sizeText)).toEqual(['999 B', '1.6 MB']);
  expect(clockTime('2001-02-03T12:00:00.000Z')).toMatch(/^\d\d:\d\d on 2001-02-03$/);
  const now = Date.parse('2026-03-04T12:00:00Z');
  const times = ['2026-03-04T11:59:10Z', '2026-03-04T11:40:00Z', '2026-02-27T12:00:00Z'];
  expect(times.map((time) => agoText(time, now))).toEqual(['just now', '20 minutes ago', '5 days ago']);
  expect([0, 7, 1000].map((most) => ticks(most))).toEqual([[0], [0, 2, 4, 6], [0, 500, 1000]]);
});

it('tells a crawl that takes no commands any more', () => {
  const status = { out: 'out', state: 'max-pages' } as State['status'];
  expect(isSealed({ status })).toBe(false);
  expect(isSealed({ status: { ...status, part: 'worker 1', state: 'running' } })).toBe(false);
  expect(isSealed({ status: { ...status, part: 'worker 1' } })).toBe(true);
});
