import { describe, expect, it } from '@jest/globals';
import { PassThrough } from 'node:stream';
import { crawlStanding, notKeptText } from '../../src/cli/crawl-text.js';
import type { CommandIo } from '../../src/cli/io.js';
import { priorityText, scoreText } from '../../src/cli/numbers.js';
import { createRate, durationText, progressLine } from '../../src/cli/progress-line.js';
import { createProgress } from '../../src/cli/progress.js';
import type { CrawlCounts } from '../../src/crawling/engine/crawl-counts.js';
import { NOTHING_TO_JUDGE } from '../../src/model/topic.js';
import { scoreOrNull } from '../../src/model/verdict-by-threshold.js';
import { manualClock } from '../support/manual-clock.js';

const COUNTS: CrawlCounts = {
  fetched: 25,
  done: 25,
  accepted: 10,
  rejected: 15,
  secondChoice: 0,
  skipped: 0,
  failed: 0,
  queued: 300,
  bytes: 1,
  harvestRate: 0.4,
  recentHarvestRate: 0.5,
  hosts: 4,
  hostsWaiting: 1,
  reasons: { unchanged: 25 },
};

/** Input and output that collect what is said. */
const ioWith = (said: string[], terminal?: NodeJS.WriteStream): CommandIo =>
  ({
    stderr: (text: string) => said.push(text),
    colours: { stdout: false, stderr: false },
    drawings: new Set(),
    terminal,
  }) as unknown as CommandIo;

describe('progressLine', () => {
  const standing = { done: 25, total: 200, unit: 'pages requested', notes: ['first note', 'second note'] };

  it('says what is counted right behind the number, then the time remaining, then the notes', () => {
    expect(progressLine('crawling', standing, { width: Infinity, bar: false, secondsLeft: 100 })).toBe(
      'crawling 25/200 pages requested, 2 min left, first note, second note',
    );
  });

  it('draws a bar only where the end is known', () => {
    expect(progressLine('crawling', standing, { width: 200, bar: true })).toMatch(
      /^crawling ■{3} {17} 25\/200 /,
    );
    expect(progressLine('reading', { done: 7, unit: 'texts' }, { width: 200, bar: true })).toBe(
      'reading 7 texts',
    );
  });

  it.each([5, 20, 40, 60, 79])('is never longer than a terminal of %i columns', (width) => {
    const line = progressLine('crawling', standing, { width, bar: true, secondsLeft: 5 });
    expect(line.length).toBeLessThanOrEqual(width);
    expect('crawling ■■■'.startsWith(line.slice(0, 3))).toBe(true);
  });

  it.each([60, 80])('has the time remaining in %i columns, and a bar where there is room', (width) => {
    const line = progressLine('crawling', standing, { width, bar: true, secondsLeft: 12_000 });
    expect(line).toContain('25/200 pages requested, 3 h 20 min left');
    expect(line.includes('■')).toBe(width === 80);
  });
});

describe('createProgress', () => {
  it('writes a line now and then, with the time remaining', () => {
    const said: string[] = [];
    const clock = manualClock();
    const progress = createProgress(ioWith(said), 'building bees', clock);
    for (let done = 0; done <= 12; done += 1) {
      progress.update({ done, total: 100, unit: 'documents' });
      clock.advance(1000);
    }
    expect(said).toEqual([
      'building bees 5/100 documents, 2 min left\n',
      'building bees 10/100 documents, 2 min left\n',
    ]);
  });

  it('takes the rate of each kind of work by itself, and the time from the work, not from the counts', () => {
    const said: string[] = [];
    const clock = manualClock();
    const progress = createProgress(ioWith(said), 'building bees', clock);
    for (let done = 0; done < 4; done += 1) {
      progress.update({ done: 1000 * done, unit: 'documents found' });
      clock.advance(1000);
    }
    // The first documents are long: 5 of 4,000, but a tenth of all characters.
    for (let done = 0; done <= 6; done += 1) {
      progress.update({ done, total: 4000, unit: 'documents', work: { done: 2 * done, total: 100 } });
      clock.advance(1000);
    }
    expect(said).toEqual(['building bees 1/4000 documents\n', 'building bees 6/4000 documents, 44 s left\n']);
  });

  it('says how much time remains at most where the end is not known', () => {
    const said: string[] = [];
    const clock = manualClock();
    const progress = createProgress(ioWith(said), 'crawling', clock);
    for (let done = 0; done <= 5; done += 1) {
      progress.update({ done, total: 100, unit: 'pages', endKnown: false });
      clock.advance(1000);
    }
    expect(said).toEqual(['crawling 5/100 pages, at most 2 min left\n']);
  });

  it('draws lines that fit on the terminal', () => {
    const written: string[] = [];
    const stream = new PassThrough();
    stream.on('data', (chunk: Buffer) => written.push(chunk.toString()));
    const terminal = Object.assign(stream, { columns: 50, isTTY: true }) as unknown as NodeJS.WriteStream;
    const progress = createProgress(ioWith([], terminal), 'crawling');
    progress.update(crawlStanding(COUNTS, 200, 1.2));
    progress.stop();
    const drawn = written.filter((text) => text.startsWith('crawling'));
    expect(drawn[0]).toContain('25/200 pages');
    expect(drawn.every((text) => text.trimEnd().length < 50)).toBe(true);
  });
});

describe('crawlStanding', () => {
  it('says what the crawl waits for, instead of a rate and the time remaining', () => {
    const clock = manualClock(Date.now());
    const said: string[] = [];
    const progress = createProgress(ioWith(said), 'crawling', clock);
    const wait = (until?: number) => ({
      why: 'a.example answered 503',
      since: Date.now() - 9000,
      ...(until !== undefined && { until, retries: true as const }),
    });
    for (let fetched = 25; fetched < 32; fetched += 1) {
      progress.update(crawlStanding({ ...COUNTS, fetched }, 200, 1));
      clock.advance(1000);
    }
    clock.advance(3000);
    progress.update(crawlStanding({ ...COUNTS, fetched: 32 }, 200, 0.9, { waiting: wait() }));
    expect(said).toEqual([
      expect.stringMatching(/ min left, 1\.0 per second,/),
      expect.stringMatching(
        /^crawling 10 accepted \(40 %\), waiting: a\.example answered 503, 32\/200 pages requested, 300 queued/,
      ),
    ]);
    const standing = crawlStanding(COUNTS, 200, 0, { waiting: wait(Date.now() + 29_500) });
    expect(progressLine('crawling', standing, { width: 79, bar: true, secondsLeft: 9 })).toMatch(
      /^crawling 10 accepted \(40 %\), waiting: a\.example answered 503, retrying in (?:29|30) s$/,
    );
  });

  it('tells the rate apart from the number', () => {
    const { width, bar } = { width: Infinity, bar: false };
    expect(progressLine('crawling', crawlStanding(COUNTS, 200, 1.2), { width, bar })).toBe(
      'crawling 25/200 pages requested, 10 accepted (40 %), 1.2 per second, ' +
        '300 queued at 4 hosts, 1 of them waiting, 0 skipped, 0 failed, reasons: unchanged 25',
    );
  });

  it('tells how it went lately once that is not the whole', () => {
    const standing = crawlStanding({ ...COUNTS, fetched: 101, hosts: 1, hostsWaiting: 0 }, 200);
    expect([standing.foremost, ...(standing.notes?.slice(0, 2) ?? [])]).toEqual([
      '10 accepted (40 %)',
      '50 % of the last 100',
      '300 queued at 1 host',
    ]);
  });

  it.each([30, 50, 80])('keeps the accepted pages before everything else in %i columns', (width) => {
    const long = { ...COUNTS, fetched: 123_456, accepted: 65_432, queued: 3 };
    const standing = crawlStanding(long, 1_000_000, 12.3);
    const line = progressLine('crawling', standing, { width, bar: true, secondsLeft: 170_000 });
    expect(line).toContain('65432 accepted');
    expect(line.length).toBeLessThanOrEqual(width);
    expect(line.includes('123456/1000000 pages requested')).toBe(width === 80);
  });

  it('knows the end once enough addresses are queued', () => {
    expect(crawlStanding(COUNTS, 200).endKnown).toBe(true);
    const notes = crawlStanding({ ...COUNTS, secondChoice: 4 }, 200).notes;
    expect(notes).toContain('4 requested that only rejected pages link to');
    expect(crawlStanding({ ...COUNTS, queued: 3 }, 200).endKnown).toBe(false);
  });
});

it('names reasons apart from the failures, the most frequent first', () => {
  const reasons = { unchanged: 25, trap: 40, busy: 1, timeout: 2 };
  expect(notKeptText({ skipped: 40, failed: 3, reasons }, 3)).toEqual([
    '40 skipped, 3 failed',
    'reasons: trap 40, unchanged 25, timeout 2',
  ]);
  expect(notKeptText({ skipped: 0, failed: 0, reasons: {} })).toEqual(['0 skipped, 0 failed']);
});

it.each([
  [0.4, '1 s'],
  [89, '89 s'],
  [100, '2 min'],
  [3600 * 1.5, '1 h 30 min'],
  [3600 * 53, '2 d 5 h'],
])('says %d seconds as %s', (seconds, expected) => expect(durationText(seconds)).toBe(expected));

it('takes the rate over the last half minute', () => {
  let now = 0;
  const rate = createRate(() => now);
  expect(rate(0)).toBe(0);
  for (now = 1; now <= 100; now += 1) rate(now < 50 ? 0 : now * 2);
  expect(rate(202)).toBeCloseTo(2, 1);
});

describe('numbers for people', () => {
  it('has no score where there is nothing to judge by', () => {
    expect([scoreText(NOTHING_TO_JUDGE), scoreOrNull(NOTHING_TO_JUDGE)]).toEqual([
      'none (nothing to judge by)',
      null,
    ]);
    expect([scoreText(-1.23456), scoreOrNull(0.5)]).toEqual(['-1.235', 0.5]);
  });

  it('shortens priorities', () => {
    expect([0.1234567890123456, 1234.5678, -3, Number.MAX_SAFE_INTEGER].map(priorityText)).toEqual([
      '0.1235',
      '1235',
      '-3',
      'before all others',
    ]);
  });
});
