/**
 * One static site, served by nginx on loopback, crawled by sfwc, Scrapy, Crawlee and wget side by side: pages a second,
 * seconds of the processor, peak memory; the median of the rounds. Needs Linux, bash and nginx; who is not installed is
 * left out.
 *
 *     npm run bench -- throughput [--site FOLDER] [--hosts 1,20] [--rounds 3] [--pages N] [--articles N]
 *       [--only sfwc,scrapy,collecting,cheerio,jsdom,wget]
 *
 * The site is by default a part of Debian's openjdk-17-doc: 2,843 pages, 87 MB. All contestants begin at the same page,
 * follow links below the site's address, wait for nobody (delay 0) and must come to the same number of pages; the server
 * counts requests (robots.txt and pages that are not there among them). wget, sfwc and the Scrapy that judges keep pages; the
 * others throw away what they fetch. All runs of sfwc are its own command, `sfwc crawl`. Rounds are interleaved, so that what else happens on the machine befalls all alike. With `--pages` the
 * contestants fetch different pages: for trying out only. The second rate leaves out start-up, as each measures it itself.
 *
 * With 20 hosts the same pages are spread over 127.0.0.1 to 127.0.0.20, and their links lead from host to host; wget, which
 * stays on one, is left out. `--articles` is how many linked articles (21 KB of text on average, with navigation around it)
 * the judged sfwc crawls from a server of its own (default 300; 0: none); they need SFWC_TEST_DATA.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { alignColumns } from '../src/support/text/columns.js';
import { chosen, CONTESTANTS, type Account, type Contestant } from './throughput/contestants.js';
import { measure, type Cost } from './throughput/measure.js';
import { dataFolder } from './support/wikispeedia.js';
import { serveArticles, serveSite, type Site } from './throughput/site.js';

const { values } = parseArgs({
  options: {
    site: { type: 'string' },
    hosts: { type: 'string', default: '1,20' },
    articles: { type: 'string', default: '300' },
    rounds: { type: 'string', default: '3' },
    pages: { type: 'string' },
    only: { type: 'string' },
  },
});
const SITES = [
  '/usr/share/doc/openjdk-17-jre-headless/api/java.base',
  '/usr/share/doc/openjdk-17-doc/api/java.base',
];
const TOPIC = 'computer science';
/** Beyond all sites. */
const ALL = 10_000_000;

type Run = Omit<Cost, 'stdout'> & Account & { readonly requests: number };

const folder = values.site ?? SITES.find((site) => existsSync(site));
if (folder === undefined)
  throw new Error('no site to crawl: apt-get install openjdk-17-doc, or give --site FOLDER');
const pages = values.pages === undefined ? undefined : Number(values.pages);
const scratch = mkdtempSync(path.join(tmpdir(), 'sfwc-bench-throughput-'));
const stop = new AbortController();
const interrupt = (): void => stop.abort();
process.once('SIGINT', interrupt).once('SIGTERM', interrupt);

function takingPart(): readonly Contestant[] {
  return chosen(values.only).filter(({ name, missing }) => {
    const why = missing(pages);
    if (why !== undefined) console.log(`${name} is left out: ${why}`);
    return why === undefined;
  });
}

async function compare(
  title: string,
  site: Site,
  contestants: readonly Contestant[],
  most = pages ?? ALL,
): Promise<void> {
  const kb = path.join(scratch, 'kb');
  if (contestants.some(isJudged) && !existsSync(kb)) buildTopic(kb);
  const runs = new Map<string, Run[]>(contestants.map(({ name }) => [name, []]));
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    for (const contestant of contestants) {
      const run = await runOnce(contestant, site, kb, most);
      runs.get(contestant.name)?.push(run);
      const { seconds, cpuSeconds, peakBytes } = run;
      console.log(
        `round ${round}: ${contestant.name}: ${run.pages ?? run.requests} pages in ${seconds.toFixed(1)} s, ` +
          `${cpuSeconds.toFixed(1)} s of processor, ${mb(peakBytes)} MB`,
      );
    }
  }
  console.log(`\n${title}\n${table(runs)}\n`);
  warnOfDifferences(runs);
}

function isJudged({ family }: Contestant): boolean {
  return ['krs', 'ensemble', 'lexicon'].includes(family);
}

/** The judged sfwc on linked articles. */
async function crawlArticles(count: number): Promise<void> {
  const judged = takingPart().filter(isJudged);
  const file = path.join(dataFolder(), 'wikispeedia/articles.jsonl.gz');
  if (count === 0 || judged.length === 0) return;
  if (!existsSync(file)) {
    console.log(`linked articles are left out: ${file} is not there`);
    return;
  }
  site = await serveArticles(path.resolve(import.meta.dirname, '../../dist/cli/main.js'), file);
  await compare(`${count} linked articles`, site, judged, count);
  site.close();
}

function buildTopic(kb: string): void {
  const corpora = path.resolve(import.meta.dirname, '../../corpora');
  const main = path.resolve(import.meta.dirname, '../../dist/cli/main.js');
  const background = path.join(corpora, 'background');
  const labels = path.join(corpora, 'labels.ttl');
  const args = ['--topic', TOPIC, '--kb', kb, '--labels', labels, '--background', background];
  execFileSync(process.execPath, [main, 'build', path.join(corpora, 'computer-science'), ...args], {
    stdio: 'ignore',
  });
}

async function runOnce(contestant: Contestant, site: Site, kb: string, most: number): Promise<Run> {
  // Kept until the end: where thousands of files were just deleted, file systems make new ones more slowly.
  const own = mkdtempSync(path.join(scratch, 'run-'));
  const before = await site.requests();
  const command = contestant.command({
    prefixes: site.prefixes,
    first: site.first,
    ...(site.connect === undefined ? {} : { connect: site.connect }),
    pages: most,
    scratch: own,
    kb,
    topic: TOPIC,
  });
  const { codes } = contestant;
  const cost = await measure(command, { signal: stop.signal, ...(codes === undefined ? {} : { codes }) });
  const { stdout, ...rest } = cost;
  return { ...rest, ...contestant.account(stdout), requests: (await site.requests()) - before };
}

function mb(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
}

function pagesOf({ pages: counted, requests }: Run): number {
  return counted ?? requests;
}

/** Pages a second without start-up, where the contestant says how long that took. */
function startedRate(all: readonly Run[]): string {
  const rates = all.flatMap((run) => (run.ownSeconds === undefined ? [] : [pagesOf(run) / run.ownSeconds]));
  return rates.length === 0 ? '' : median(rates).toFixed(0);
}

/** Two pages more or less may come from links that one takes for pages and another does not. */
const ALIKE = 2;

function warnOfDifferences(runs: ReadonlyMap<string, readonly Run[]>): void {
  const counts = [...runs].flatMap(([name, all]) => all.map((run) => ({ name, count: run.pages })));
  const known = counts.flatMap(({ count }) => (count === undefined ? [] : [count]));
  const usual = median(known);
  for (const { name, count } of counts)
    if (count !== undefined && Math.abs(count - usual) > ALIKE)
      console.log(
        `Careful: ${name} fetched ${count} pages, the others ${usual}; its figures do not compare.`,
      );
}

function table(runs: ReadonlyMap<string, readonly Run[]>): string {
  const rate = (all: readonly Run[]): number => median(all.map((run) => pagesOf(run) / run.seconds));
  const [measure] = CONTESTANTS;
  const against = runs.get(measure?.name ?? '') ?? [];
  const rows = [...runs].map(([name, all]) => {
    const of = (value: (run: Run) => number, digits: number): string =>
      median(all.map(value)).toFixed(digits);
    return [
      name,
      of(pagesOf, 0),
      of(({ requests }) => requests, 0),
      of(({ seconds }) => seconds, 1),
      rate(all).toFixed(0),
      startedRate(all),
      of(({ cpuSeconds }) => cpuSeconds, 1),
      of((run) => (1000 * run.cpuSeconds) / pagesOf(run), 1),
      of(({ peakBytes }) => peakBytes / 1e6, 0),
      against.length === 0 ? '' : (rate(all) / rate(against)).toFixed(2),
    ];
  });
  const head = [
    'median',
    'pages',
    'requests',
    's',
    'pages/s',
    'started',
    'CPU s',
    'CPU ms/page',
    'MB',
    '× Scrapy',
  ];
  return alignColumns([head, ...rows]);
}

let site: Site | undefined;
try {
  for (const hosts of values.hosts.split(',').map(Number)) {
    site = await serveSite(path.resolve(folder), scratch, hosts);
    const contestants = takingPart().filter(({ family }) => hosts === 1 || family !== 'wget');
    await compare(`${hosts} host${hosts === 1 ? '' : 's'}`, site, contestants);
    site.close();
  }
  await crawlArticles(Number(values.articles));
} catch (thrown) {
  if (!stop.signal.aborted) throw thrown;
  process.exitCode = 130;
} finally {
  site?.close();
  rmSync(scratch, { recursive: true, force: true });
}
