/**
 * How fast the frontier is, how much memory it takes and how its file grows.
 *
 *     npm run bench -- frontier [--urls 1000000 --hosts 10000 --links 50 --batch 20]
 *
 * As in a crawl, URLs come a page at a time: `links` of them, four in five on one host, the rest anywhere; hosts are large
 * and small (their sizes follow Zipf's law). Rates are operations a second; `--batch` pages are one transaction. All but
 * enqueueing is done with a fifth of the URLs, at most 500,000.
 * `enqueue` new URLs, `deduplicate` URLs that are known, `take and acknowledge` as a crawl does that waits for nobody, `revalue`
 * URLs that wait. Prints rates of enqueueing, sizes and memory for each tenth.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openCrawlDatabase } from '../src/crawling/store/crawl-database.js';
import { openFrontier } from '../src/crawling/frontier/frontier.js';
import type { QueuedUrl } from '../src/model/crawl-event.js';
import type { Frontier, HostTimes } from '../src/model/frontier.js';
import { alignColumns } from '../src/support/text/columns.js';
import { seededRandom } from '../src/support/random.js';

const { values } = parseArgs({
  options: {
    urls: { type: 'string', default: '1000000' },
    hosts: { type: 'string', default: '10000' },
    links: { type: 'string', default: '50' },
    batch: { type: 'string', default: '20' },
    parts: { type: 'string', default: '10' },
  },
});
const urls = Number(values.urls);
const hosts = Number(values.hosts);
const links = Number(values.links);
const batch = Number(values.batch);
const free: HostTimes = { now: 0, readyAt: () => 0 };

/** The page that a step of the crawl links from: its host, and the URLs on it. Numbers make the URL, and the same always. */
function page(number: number): QueuedUrl[] {
  const random = seededRandom(number + 1);
  // Zipf: the host of rank r is met 1/r times as often as the first.
  const anyHost = (): number => Math.floor(hosts ** random()) - 1;
  const own = anyHost();
  return Array.from({ length: links }, (_, n) => {
    const host = random() < 0.8 ? own : anyHost();
    const url = `https://www.site-${host}.example/articles/${number}/some-longer-title-of-a-page-${n}.html`;
    return {
      url,
      depth: 3,
      referrer: `https://www.site-${own}.example/articles/${number}/index.html`,
      anchorText: `the text of link ${n}`,
      priority: { value: Math.floor(random() * 1e6) / 1e6, reason: 'score of the page that links' },
    };
  });
}

/** Processor time of this process, in seconds: what rates are also given by, where others use the machine, too. */
function processor(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Seconds by the wall and of the processor. */
class Watch {
  wall = 0;
  busy = 0;
  time(work: () => void): void {
    const [begin, used] = [performance.now(), processor()];
    work();
    this.wall += (performance.now() - begin) / 1000;
    this.busy += processor() - used;
  }
}

/** Times work on pages, a batch of them in one transaction; making them is not timed. */
function timed(
  frontier: Frontier,
  numbers: Numbers,
  watch: Watch,
  work: (entries: readonly QueuedUrl[]) => void,
): void {
  const { step = 1 } = numbers;
  for (let at = numbers.from; at < numbers.to; at += batch * step) {
    const length = Math.min(batch, Math.ceil((numbers.to - at) / step));
    const made = Array.from({ length }, (_, n) => page(at + n * step));
    watch.time(() => {
      frontier.transaction(() => made.forEach(work));
      void frontier.commit();
    });
  }
}

/** The numbers of pages; never a list, for there may be any number of them. */
interface Numbers {
  readonly from: number;
  /** Not among them. */
  readonly to: number;
  /** Default 1. */
  readonly step?: number;
}

/** URLs that all but the first step is done with. */
const MAX_AGAIN = 500_000;
const STEPS = ['enqueue', 'deduplicate', 'revalue', 'take and acknowledge'] as const;

interface Measured {
  /** Operations a second by the wall and by the processor, of each step and of all. */
  readonly rates: readonly { readonly step: string; readonly wall: number; readonly busy: number }[];
}

function measure(frontier: Frontier, count: number, report: (urls: number, rate: number) => void): Measured {
  const pages = Math.ceil(count / links);
  const again = { from: 0, to: Math.min(pages, (5 * MAX_AGAIN) / links), step: 5 };
  const [enqueue, deduplicate, revalue, take] = STEPS.map(() => new Watch()) as [Watch, Watch, Watch, Watch];
  const part = Math.ceil(pages / Number(values.parts));
  for (let from = 0; from < pages; from += part) {
    const before = enqueue.wall;
    const to = Math.min(pages, from + part);
    timed(frontier, { from, to }, enqueue, (entries) => {
      for (const entry of entries) frontier.enqueue(entry);
    });
    report(to * links, ((to - from) * links) / (enqueue.wall - before));
  }
  timed(frontier, again, deduplicate, (entries) => {
    if (entries.some((entry) => frontier.enqueue(entry))) throw new Error('one is new');
  });
  timed(frontier, again, revalue, (entries) => {
    for (const entry of entries) frontier.requeue({ ...entry, priority: { value: 0.5, reason: 'again' } });
  });
  timed(frontier, again, take, (entries) => {
    for (let n = 0; n < entries.length; n += 1) {
      const entry = frontier.lease(free);
      if (entry === undefined) throw new Error('nothing is left');
      frontier.end(entry.url, 'done');
    }
  });
  const some = Math.ceil(again.to / again.step) * links;
  const operations = [pages * links, some, some, 2 * some];
  const rates = [enqueue, deduplicate, revalue, take].map(({ wall, busy }, n) => ({
    step: STEPS[n] ?? '',
    wall: (operations[n] ?? 0) / wall,
    busy: (operations[n] ?? 0) / busy,
  }));
  const sum = (of: (watch: Watch) => number): number =>
    operations.reduce((a, b) => a + b) /
    [enqueue, deduplicate, revalue, take].reduce((a, watch) => a + of(watch), 0);
  return {
    rates: [...rates, { step: 'all', wall: sum(({ wall }) => wall), busy: sum(({ busy }) => busy) }],
  };
}

const mb = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;
const peak = (): number => process.resourceUsage().maxRSS * 1024;

const folder = mkdtempSync(path.join(tmpdir(), 'sfwc-bench-frontier-'));
try {
  const file = path.join(folder, 'frontier.db');
  const database = openCrawlDatabase(file);
  const before = peak();
  console.log(`${urls} URLs over ${hosts} hosts, ${links} a page; ${mb(before)} before`);
  const disk = measure(openFrontier(database), urls, (n, rate) => {
    const wal = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    const sizes = `file ${mb(statSync(file).size)}, log ${mb(wal)}, memory ${mb(process.memoryUsage().rss)}`;
    console.log(`  ${n} URLs: ${Math.round(rate)} a second lately; ${sizes}`);
  });
  const diskPeak = peak();
  let begin = performance.now();
  database.close();
  const closing = performance.now() - begin;
  begin = performance.now();
  const again = openCrawlDatabase(file);
  const left = openFrontier(again).counts().queued;
  console.log(
    `  closed in ${Math.round(closing)} ms, opened again in ${Math.round(performance.now() - begin)} ms: ${left} URLs wait`,
  );
  again.close();
  console.log(
    `  peak of memory ${mb(diskPeak)}, file ${mb(statSync(file).size)}, ${Math.round(statSync(file).size / urls)} bytes a URL`,
  );
  const row = (label: string, of: (n: number) => number): string[] => [
    label,
    ...disk.rates.map((_, n) => of(n).toFixed()),
  ];
  console.log(
    alignColumns([
      ['operations/s', ...disk.rates.map(({ step }) => step)],
      row('by the clock', (n) => disk.rates[n]?.wall ?? 0),
      row('by processor time', (n) => disk.rates[n]?.busy ?? 0),
    ]),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
