import { expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { openReadingMarks, type ReadingMarks } from '../../../src/crawling/store/reading-marks.js';
import { placesIn, temporaryFolder } from '../../support/temporary-folder.js';

const fresh = placesIn(temporaryFolder());
const place = (): string => `${fresh()}.txt`;
const [A, B, C] = ['http://a.example/', 'http://b.example/', 'http://c.example/'];

/** Opens the file of marks that a process which has ended left. */
const after = (file: string): ReadingMarks => openReadingMarks(file);

it('counts for each page how often the process ended while it was being read', () => {
  const file = place();
  const first = openReadingMarks(file);
  for (const url of [A, B, C]) first.begin(url);
  first.end(B);
  const second = after(file);
  expect([A, B, C].map((url) => second.deaths(url))).toEqual([1, 0, 1]);
  // C waits, and is not being read when the process ends.
  second.begin(A);
  second.begin(B);
  const third = after(file);
  expect([A, B, C].map((url) => third.deaths(url))).toEqual([2, 1, 1]);
});

it('takes marks back, and leaves no file where none is left', () => {
  const file = place();
  const marks = openReadingMarks(file);
  for (const url of [A, B]) marks.begin(url);
  marks.end(A);
  marks.leave(B);
  marks.close();
  expect(existsSync(file)).toBe(false);
});

it('counts a page that was given up after it had been read for long', () => {
  const file = place();
  let now = 0;
  const marks = openReadingMarks(file, () => now);
  marks.begin(A);
  now = 4000;
  marks.begin(B);
  now = 6000;
  marks.leave(A);
  marks.leave(B);
  marks.close();
  expect([A, B].map((url) => after(file).deaths(url))).toEqual([1, 0]);
});

it('reads a page that may have ended the process alone, and then the others', async () => {
  const file = place();
  openReadingMarks(file).begin(A);
  const marks = openReadingMarks(file);
  const steps: string[] = [];
  const read = (url: string) =>
    marks.during(url, async () => {
      steps.push(`begin ${url}`);
      await new Promise((done) => setTimeout(done, 5));
      steps.push(`end ${url}`);
      marks.end(url);
    });
  await Promise.all([read(B), read(A), read(C)]);
  expect(steps).toEqual([B, A, C].flatMap((url) => [`begin ${url}`, `end ${url}`]));
});
