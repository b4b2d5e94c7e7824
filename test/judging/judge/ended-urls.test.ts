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

it('forgets a URL whose slot another one takes, and never takes one for the other', () => {
  // Two slots.
  const ended = createEndedUrls(new SharedArrayBuffer(8));
  ended.add('http://a.example/1');
  expect(ended.has('http://a.example/1')).toBe(true);
  for (let number = 2; number < 50; number += 1) ended.add(`http://a.example/${number}`);
  expect(ended.has('http://a.example/1')).toBe(false);
  expect(ended.has('http://a.example/unknown')).toBe(false);
});
