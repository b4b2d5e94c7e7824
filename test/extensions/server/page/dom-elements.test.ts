import { describe, expect, it } from '@jest/globals';
import { clockTime, percent, shown, webLink } from '../../../../src/extensions/server/page/dom-elements.js';

it('shows numbers as people read them, and a dash where there is none', () => {
  expect([shown(1234567), shown(0.456, 2), shown(2, 1)]).toEqual(['1,234,567', '0.46', '2.0']);
  for (const none of [undefined, null, Number.NaN, Infinity]) expect(shown(none)).toBe('–');
  expect([percent(0.123), percent(null), percent(undefined)]).toEqual(['12.3 %', '–', '–']);
});

it('names the day of a time that is not today', () => {
  const now = new Date();
  expect(clockTime(now.toISOString())).toMatch(/^\d\d:\d\d$/);
  expect(clockTime('2001-02-03T12:00:00.000Z')).toMatch(/^\d\d:\d\d on 2001-02-03$/);
});

describe('webLink', () => {
  it.each(['javascript:alert(1)', 'data:text/html,x', ' https://a.example/', 'mailto:a@b.example', ''])(
    'shows %j as text',
    (url) => {
      expect(webLink(url)).toBe(url);
      expect(webLink(url, 'a title')).toBe('a title');
    },
  );
});
