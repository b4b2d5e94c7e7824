import { expect, it, jest } from '@jest/globals';
import { PassThrough } from 'node:stream';
import { watchCrawl } from '../../src/cli/crawl-in-browser.js';
import type { CommandIo } from '../../src/cli/io.js';
import type { CrawlActivity } from '../../src/model/crawl-activity.js';

const COUNTS = {
  ...{ fetched: 12, done: 12, accepted: 3, rejected: 9, secondChoice: 0, skipped: 0, failed: 0, queued: 300 },
  ...{ bytes: 1, harvestRate: 0.25, recentHarvestRate: 0.25, hosts: 1, hostsWaiting: 1, reasons: {} },
};

it('says on a terminal what the crawl waits for while nothing is requested', async () => {
  jest.useFakeTimers();
  try {
    const terminal = Object.assign(new PassThrough(), { columns: 120, isTTY: true });
    const written: string[] = [];
    terminal.on('data', (text: Buffer) => written.push(text.toString()));
    const io = {
      stderr: (text: string) => written.push(text),
      colours: { stdout: false, stderr: false },
      drawings: new Set(),
      terminal,
    } as unknown as CommandIo;
    const watch = watchCrawl({ logFormat: 'text', ui: false }, io);
    const now: { activity?: CrawlActivity } = {};
    watch.watchActivity(() => now.activity);
    watch.update(COUNTS, 200);
    written.length = 0;
    jest.advanceTimersByTime(3000);
    expect(written.join('')).not.toContain('waiting');
    const since = Date.now();
    now.activity = {
      waiting: { why: 'a.example answered 503', since, until: since + 120_000, retries: true },
    };
    jest.advanceTimersByTime(1000);
    expect(written.join('')).toContain(
      'crawling 3 accepted (25 %), waiting: a.example answered 503, retrying in 2 min, 12/200 pages requested',
    );
    written.length = 0;
    jest.advanceTimersByTime(60_000);
    expect(written.join('')).toContain('retrying in 59 s');
    expect(written.join('')).not.toContain('\n');
    watch.stop();
  } finally {
    jest.useRealTimers();
  }
});
