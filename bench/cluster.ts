/**
 * Crawls that workers share through PostgreSQL: pages per second, statements and database time per page with 1, 2 and 4
 * workers on a simulated network; and the frontier alone, at growing numbers of URLs: operations per second, bytes per URL.
 *
 *     npm run bench -- cluster [--workers 1,2,4] [--pages 2000] [--latency 150] [--urls 30000,100000] [--url postgres://…]
 *     npm run bench -- cluster --pages 0 --urls 1000000,3000000,10000000
 *
 * The numbers of URLs are those of one crawl that grows, so that slopes come from one run; memory does not grow with them.
 * 10 million URLs need 10 GB of disk. `--pages 0` and `--urls 0` leave a part out.
 *
 * Without --url it starts a PostgreSQL of its own, where its programs are there. The workers are in one process, with
 * connections of their own; a page takes them no time but the latency, so that few cores do not hide how they scale.
 */
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeCrawl, openSchema, tablesOf, type SharedCrawl } from '../src/extensions/cluster/catalog.js';
import { createDatabaseClock, openDatabase, type Database } from '../src/extensions/cluster/database.js';
import { joinAsWorker, type SharedWorker } from '../src/extensions/cluster/shared-crawl.js';
import { stateAfter } from '../test/support/crawl-state.js';
import type { QueuedUrl } from '../src/model/crawl-event.js';
import type { HostTimes } from '../src/model/frontier.js';
import { startPostgres } from '../test/full/postgres-server.js';

const { values } = parseArgs({
  options: {
    workers: { type: 'string', default: '1,2,4' },
    pages: { type: 'string', default: '2000' },
    latency: { type: 'string', default: '150' },
    urls: { type: 'string', default: '30000,100000' },
    url: { type: 'string' },
  },
});
const numbers = (list: string): number[] => list.split(',').map(Number);

/** Pages that a worker has under way, links of a page, and URLs of a host. */
const CONCURRENCY = 16;
const LINKS = 20;
const URLS_A_HOST = 100;
const ALWAYS: HostTimes = { now: 0, readyAt: () => 0 };
/** What an event of a judged page takes. */
const EVENT_FILLER = 'x'.repeat(1200);

let made = 0;

function entryOf(place: number): QueuedUrl {
  const url = `http://host${Math.floor(place / URLS_A_HOST)}.example/a-typical/path/of-some-length/page-${place}.html`;
  return {
    url,
    depth: 3,
    referrer: `${url}?from`,
    anchorText: 'a typical anchor',
    priority: { value: (place * 7919) % 1000, reason: 'test' },
  };
}

async function join(
  url: string,
  crawl: SharedCrawl,
): Promise<{ readonly worker: SharedWorker; readonly database: Database }> {
  const database = await openDatabase(url);
  const worker = await joinAsWorker({
    ...{ database, crawl, clock: createDatabaseClock(), name: 'bench' },
    ...{ lease: 600_000, timeout: 1000 },
  });
  return { worker, database };
}

/** Ends a URL with links to others, as the engine does. */
function end({ store }: SharedWorker, entry: QueuedUrl, sequence: number, links: readonly QueuedUrl[]): void {
  store.frontier.transaction(() => {
    for (const link of links) store.frontier.enqueue(link);
    store.frontier.end(entry.url, 'done');
    const event = {
      sequence,
      time: EVENT_FILLER,
      url: entry.url,
      state: 'done',
      depth: 3,
      fetched: true,
    } as const;
    store.note({ entry, event }, stateAfter(sequence));
  });
}

/** One worker: takes URLs, waits as long as a request, ends them with links all over the web. */
async function work(
  worker: SharedWorker,
  latency: number,
  count: { pages: number; next: number; most: number },
): Promise<void> {
  let sequence = 0;
  const visit = async (entry: QueuedUrl): Promise<void> => {
    if (!(await worker.crew.announce(new URL(entry.url).host, 0))) {
      worker.store.frontier.release(entry.url);
      return;
    }
    await sleep(latency);
    worker.crew.rest(new URL(entry.url).host, 0);
    const links = Array.from({ length: LINKS }, () => entryOf(Math.floor((count.next += 37) % 200_000)));
    end(worker, entry, ++sequence, links);
    count.pages += 1;
  };
  const running = new Set<Promise<void>>();
  while (count.pages < count.most) {
    await worker.crew.meet();
    worker.crew.news();
    for (; running.size < CONCURRENCY;) {
      const entry = worker.store.frontier.lease(ALWAYS);
      if (entry === undefined) break;
      const visiting = visit(entry).finally(() => running.delete(visiting));
      running.add(visiting);
    }
    await Promise.race([...running, sleep(50)]);
  }
  await Promise.all(running);
}

async function scaling(url: string): Promise<void> {
  const [pages, latency] = [Number(values.pages), Number(values.latency)];
  if (pages === 0) return;
  console.log(`workers  pages/s   (${latency} ms a page, ${CONCURRENCY} at a time, ${LINKS} links a page)`);
  for (const workers of numbers(values.workers)) {
    const main = await openDatabase(url);
    const crawl = await makeCrawl(main, `bench-${process.pid}-${++made}`, {}, 1e9);
    const joined = await Promise.all(Array.from({ length: workers }, () => join(url, crawl)));
    const first = joined[0];
    if (first === undefined) continue;
    for (let n = 0; n < 2000; n += 1) first.worker.store.frontier.enqueue(entryOf(n * 100));
    for (let turn = 0; turn < 2; turn += 1) for (const { worker } of joined) await worker.crew.look();
    const count = { pages: 0, next: 0, most: pages * workers };
    const begin = performance.now();
    await Promise.all(joined.map(({ worker }) => work(worker, latency, count)));
    const seconds = (performance.now() - begin) / 1000;
    console.log(`${String(workers).padStart(7)} ${(count.pages / seconds).toFixed(1).padStart(8)}`);
    for (const { worker, database } of joined) {
      await worker.crew.leave('bench');
      await database.close();
    }
    await main.close();
  }
}

/** URLs that are queued in one transaction, and that are ended at each size at most. */
const QUEUED_BATCH = 2000;
const MAX_ENDED = 5000;

/** Lets one crawl grow to each of the sizes, and ends some URLs there. */
async function alone(url: string): Promise<void> {
  const sizes = numbers(values.urls).filter((size) => size > 0);
  if (sizes.length === 0) return;
  console.log('\n     URLs    hosts  queued/s  ended/s  take ms  bytes/URL queued (seen)  memory MB');
  const main = await openDatabase(url);
  const crawl = await makeCrawl(main, `bench-${process.pid}-${++made}`, {}, 1e9);
  let queued = 0;
  for (const size of sizes.sort((a, b) => a - b)) {
    const queueing = await asWorker(url, crawl, (worker) => queue(worker, queued, size));
    const speed = (size - queued) / queueing;
    queued = size;
    const { all, seen } = await bytesOf(main, crawl);
    const ending = await asWorker(url, crawl, (worker) => endSome(worker, Math.min(MAX_ENDED, size / 4)));
    console.log(
      [
        String(size).padStart(9),
        String(Math.ceil(size / URLS_A_HOST)).padStart(8),
        speed.toFixed(0).padStart(9),
        ending.speed.toFixed(0).padStart(8),
        ending.take.toFixed(0).padStart(8),
        `${(all / size).toFixed(0)} (${(seen / size).toFixed(0)})`.padStart(24),
        (process.memoryUsage().rss / 1e6).toFixed(0).padStart(10),
      ].join(' '),
    );
  }
  await main.close();
}

/** Runs a step as a worker of its own, which holds nothing before and nothing afterwards. */
async function asWorker<T>(
  url: string,
  crawl: SharedCrawl,
  step: (worker: SharedWorker) => Promise<T>,
): Promise<T> {
  const { worker, database } = await join(url, crawl);
  try {
    return await step(worker);
  } finally {
    await worker.crew.leave('bench');
    await database.close();
  }
}

/** Queues URLs from one number to another; returns the seconds that it took. */
async function queue({ store }: SharedWorker, from: number, to: number): Promise<number> {
  const begin = performance.now();
  for (let place = from; place < to; place += QUEUED_BATCH) {
    const batch = Array.from({ length: Math.min(QUEUED_BATCH, to - place) }, (_, n) => entryOf(place + n));
    for (const link of batch) store.frontier.enqueue(link);
    await store.frontier.commit();
  }
  return (performance.now() - begin) / 1000;
}

/** Takes hosts, and ends some URLs there; returns milliseconds for the former, and URLs a second for the latter. */
async function endSome(
  worker: SharedWorker,
  most: number,
): Promise<{ readonly take: number; readonly speed: number }> {
  const asked = performance.now();
  await worker.crew.look();
  const begin = performance.now();
  let ended = 0;
  for (; ended < most; ended += 1) {
    const entry = worker.store.frontier.lease(ALWAYS);
    if (entry === undefined) break;
    end(worker, entry, ended + 1, []);
    if (ended % 16 === 0) await worker.store.frontier.commit();
  }
  await worker.store.frontier.commit();
  return { take: begin - asked, speed: ended / ((performance.now() - begin) / 1000) };
}

/** Bytes on the disk of all that a queued URL takes, and of the table of known URLs alone. */
async function bytesOf(
  database: Database,
  crawl: SharedCrawl,
): Promise<{ readonly all: number; readonly seen: number }> {
  const { urls, seen, hosts } = tablesOf(crawl.id);
  const size = async (table: string): Promise<number> => {
    const [row] = await database.transaction((query) =>
      query(
        `SELECT coalesce(sum(pg_total_relation_size(relid)), 0) AS bytes FROM pg_partition_tree('${table}')`,
      ),
    );
    return Number(row?.['bytes']);
  };
  const known = await size(seen);
  return { all: (await size(urls)) + known + (await size(hosts)), seen: known };
}

const server = values.url === undefined ? await startPostgres(['shared_buffers=512MB']) : undefined;
const url = values.url ?? server?.url ?? '';
try {
  const database = await openDatabase(url);
  await openSchema(database);
  await database.close();
  await scaling(url);
  await alone(url);
} finally {
  await server?.stop();
}
