import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { PassThrough } from 'node:stream';
import { type CommandIo } from '../../src/cli/io.js';
import { crawlNotes, crawlStanding } from '../../src/cli/crawl-text.js';
import { createRate, progressLine, watchWork } from '../../src/cli/work-watch.js';
import type { CrawlSummary } from '../../src/crawling/engine/crawl-counts.js';
import { manualClock } from '../support/manual-clock.js';

const SUMMARY: CrawlSummary = {
  ...{ fetched: 25, done: 25, accepted: 10, rejected: 15, secondChoice: 0, skipped: 40, failed: 3 },
  ...{ queued: 300, bytes: 1, harvestRate: 0.4, recentHarvestRate: 0.5, hosts: 4, hostsWaiting: 1 },
  ...{ reasons: { unchanged: 25, trap: 40, 'near-duplicate': 2 } },
  ...{ ended: 'nothing-left', startedAt: '', endedAt: '', seconds: 9, links: { 'too-deep': 279 } },
};

describe('progressLine', () => {
  const standing = { done: 25, total: 200, unit: 'pages requested', notes: ['first note', 'second note'] };

  it('says what is counted right behind the number, then the time remaining, then the notes', () => {
    expect(progressLine('crawling', standing, Infinity, 100)).toBe(
      'crawling 25/200 pages requested, 2 min left, first note, second note',
    );
    expect(progressLine('crawling', { ...standing, endKnown: false }, Infinity, 100)).toContain(
      'at most 2 min',
    );
  });

  it.each([5, 20, 40, 60, 79])('is never longer than a terminal of %i columns', (width) => {
    expect(progressLine('crawling', standing, width, 5).length).toBeLessThanOrEqual(width);
  });
});

describe('watchWork', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  /** A watch, what it writes, and time that passes; half a second at a time, as the timers look. */
  async function watched(terminal?: NodeJS.WriteStream) {
    const clock = manualClock();
    const said: string[] = [];
    const io = {
      stderr: (text: string) => said.push(text),
      colours: { stdout: false, stderr: false },
      drawings: new Set(),
      terminal,
    } as unknown as CommandIo;
    const watch = await watchWork(io, 'building bees', clock);
    const pass = (seconds: number): void => {
      for (let step = 0; step < 2 * seconds; step += 1) {
        clock.advance(500);
        jest.advanceTimersByTime(500);
      }
    };
    return { said, clock, pass, watch };
  }

  it('names steps and counts in lines where there is no terminal, and nothing of short work', async () => {
    const { said, clock, pass, watch } = await watched();
    watch.wait('loading sfwc');
    pass(1);
    expect(said).toEqual([]);
    pass(2);
    for (let done = 1; done <= 8; done += 1) {
      watch.update({ done, total: 8, unit: 'documents' });
      pass(1);
    }
    watch.wait('training the ensemble', { busy: 3000 });
    clock.advance(9000);
    watch.stop();
    expect(said).toEqual([
      'building bees loading sfwc\n',
      'building bees 1/8 documents\n',
      'building bees 6/8 documents, 3 s left\n',
      'building bees training the ensemble\n',
    ]);
  });

  it('says what pages are waited for and until when, and names a wait again after a message', async () => {
    const { said, clock, pass, watch } = await watched();
    watch.wait('waiting for an answer of a.example');
    pass(3);
    watch.logger.warn('a.example: status 503');
    pass(2);
    const until = clock.now() + 600_000;
    watch.watchActivity(() => ({
      waiting: { why: 'b.example is not to be contacted yet', since: 0, until },
    }));
    pass(3);
    watch.stop();
    expect(said).toEqual([
      'building bees waiting for an answer of a.example\n',
      'warning: a.example: status 503\n',
      'building bees waiting for an answer of a.example\n',
      'building bees waiting: b.example is not to be contacted yet, continuing in 10 min\n',
    ]);
  });

  it('draws each step on a terminal at once, without the counts of the one before', async () => {
    const terminal = Object.assign(new PassThrough(), { columns: 100, isTTY: true });
    const written: string[] = [];
    terminal.on('data', (text: Buffer) => written.push(text.toString()));
    const { said, watch } = await watched(terminal as unknown as NodeJS.WriteStream);
    watch.update({ done: 8, total: 8, unit: 'documents' });
    watch.wait('training the ensemble', { detail: 'part 1 of 5' });
    watch.wait('training the ensemble', { detail: 'part 2 of 5' });
    watch.stop();
    const drawn = written.filter((text) => text.startsWith('building'));
    expect(drawn.map((text) => text.trimEnd())).toEqual([
      expect.stringMatching(/8\/8 documents$/),
      'building bees training the ensemble, part 1 of 5',
      'building bees training the ensemble, part 2 of 5',
    ]);
    expect(said).toEqual([]);
  });
});

it('takes the rate over the last half minute', () => {
  let now = 0;
  const rate = createRate(() => now);
  expect(rate(0)).toBe(0);
  for (now = 1; now <= 100; now += 1) rate(now < 50 ? 0 : now * 2);
  expect(rate(202)).toBeCloseTo(2, 1);
});

describe('the texts of a crawl', () => {
  it('say how it stands: the end is known once enough addresses are queued', () => {
    expect(progressLine('crawling', crawlStanding(SUMMARY, 200, 1.2), Infinity)).toBe(
      'crawling 25/200 pages requested, 1.2 per second, 10 accepted (40 %), ' +
        '300 queued at 4 hosts, 1 of them waiting, 40 skipped, 3 failed',
    );
    expect(crawlStanding({ ...SUMMARY, queued: 3 }, 200).endKnown).toBe(false);
  });

  it('tell how it went lately once that is not the whole, and how many relevant pages are left', () => {
    const figure = { left: 10.4, low: 2, high: 31, inQueue: 9, unseen: 1.4 };
    const remaining = {
      ...{ requests: 400, found: 90, samples: 8, samplesAccepted: 1, ...figure },
      ...{ recall: 0.9, recallLow: 0.74, recallHigh: 0.98 },
    };
    expect(crawlNotes({ ...SUMMARY, fetched: 101, acceptedHosts: 1, remaining }).slice(0, 3)).toEqual([
      '10 accepted (40 %) at 1 host',
      '50 % of the last 100',
      'about 10 relevant left (90 %: 2 to 31), recall 90 % (74 % to 98 %)',
    ]);
  });
});
