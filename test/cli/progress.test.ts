import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { PassThrough } from 'node:stream';
import { type CommandIo } from '../../src/cli/io.js';
import { crawlNotes, crawlStanding } from '../../src/cli/crawl-text.js';
import { watchWork } from '../../src/cli/work-watch.js';
import type { CrawlSummary } from '../../src/crawling/engine/crawl-counts.js';
import { manualClock } from '../support/manual-clock.js';

const SUMMARY: CrawlSummary = {
  ...{ fetched: 25, done: 25, accepted: 10, rejected: 15, secondChoice: 0, skipped: 40, failed: 3 },
  ...{ queued: 300, bytes: 1, harvestRate: 0.4, recentHarvestRate: 0.5, hosts: 4, hostsWaiting: 1 },
  ...{ reasons: { unchanged: 25, trap: 40, 'near-duplicate': 2 } },
  ...{ ended: 'nothing-left', startedAt: '', endedAt: '', seconds: 9, links: { 'too-deep': 279 } },
};

describe('watchWork', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  /** A watch, what it writes, and time that passes; half a second at a time, as the timers look. */
  function watched(terminal?: NodeJS.WriteStream) {
    const clock = manualClock();
    const said: string[] = [];
    const io = {
      stderr: (text: string) => said.push(text),
      drawings: new Set(),
      terminal,
    } as unknown as CommandIo;
    const watch = watchWork(io, 'building bees', clock);
    const pass = (seconds: number): void => {
      for (let step = 0; step < 2 * seconds; step += 1) {
        clock.advance(500);
        jest.advanceTimersByTime(500);
      }
    };
    return { said, clock, pass, watch };
  }

  it('names steps and counts in lines where there is no terminal, and nothing of short work', () => {
    const { said, pass, watch } = watched();
    watch.wait('loading sfwc');
    pass(4);
    expect(said).toEqual([]);
    pass(2);
    for (let done = 1; done <= 8; done += 1) {
      watch.update({ done, total: 8, unit: 'documents' });
      pass(1);
    }
    watch.wait('training the ensemble', 'part 1 of 5');
    pass(60);
    watch.stop();
    expect(said).toEqual([
      'building bees loading sfwc\n',
      'building bees 4/8 documents, about 4 s left\n',
      'building bees training the ensemble, part 1 of 5\n',
    ]);
  });

  it('says what pages are waited for and until when', () => {
    const { said, clock, pass, watch } = watched();
    watch.update({ done: 3, unit: 'pages' });
    const until = clock.now() + 600_000;
    watch.watchActivity(() => ({
      waiting: { why: 'b.example is not to be contacted yet', since: 0, until },
    }));
    pass(5);
    watch.stop();
    expect(said).toEqual([
      'building bees waiting: b.example is not to be contacted yet, continuing in 10 min, 3 pages\n',
    ]);
  });

  it('draws each step on a terminal at once, no wider than that', () => {
    const terminal = Object.assign(new PassThrough(), { columns: 40, isTTY: true });
    const written: string[] = [];
    terminal.on('data', (text: Buffer) => written.push(text.toString()));
    const { said, watch } = watched(terminal as unknown as NodeJS.WriteStream);
    watch.update({ done: 8, total: 8, unit: 'documents' });
    watch.wait('training');
    watch.wait('training', 'part 2 of 5, which takes a while');
    watch.stop();
    expect(written).toEqual([
      '\r\u001b[2Kbuilding bees 8/8 documents',
      '\r\u001b[2Kbuilding bees training',
      '\r\u001b[2Kbuilding bees training, part 2 of 5, w…',
      '\r\u001b[2K',
    ]);
    expect(said).toEqual([]);
  });
});

describe('the texts of a crawl', () => {
  it('say how it stands', () => {
    const { done, total, notes } = crawlStanding(SUMMARY, 200);
    expect([done, total]).toEqual([25, 200]);
    expect(notes).toEqual([
      '10 accepted (40 %)',
      '300 queued at 4 hosts, 1 of them waiting',
      '40 skipped, 3 failed',
    ]);
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
