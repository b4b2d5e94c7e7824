import { expect, it } from '@jest/globals';
import { createEndedUrls } from '../../../src/judging/judge/judge-plan.js';

it('has the URLs that were added, in every thread that shares its memory', () => {
  const ended = createEndedUrls();
  const elsewhere = createEndedUrls(ended.memory);
  const urls = Array.from({ length: 1000 }, (_, number) => `http://a.example/${number}`);
  for (const url of urls.slice(0, 500)) ended.add(url);
  const isHalf = urls.map((_, place) => place < 500);
  // Few of 500 share a slot among 262,144; such a one may be forgotten, but none is made up.
  expect(urls.map((url) => elsewhere.has(url)).slice(500)).toEqual(isHalf.slice(500));
  expect(urls.filter((url) => elsewhere.has(url)).length).toBeGreaterThan(495);
});
