import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CrawlEvent } from '../../src/model/crawl-event.js';
import { readEvents } from '../../src/crawling/store/result-folder.js';
import { seededRandom } from '../../src/support/random.js';
import { runProcess, sfwc, start } from '../cli/run.js';
import { without } from '../../src/support/without.js';
import { beeTopic, openSmallWeb } from '../support/bee-topic.js';
import { earlyRequests, startClusterWeb, type ClusterWeb } from './cluster-web.js';
import { describeUnless } from './data.js';
import { postgresMissing, startPostgres, type Postgres } from './postgres-server.js';
import { withSettings } from '../support/with-settings.js';
import { collected } from '../support/collected.js';
import { storedPages } from '../support/stored-pages.js';

/** Seconds between two requests to a host, and those that a web may see less where it notes the first one late on a busy machine. */
const DELAY = 1;
const TOLERANCE = 0.05;

describeUnless(postgresMissing(), 'crawls that workers share', () => {
  const { root, kb } = beeTopic();
  let server: Postgres;
  let web: ClusterWeb;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());

  const fine = withSettings({ keepDuplicates: true, timeout: 8 });
  const settings = (seed: string, connect: string): string[] => [
    ...['--kb', kb, '--topic', 'bees', '--set', 'classifier=krs-paper', '--strategy', 'breadth-first'],
    ...fine,
    ...['--seeds', seed, '--set', `connectTo=${connect}`, '--set', 'follow=all', '--max-pages', '5000'],
    ...['--delay', String(DELAY), '--set', 'workers=1'],
  ];
  const eventsOf = (out: string): Promise<CrawlEvent[]> => collected(readEvents(out));
  const accepted = (events: readonly CrawlEvent[]): string[] =>
    events
      .filter(({ judgement }) => judgement?.accepted === true)
      .map(({ url }) => url)
      .sort();

  it.each([
    ['krs', []],
    ['breadth-first', ['--set', 'record=metadata']],
  ])('by one worker give the same events as on the embedded frontier: %s %j', async (strategy, further) => {
    const { seeds } = (await openSmallWeb(root)).manifest;
    const topic = ['--kb', kb, '--topic', 'bees', '--strategy', strategy];
    const same = [...topic, '--seeds', ...Object.values(seeds).flat(), ...further];
    const pace = ['--concurrency', '1'];
    const all = ['crawl', ...same, '--web', path.join(root, 'web'), ...pace, '--out'];
    await sfwc([...all, path.join(root, `embedded-${strategy}`)]);
    const shared = path.join(root, `shared-${strategy}`);
    const place = withSettings({ frontier: `${server.url}?crawl=${strategy}` });
    const { stderr } = await sfwc([...all, shared, ...place]);
    expect(stderr).not.toContain('error');
    const withoutTimes = (events: readonly CrawlEvent[]): unknown[] =>
      events.map((event) => without(event, 'time'));
    const events = await eventsOf(shared);
    expect(events.length).toBeGreaterThan(3);
    expect(withoutTimes(events)).toEqual(
      withoutTimes(await eventsOf(path.join(root, `embedded-${strategy}`))),
    );
    const described = events.filter(({ metadata }) => metadata !== undefined);
    expect(described.length > 0).toBe(further.length > 0);
  });

  describe('by four processes that are killed, on a database that is restarted', () => {
    const workers = new Map<string, ChildProcess>();
    const folders: string[] = [];
    const said: string[] = [];
    const name = 'killed';
    const folder = (): string => {
      const out = path.join(root, `worker${folders.length + 1}`);
      folders.push(out);
      return out;
    };
    function run(args: readonly string[]): void {
      const out = folder();
      const address = `${server.url}?lease=5&crawl=${name}`;
      const frontier = args[0] === 'crawl' ? ['--set', `frontier=${address}`] : ['--frontier', address];
      const child = start([...args, ...frontier, '--concurrency', '6', '--out', out]);
      workers.set(out, child);
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (data: Buffer) => said.push(data.toString()));
      child.once('exit', (code, signal) => {
        said.push(`${out} ended: ${code ?? signal}\n`);
        workers.delete(out);
      });
    }
    const join = (): void => run(['shared', 'join', name]);
    /** Workers that have begun; before that there is nothing to lose. */
    const begun = (): string[] =>
      [...workers.keys()].filter((out) => existsSync(path.join(out, 'crawl.json')));
    const restOfCrawl = async (): Promise<void> => {
      while (workers.size > 0) await sleep(200);
    };
    afterAll(() => {
      for (const child of workers.values()) child.kill('SIGKILL');
    });

    it('ends every page once, asks no host early, and accepts what one process accepts', async () => {
      web = await startClusterWeb(50, 5);
      const single = path.join(root, 'single');
      await runProcess(['crawl', ...settings(web.seed, web.connect), '--concurrency', '16', '--out', single]);
      const expected = await eventsOf(single);
      expect(earlyRequests(web.log, 1000 * (DELAY - TOLERANCE))).toEqual([]);
      web.log.length = 0;

      const random = seededRandom(17);
      run(['crawl', ...settings(web.seed, web.connect)]);
      while (begun().length === 0 && workers.size > 0) await sleep(100);
      for (let one = 0; one < 3; one += 1) join();
      const restarts = [() => server.restart('immediate'), () => server.restart('fast')];
      let kills = 0;
      while (kills < 5 && workers.size > 0) {
        await sleep(500 + 700 * random());
        const ready = begun();
        if (ready.length < 2) continue;
        if (kills % 2 === 1) await restarts.pop()?.();
        workers.get(ready[Math.floor(random() * ready.length)] ?? '')?.kill('SIGKILL');
        kills += 1;
        join();
      }
      await restOfCrawl();
      // Whoever came last may have been killed before it was done.
      for (let more = 0; more < 3; more += 1) {
        const { stdout } = await sfwc(['shared', 'status', name, '--frontier', server.url, '--json']);
        if ((JSON.parse(stdout) as { state: string }).state === 'done') break;
        join();
        await restOfCrawl();
      }
      const all = path.join(root, 'all');
      const whole = folders.filter((out) => existsSync(path.join(out, 'crawl.json')));
      const place = ['--frontier', server.url, '--out', all];
      const collected = await sfwc(['shared', 'collect', name, ...whole, ...place]);
      expect(collected.stderr).toBe('');
      const events = await eventsOf(all);
      expect(kills).toBe(5);
      expect(restarts).toEqual([]);
      const urls = events.map(({ url }) => url);
      expect(new Set(urls).size).toBe(urls.length);
      expect([...urls].sort()).toEqual(expected.map(({ url }) => url).sort());
      expect(accepted(events)).toEqual(accepted(expected));
      expect(accepted(events).length).toBeGreaterThan(50);
      expect((await storedPages(all)).size).toBe(accepted(events).length);
      expect(earlyRequests(web.log, 1000 * (DELAY - TOLERANCE))).toEqual([]);
      await web.close();
    }, 400_000);
  });
});
