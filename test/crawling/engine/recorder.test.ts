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
  readonly settle: (n: number) => Promise<void>;
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
  const settle = (n: number): Promise<void> =>
    recorder.deliver(
      recorder.take(queued(`http://a.example/${n}`), { state: 'failed', code: 'network', fetched: true }),
    );
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
