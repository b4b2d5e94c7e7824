import { expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { beeTopic } from '../support/bee-topic.js';
import { ROOT } from '../cli/run.js';
import { describeUnless } from './data.js';

/** What `hostile-crawl.mjs` says of one kind of answer. */
interface Crawled {
  readonly kind: string;
  /** Milliseconds. */
  readonly blocked: number;
  readonly seconds: number;
  readonly outcomes: readonly string[];
}

/** Answers that ask the crawler to come back later: it waits longer than this test. */
const WAITED_FOR = new Set(['retry-after', 'robots-switching']);
/** Milliseconds that the main thread may be blocked. */
const MAX_BLOCKED = 200 * Number(process.env['SFWC_TEST_FACTOR'] ?? 1);

describeUnless(undefined, 'crawls of answers that are made to keep the reader busy', () => {
  const { root, kb } = beeTopic();

  /** Crawls a share of all kinds of answers in a process of its own. */
  async function crawlShare(share: string): Promise<readonly Crawled[]> {
    const folder = join(root, share.replace('/', ' of '));
    const child = spawn(process.execPath, [join(ROOT, 'test/full/hostile-crawl.mjs'), kb, folder, share]);
    let [said, complaints] = ['', ''];
    child.stdout.on('data', (part) => (said += String(part)));
    child.stderr.on('data', (part) => (complaints += String(part)));
    const [code] = (await once(child, 'close')) as [number | null];
    expect([code, complaints]).toEqual([0, '']);
    return said
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Crawled);
  }

  it('end, and never block the main thread for long', async () => {
    const crawled = (await Promise.all(['1/2', '2/2'].map(crawlShare))).flat();
    expect(crawled.length).toBeGreaterThan(100);
    const ended = crawled.filter(({ kind }) => !WAITED_FOR.has(kind));
    expect(ended.filter(({ outcomes }) => outcomes.length === 0)).toEqual([]);
    expect(crawled.filter(({ blocked }) => blocked > MAX_BLOCKED)).toEqual([]);
    const [slowest] = [...crawled].sort((a, b) => b.blocked - a.blocked);
    process.stdout.write(`longest block: ${slowest?.blocked} ms (${slowest?.kind})\n`);
  }, 1_800_000);
});
