import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CollectReport } from '../../src/extensions/cluster/collect.js';
import type { SharedStatus } from '../../src/extensions/cluster/shared-status.js';
import { readEvents } from '../../src/crawling/store/result-folder.js';
import type { CrawlEvent } from '../../src/model/crawl-event.js';
import { sfwc, start } from '../cli/run.js';
import { beeTopic } from '../support/bee-topic.js';
import { startClusterWeb, type ClusterWeb } from './cluster-web.js';
import { describeUnless } from './data.js';
import { postgresMissing, startPostgres, type Postgres } from './postgres-server.js';
import { withSettings } from '../support/with-settings.js';
import { collected } from '../support/collected.js';
import { storedPages } from '../support/stored-pages.js';

const NAME = 'together';
/** Of some 240 pages that can be reached. */
const MAX = 100;

describeUnless(postgresMissing(), 'three workers of a crawl', () => {
  const { root, kb } = beeTopic();
  const folders = [1, 2, 3].map((number) => path.join(root, `w${number}`));
  const all = path.join(root, 'all');
  const workers: ChildProcess[] = [];
  const said: string[] = [];
  let server: Postgres;
  let web: ClusterWeb;
  beforeAll(async () => {
    [server, web] = [await startPostgres(), await startClusterWeb(24, 10)];
  });
  afterAll(async () => {
    for (const worker of workers) worker.kill('SIGKILL');
    await web.close();
    await server.stop();
  });

  const shared = (): string[] => ['--frontier', server.url];
  function run(args: readonly string[], out: string): Promise<number | null> {
    const frontier = `${server.url}?lease=5&crawl=${NAME}`;
    const child = start([
      ...args,
      ...(args[0] === 'shared' ? ['--frontier', frontier] : ['--set', `frontier=${frontier}`]),
      '--concurrency',
      '6',
      '--out',
      out,
    ]);
    workers.push(child);
    child.stderr?.on('data', (data: Buffer) => said.push(data.toString()));
    return new Promise((resolve) => child.once('exit', resolve));
  }
  const begun = async (out: string): Promise<void> => {
    while (!existsSync(path.join(out, 'events.jsonl'))) await sleep(50);
  };
  const status = async (): Promise<SharedStatus> =>
    JSON.parse((await sfwc(['shared', 'status', NAME, ...shared(), '--json'])).stdout) as SharedStatus;
  const eventsOf = (out: string): Promise<CrawlEvent[]> => collected(readEvents(out));

  it('end the crawl at its limit to the page', async () => {
    const fine = { classifier: 'krs-paper', follow: 'all', workers: 1, connectTo: web.connect };
    const paced = { ...fine, keepDuplicates: true };
    const topic = ['--kb', kb, '--topic', 'bees', '--strategy', 'breadth-first', '--seeds', web.seed];
    const limits = ['--delay', '0.3', '--max-pages', String(MAX), '--warc', 'all'];
    const ends = [run(['crawl', ...topic, ...limits, ...withSettings(paced)], folders[0]!)];
    await begun(folders[0]!);
    for (const folder of folders.slice(1)) ends.push(run(['shared', 'join', NAME], folder));
    for (const folder of folders) await begun(folder);

    expect(await Promise.all(ends)).toEqual([0, 0, 0]);
    expect(said.join('')).not.toContain('error');
    expect(await status()).toMatchObject({ state: 'stopped', counts: { fetched: MAX } });
    expect(server.sql('SELECT sum(granted), sum(fetched) FROM sfwc.workers').trim()).toBe(`${MAX}|${MAX}`);
  }, 120_000);

  it('leave results that are collected into one folder, again and again', async () => {
    const collect = async (some: readonly string[]): Promise<CollectReport> => {
      const place = [...shared(), '--out', all, '--force', '--json'];
      const { code, stdout } = await sfwc(['shared', 'collect', NAME, ...some, ...place]);
      expect(code).toBe(0);
      return JSON.parse(stdout) as CollectReport;
    };
    // One after the other, as if it had been interrupted.
    const part = await collect(folders.slice(0, 1));
    expect(part.missing).toBeGreaterThan(0);
    const report = await collect(folders);
    expect(report).toMatchObject({ missing: 0, summary: { fetched: MAX, ended: 'max-pages' } });
    const events = await eventsOf(all);
    expect(events.filter(({ fetched }) => fetched)).toHaveLength(MAX);
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, place) => place + 1));
    const accepted = events.filter(({ judgement }) => judgement?.accepted === true);
    expect((await storedPages(all)).size).toBe(accepted.length);

    const bytes = (file: string): Promise<string> => readFile(path.join(all, file), 'utf8');
    const first = await Promise.all(['events.jsonl', 'crawl.json'].map(bytes));
    await collect(folders);
    expect(await Promise.all(['events.jsonl', 'crawl.json'].map(bytes))).toEqual(first);
    const pages = await sfwc(['pages', all]);
    expect(pages.stdout.trim().split('\n')).toHaveLength(accepted.length);
    const place = [...shared(), '--out', folders[0]!, '--force'];
    const refused = await sfwc(['shared', 'collect', NAME, ...folders, ...place]);
    expect(refused.stderr).toContain('is the folder of a worker');
  }, 60_000);

  it('are followed by others, with another limit', async () => {
    const end = run(['shared', 'join', NAME, '--max-pages', String(MAX + 5)], path.join(root, 'w4'));
    expect(await end).toBe(0);
    expect(await status()).toMatchObject({ counts: { fetched: MAX + 5 } });
  }, 60_000);
});
