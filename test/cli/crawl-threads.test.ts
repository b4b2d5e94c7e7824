import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { openPageJudge as OpenPageJudge } from '../../src/judging/judge/judge-pool.js';
import { planJudge } from '../../src/judging/judge/judge.js';
import { openTopic } from '../../src/knowledge/places/knowledge-base.js';
import type { CrawlEvent } from '../../src/model/crawl-event.js';
import type * as Errors from '../../src/model/errors.js';
import { beeTopic } from '../support/bee-topic.js';
import { startMisbehavingWeb, type MisbehavingWeb } from '../support/misbehaving-web.js';
import { ROOT, sfwc } from './run.js';
import { itInFull, useRealThreads } from '../support/thorough.js';

const A = 'http://a.example';
useRealThreads();
const { root, kb } = beeTopic();
let web: MisbehavingWeb;

beforeAll(async () => void (web = await startMisbehavingWeb()));
afterAll(() => web.close());

/** Threads are started from what was built. */
async function openPool(threads: number, changes: { fail?: boolean } = {}) {
  const { openPageJudge } = (await import(join(ROOT, 'dist/judging/judge/judge-pool.js'))) as {
    readonly openPageJudge: typeof OpenPageJudge;
  };
  const parts = await planJudge(await openTopic(kb, 'bees', {}), 'krs-paper');
  const { QueryError } = (await import(join(ROOT, 'dist/model/errors.js'))) as typeof Errors;
  const refuse = (): Promise<never> => Promise.reject(new QueryError('the endpoint is asleep'));
  const counts = { byLemma: refuse, byMeaning: refuse, inBackground: refuse };
  const options = { crawler: 'sfwc', threads };
  return openPageJudge(changes.fail === true ? { ...parts, counts } : parts, options);
}

const html = (text: string): Uint8Array =>
  Buffer.from(`<html><head><title>Page</title></head><body><p>${text}</p><a href="/on">on</a></body></html>`);
const BEES =
  'The queen bee lays eggs in the hive, and worker bees bring honey and pollen to the colony. '.repeat(3);

async function events(workers: string): Promise<readonly CrawlEvent[]> {
  const out = join(root, `out-${workers}`);
  const seeds = ['bees-validated', 'plain', 'article', 'bad-charset', 'empty'].flatMap((path) => [
    '--seeds',
    `${A}/${path}`,
  ]);
  const place = ['--kb', kb, '--topic', 'bees', '--out', out, '--set', `connectTo=*=127.0.0.1:${web.port}`];
  const { stderr, code } = await sfwc([
    ...['crawl', ...place, ...seeds, '--set', `workers=${workers}`],
    ...['--max-pages', '12', '--delay', '0', '--set', 'follow=all'],
  ]);
  expect(code).toBe(0);
  expect(stderr).not.toContain('warning');
  const lines = readFileSync(join(out, 'events.jsonl'), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as CrawlEvent);
}

itInFull('judges in several threads as in one', async () => {
  const outline = (all: readonly CrawlEvent[]) =>
    all
      .map(({ url, state, code, title, judgement, links }) => ({ url, state, code, title, judgement, links }))
      .sort((one, other) => (one.url < other.url ? -1 : 1));
  const [one, two] = [outline(await events('1')), outline(await events('2'))];
  expect(one.filter(({ judgement }) => judgement?.accepted === true).length).toBeGreaterThan(0);
  expect(two).toEqual(one);
});

describe('a pool of threads', () => {
  it('reads a page first and judges it when it is asked to', async () => {
    const pool = await openPool(2);
    try {
      const reads = await Promise.all(
        Array.from({ length: 5 }, (_, n) => pool.read(html(BEES), `${A}/${n}`, 'text/html')),
      );
      expect(reads.map(({ page }) => page.links.map(({ url }) => url))).toEqual(Array(5).fill([`${A}/on`]));
      const [judgement, ...others] = await Promise.all(reads.slice(1).map((read) => read.judge()));
      expect(judgement).toMatchObject({ accepted: true, classifier: pool.classifier });
      expect(others).toEqual(Array(3).fill(judgement));
    } finally {
      await pool.close();
    }
  });

  itInFull('hands on what the knowledge base throws', async () => {
    const pool = await openPool(2, { fail: true });
    try {
      const read = await pool.read(html(BEES), `${A}/`, 'text/html');
      await expect(read.judge()).rejects.toMatchObject({
        name: 'QueryError',
        message: 'the endpoint is asleep',
      });
    } finally {
      await pool.close();
    }
  });
});
