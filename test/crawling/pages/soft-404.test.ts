import { expect, it } from '@jest/globals';
import { isSoft404 } from '../../../src/crawling/pages/page-watch.js';

const page = (title: string, text = 'Try the search.', heading = ''): boolean =>
  isSoft404({ title, headline: `${title}\n${heading}`, text });

it.each([
  '404',
  'Page not found | Example',
  "Sorry, the page can't be found",
  'Seite nicht gefunden',
  '页面不存在',
  'HTTP 404 Not Found',
])('%s', (title) => {
  expect(page(title)).toBe(true);
  expect(page('Example', 'Sorry.', title)).toBe(true);
});

it.each(['Room 404', 'Lost and found', 'Peugeot 404', 'How to write a 404 that helps', '', 'Home'])(
  'not %s',
  (title) => {
    expect(page(title)).toBe(false);
  },
);
