import { expect, it } from '@jest/globals';
import { Recorder } from '../../../src/crawling/engine/recorder.js';
import type { CrawlRecord } from '../../../src/crawling/engine/crawl-types.js';
import { NOTHING_QUEUED, Tally } from '../../../src/crawling/engine/tally.js';
import { OutputError } from '../../../src/model/errors.js';
import { breadthFirst } from '../../../src/crawling/priority/simple-strategies.js';
import { queued } from '../../support/queued-urls.js';

interface Watched {
  readonly recorder: Recorder;
  /** What happened, in this order. */
  readonly log: string[];
  /** Takes a record in so many parts. */
  readonly settle: (n: number, parts?: number, act?: (part: number) => void) => Promise<void>;
}

/** A recorder with batches of three, whose first record may wait for an hour. */
function watched(commit: () => void = () => undefined): Watched {
  const log: string[] = [];
  const recorder = new Recorder(
    {
      clock: { now: () => 0, sleep: () => Promise.resolve() },
      priority: breadthFirst(),
      tally: new Tally(NOTHING_QUEUED),
      batch: { records: 3, milliseconds: 3_600_000 },
      commit: () => {
        commit();
        log.push('commit');
      },
      sink: async (records: readonly CrawlRecord[]) => {
        await Promise.resolve();
        log.push(`told ${records.map(({ event }) => event.sequence).join()}`);
      },
      failed: () => log.push('failed'),
      progress: () => undefined,
    },
    0,
  );
  async function settle(n: number, parts = 1, act: (part: number) => void = () => undefined): Promise<void> {
    function* step(): Generator<void, CrawlRecord> {
      for (let part = 1; part < parts; part += 1) {
        act(part);
        yield;
      }
      const outcome = { state: 'failed', code: 'network', fetched: true } as const;
      return recorder.take(queued(`http://a.example/${n}`), outcome);
    }
    const delivered = await recorder.record(step(), (part) => part());
    await delivered();
  }
  return { recorder, log, settle };
}

it('commits a batch before anything of it is told, and tells what is left in the end', async () => {
  const { recorder, log, settle } = watched();
  await settle(1);
  const first = ['commit', 'told 1'];
  expect(log).toEqual(first);
  for (const n of [2, 3]) await settle(n);
  expect(log).toEqual(first);
  for (const n of [4, 5]) await settle(n);
  expect(log).toEqual([...first, 'commit', 'told 2,3,4']);
  await recorder.flush();
  expect(log).toEqual([...first, 'commit', 'told 2,3,4', 'commit', 'told 5']);
});

it('tells nothing of a batch that cannot be committed, and goes no further', async () => {
  const full = new OutputError('the disk is full');
  const { recorder, log, settle } = watched(() => {
    throw full;
  });
  await expect(settle(1)).rejects.toBe(full);
  expect(log).toEqual(['failed']);
  expect(() => recorder.whole(() => undefined)).toThrow(full);
  await expect(settle(2)).rejects.toBe(full);
  await recorder.flush().catch(() => undefined);
});

it('begins no other step and commits nothing between the parts of a step, while others get their turn', async () => {
  const { recorder, log, settle } = watched();
  await settle(1);
  const slow = settle(2, 4, (part) => {
    log.push(`part ${part}`);
    if (part === 1) setImmediate(() => log.push('another'));
    if (part === 2) void recorder.flush();
  });
  const next = settle(3, 2, () => log.push('next'));
  await Promise.all([slow, next]);
  await recorder.flush();
  expect(log.slice(2)).toEqual([
    ...['part 1', 'another', 'part 2', 'part 3', 'next', 'commit', 'told 2,3', 'commit'],
  ]);
});

it('commits nothing after a step that failed in part', async () => {
  const { recorder, log, settle } = watched();
  await settle(1);
  const full = new OutputError('the disk is full');
  const failing = settle(2, 3, (part) => {
    if (part === 2) throw full;
  });
  await expect(failing).rejects.toBe(full);
  await expect(recorder.flush()).rejects.toBe(full);
  expect(log).toEqual(['commit', 'told 1', 'failed']);
});
