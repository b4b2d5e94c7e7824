import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Observation } from '../../src/crawling/engine/crawl-types.js';
import { stateAfter } from '../support/crawl-state.js';
import {
  findCrawl,
  makeCrawl,
  openSchema,
  readAllEvents,
  readQueue,
  type SharedCrawl,
} from '../../src/extensions/cluster/catalog.js';
import { createDatabaseClock, openDatabase, type Database } from '../../src/extensions/cluster/database.js';
import { joinAsWorker, type SharedWorker } from '../../src/extensions/cluster/shared-crawl.js';
import { always, queued } from '../support/queued-urls.js';
import { failureOf } from '../support/failure-of.js';
import { describeUnless } from './data.js';
import { postgresMissing, startPostgres, type Postgres } from './postgres-server.js';

describeUnless(postgresMissing(), 'workers that share a crawl', () => {
  let server: Postgres;
  const opened: Database[] = [];
  let made = 0;
  beforeAll(async () => {
    server = await startPostgres();
    await openSchema(await connect());
  });
  afterAll(async () => {
    for (const database of opened) await database.close();
    await server.stop();
  });

  async function connect(): Promise<Database> {
    const database = await openDatabase(server.url, { patience: 30 });
    opened.push(database);
    return database;
  }
  const begin = async (maxPages = 1000): Promise<SharedCrawl> =>
    makeCrawl(opened[0]!, `crawl-${++made}`, {}, maxPages);
  /** @param lease milliseconds */
  async function join(crawl: SharedCrawl, lease = 60_000): Promise<SharedWorker> {
    return joinAsWorker({
      ...{ database: await connect(), crawl, clock: createDatabaseClock(), name: 'worker' },
      ...{ lease, timeout: 1000 },
    });
  }
  /** Ends a leased URL as the engine does. */
  function end({ store }: SharedWorker, url: string, sequence: number): void {
    const event = {
      sequence,
      time: '2026-01-01T00:00:00.000Z',
      url,
      state: 'done',
      depth: 0,
      fetched: true,
    } as const;
    store.frontier.transaction(() => {
      store.frontier.end(url, 'done');
      store.note({ entry: queued(url), event } satisfies Observation, stateAfter(sequence));
    });
  }
  async function eventsOf(crawl: SharedCrawl): Promise<string[]> {
    const urls: string[] = [];
    for await (const { event } of readAllEvents(opened[0]!, crawl)) urls.push(event.url);
    return urls;
  }
  const leased = ({ store }: SharedWorker): string[] => {
    const urls: string[] = [];
    for (let one = store.frontier.lease(always); one !== undefined; one = store.frontier.lease(always))
      urls.push(one.url);
    return urls;
  };
  /** Makes the time of a worker be over, as if the machine had been paused. */
  const expire = ({ id }: SharedWorker): string =>
    server.sql(`UPDATE sfwc.workers SET deadline = clock_timestamp() - interval '1 hour' WHERE id = ${id}`);
  const hostUrls = (hosts: number, each: number): string[] =>
    Array.from(
      { length: hosts * each },
      (_, place) => `http://h${place % hosts}.example/${Math.floor(place / hosts)}`,
    );

  it('hold different hosts, and see URLs that others find for theirs', async () => {
    const crawl = await begin();
    const first = await join(crawl);
    for (const url of hostUrls(8, 2)) first.store.frontier.enqueue(queued(url));
    await first.crew.meet();
    const second = await join(crawl);
    for (let turn = 0; turn < 3; turn += 1) for (const worker of [first, second]) await worker.crew.look();
    const [ours, theirs] = [leased(first), leased(second)];
    expect([...ours, ...theirs].sort()).toEqual(hostUrls(8, 2).sort());
    expect(ours).toHaveLength(8);
    for (const [place, url] of ours.entries()) end(first, url, place + 1);
    const theirHost = new URL(theirs[0]!).origin;
    expect(first.store.frontier.enqueue(queued(`${theirHost}/new`))).toBe(true);
    await first.crew.look();
    await second.crew.look();
    expect(leased(second)).toEqual([`${theirHost}/new`]);
    await first.crew.leave('test');
    await second.crew.leave('test');
  });

  it('raise a URL of another worker by a better link', async () => {
    const crawl = await begin();
    const first = await join(crawl);
    for (const entry of [queued('http://a.example/1', 1), queued('http://a.example/2', 2)])
      first.store.frontier.enqueue(entry);
    await first.crew.meet();
    const second = await join(crawl);
    second.store.frontier.enqueue({ ...queued('http://a.example/1', 5), referrer: 'http://b.example/' });
    await second.crew.look();
    await first.crew.look();
    expect(first.store.frontier.waiting('http://a.example/1')).toMatchObject({
      referrer: 'http://b.example/',
    });
    expect(leased(first)).toEqual(['http://a.example/1', 'http://a.example/2']);
    await first.crew.leave('test');
    await second.crew.leave('test');
  });

  it('end a URL once, though a worker comes back after its time with an old epoch', async () => {
    const crawl = await begin();
    const paused = await join(crawl);
    paused.store.frontier.enqueue(queued('http://a.example/1'));
    await paused.crew.meet();
    expect(leased(paused)).toEqual(['http://a.example/1']);
    expire(paused);
    const other = await join(crawl);
    await other.crew.look();
    expect(leased(other)).toEqual(['http://a.example/1']);
    end(other, 'http://a.example/1', 1);
    await other.store.frontier.commit();
    // The one that was paused does not know of this yet.
    expect(await paused.crew.announce('a.example', 0)).toBe(false);
    end(paused, 'http://a.example/1', 1);
    paused.store.frontier.enqueue(queued('http://b.example/found'));
    await paused.store.frontier.commit();
    expect(paused.isLost(1)).toBe(true);
    expect(await eventsOf(crawl)).toEqual(['http://a.example/1']);
    // What it found counts all the same.
    expect(await readQueue(opened[0]!, crawl)).toMatchObject({ queued: 1, hosts: 1 });
    await paused.crew.leave('test');
    await other.crew.leave('test');
  });

  it('do not take a host before it may be asked, whoever asked it last', async () => {
    const crawl = await begin();
    const gone = await join(crawl);
    for (const entry of [queued('http://a.example/1'), queued('http://a.example/2')])
      gone.store.frontier.enqueue(entry);
    await gone.crew.meet();
    leased(gone);
    expect(await gone.crew.announce('a.example', 60_000)).toBe(true);
    expire(gone);
    const other = await join(crawl);
    await other.crew.look();
    expect(leased(other)).toEqual([]);
    expect(other.store.frontier.counts().queued).toBe(2);
    server.sql(`UPDATE sfwc.hosts_${crawl.id} SET ready_at = clock_timestamp()`);
    await other.crew.look();
    expect(leased(other)).toHaveLength(2);
    await other.crew.leave('test');
  });

  it('survive a connection that is cut, and a database that restarts, without ending anything twice', async () => {
    const crawl = await begin();
    const worker = await join(crawl);
    const urls = hostUrls(20, 3);
    for (const url of urls) worker.store.frontier.enqueue(queued(url));
    await worker.crew.meet();
    const cut = (): string =>
      server.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'sfwc'");
    const committing: Promise<void>[] = [];
    for (const [place, url] of leased(worker).entries()) {
      end(worker, url, place + 1);
      committing.push(Promise.resolve(worker.store.frontier.commit()));
      if (place % 5 !== 0) continue;
      // Somewhere in the transaction, or before it.
      const later = new Promise((wake) => setTimeout(wake, place / 5));
      await later;
      cut();
      await worker.store.frontier.commit();
    }
    await Promise.all(committing);
    await server.restart('immediate');
    worker.store.frontier.enqueue(queued('http://late.example/'));
    await worker.crew.look();
    expect((await eventsOf(crawl)).sort()).toEqual([...urls].sort());
    expect(leased(worker)).toEqual(['http://late.example/']);
    await worker.crew.leave('test');
  });

  it('end as many pages as they may, though they end them at the same time and one of them is lost', async () => {
    const crawl = await begin(23);
    const workers = [await join(crawl), await join(crawl), await join(crawl)];
    const [lost] = workers;
    for (const url of hostUrls(30, 4)) lost!.store.frontier.enqueue(queued(url));
    await lost!.crew.look();
    const ended = new Map<SharedWorker, number>();
    /** Ends as many pages as the worker may now, as the engine does. */
    const endAll = async (worker: SharedWorker): Promise<void> => {
      await worker.crew.look();
      while ((ended.get(worker) ?? 0) < worker.crew.limit) {
        const entry = worker.store.frontier.lease(always);
        if (entry === undefined) break;
        const count = (ended.get(worker) ?? 0) + 1;
        ended.set(worker, count);
        end(worker, entry.url, count);
        await worker.store.frontier.commit();
        if (worker === lost && count === 3) return;
      }
    };
    await Promise.all(workers.map(endAll));
    // It has three pages in the database and was granted more.
    expire(lost!);
    const others = workers.slice(1);
    for (let turn = 0; turn < 30 && others.some(({ crew }) => crew.mayRise); turn += 1)
      await Promise.all(others.map(endAll));
    expect(await eventsOf(crawl)).toHaveLength(23);
    expect(others.map(({ crew }) => crew.mayRise)).toEqual([false, false]);
    expect(
      server.sql(`SELECT sum(granted), sum(fetched) FROM sfwc.workers WHERE crawl = ${crawl.id}`).trim(),
    ).toBe('23|23');
    for (const { crew } of others) await crew.leave('test');
  });

  it('hear of the events of others, in their order, each once', async () => {
    const crawl = await begin();
    const [first, second] = [await join(crawl), await join(crawl)];
    for (const url of hostUrls(1, 3)) first.store.frontier.enqueue(queued(url));
    await first.crew.look();
    for (const [place, url] of leased(first).entries()) end(first, url, place + 1);
    await first.store.frontier.commit();
    await second.crew.look();
    expect(second.crew.news().events.map(({ url }) => url)).toEqual(hostUrls(1, 3));
    await second.crew.look();
    expect(second.crew.news().events).toEqual([]);
    for (const { crew } of [first, second]) await crew.leave('test');
  });

  it('say what is wrong: missing rights, unknown crawls, names that are taken', async () => {
    server.sql('CREATE ROLE poor LOGIN');
    const poor = await openDatabase(server.database('rich').replace('sfwc@', 'poor:secret-word@'));
    opened.push(poor);
    const refused = await failureOf(openSchema(poor));
    expect(refused).toMatchObject({ hint: expect.stringContaining('GRANT CREATE ON DATABASE') });
    expect(JSON.stringify(refused) + refused.message).not.toContain('secret-word');
    expect((await failureOf(findCrawl(opened[0]!, 'unknown'))).message).toContain("named 'unknown'");
    const crawl = await begin();
    expect((await failureOf(makeCrawl(opened[0]!, crawl.name, {}, 1))).message).toContain(
      'already has a crawl',
    );
  });
});
