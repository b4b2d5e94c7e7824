/**
 * Compares a crawl of captures of an archive with the same crawl of hosts: same verdicts, and processor time per page.
 *
 *     npm run bench -- captures [--pages 2000 --hosts 100 --seed 1 --runs 3]
 *
 * Pages are made of the sentences of the sample corpora and link to each other. Hosts and archive are servers of this process; the crawls are processes of
 * their own, whose user and system time is measured, without pauses, in the order in which links are found. Each crawl runs `--runs` times in turns, and
 * the medians are reported.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readEvents } from '../src/crawling/store/result-folder.js';
import { seededRandom } from '../src/support/random.js';
import { median } from '../src/support/statistics.js';
import { alignColumns } from '../src/support/text/columns.js';
import { startArchiveServer } from '../test/support/archive-server.js';
import { makeArchive, type MadeCapture } from '../test/support/capture-archive.js';
import { makePages } from './support/made-pages.js';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '2000' },
    hosts: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    runs: { type: 'string', default: '3' },
  },
});
const [pages, hosts, seed, runs] = [values.pages, values.hosts, values.seed, values.runs].map(Number) as [
  number,
  number,
  number,
  number,
];
const DATE = '2026-10-03T12:00:00Z';
const LINKS = 10;

async function textsOf(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.txt'));
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
}

/** Every page links to the next one, so that all are found, and to others. */
async function madeCaptures(): Promise<readonly MadeCapture[]> {
  const texts = [...(await textsOf('corpora/diabetes')), ...(await textsOf('corpora/background'))];
  const random = seededRandom(seed);
  const urlOf = (number: number): string => `http://h${number % hosts}.example/p/${number}.html`;
  return [...makePages(texts, pages, seed)].map(({ title, text }, number) => {
    const others = Array.from({ length: LINKS - 1 }, () => Math.floor(random() * pages));
    const links = [(number + 1) % pages, ...others].map(
      (to) => `<li><a href="${urlOf(to)}">page ${to}</a></li>`,
    );
    const paragraphs = text.split('\n\n').map((one) => `<p>${one}</p>`);
    const body = `<!doctype html><html lang="en"><title>${title} ${number}</title><main>${paragraphs.join('\n')}</main><ul>${links.join('')}</ul></html>`;
    return { url: urlOf(number), date: DATE, body };
  });
}

/** The pages as their hosts send them. */
async function startHosts(
  captures: readonly MadeCapture[],
): Promise<{ readonly port: number; close(): void }> {
  const bodies = new Map(captures.map(({ url, body }) => [url, body]));
  const server = createServer((request, response) => {
    const body = bodies.get(`http://${request.headers.host ?? ''}${request.url ?? ''}`);
    response
      .writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
      .end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Runs a command in a process of its own. Returns its processor time in milliseconds. @throws Error when it fails */
function sfwc(args: readonly string[]): Promise<number> {
  const command = 'TIMEFORMAT="%U %S"; time "$0" dist/cli/main.js "$@" >/dev/null';
  const child = spawn('bash', ['-c', command, process.execPath, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return new Promise((resolve, reject) =>
    child.on('exit', (code) => {
      const [, user, system] = /([\d.]+) ([\d.]+)\s*$/.exec(said) ?? [];
      if (code !== 0 || user === undefined) reject(new Error(`sfwc ${args.join(' ')}: ${said.slice(-2000)}`));
      else resolve(1000 * (Number(user) + Number(system)));
    }),
  );
}

/** The verdicts of a crawl by address. */
async function verdictsOf(out: string): Promise<ReadonlyMap<string, string>> {
  const verdicts = new Map<string, string>();
  for await (const { url, state, code, judgement, checksum } of readEvents(out))
    verdicts.set(url, [state, code, judgement?.accepted, judgement?.score.toFixed(6), checksum].join(' '));
  return verdicts;
}

const root = await mkdtemp(join(tmpdir(), 'sfwc-bench-captures-'));
try {
  const made = await madeCaptures();
  const folder = join(root, 'archive');
  const rows = await makeArchive(folder, 'pages.warc.gz', made);
  const server = await startArchiveServer(folder, { MADE: { rows } });
  const web = await startHosts(made);
  const kb = join(root, 'kb');
  await sfwc([
    'build',
    'corpora/diabetes',
    '--topic',
    'diabetes',
    '--kb',
    kb,
    '--background',
    'corpora/background',
  ]);
  const common = [
    '--kb',
    kb,
    '--topic',
    'diabetes',
    '--seeds',
    made[0]?.url ?? '',
    '--delay',
    '0',
    '--strategy',
    'breadth-first',
  ];
  const bounds = [
    '--max-pages',
    String(pages),
    '--concurrency',
    '1',
    '--set',
    'workers=1',
    '--max-depth',
    String(pages),
  ];
  const index = `${server.address}/MADE-index`;
  const ways: Readonly<Record<string, readonly string[]>> = {
    hosts: ['--set', `connectTo=*=127.0.0.1:${web.port}`],
    'captures, by records': ['--set', `captures=${index}?warcs=${server.address}/files`],
    'captures, replayed': ['--set', `captures=${server.address}/cdx/search/cdx`],
  };
  const times = new Map(Object.keys(ways).map((way) => [way, [] as number[]]));
  const report = new Map<string, string[]>();
  let wanted: ReadonlyMap<string, string> | undefined;
  for (let run = 0; run < runs; run += 1)
    for (const [way, options] of Object.entries(ways)) {
      const out = join(root, `${run}-${way.replaceAll(/\W+/g, '-')}`);
      server.asked.length = 0;
      times.get(way)?.push(await sfwc(['crawl', ...common, ...bounds, ...options, '--out', out]));
      const verdicts = await verdictsOf(out);
      wanted ??= verdicts;
      const others = [...wanted].filter(([url, verdict]) => verdicts.get(url) !== verdict).length;
      report.set(way, [
        String(verdicts.size),
        String(others),
        (server.lookups().length / verdicts.size).toFixed(2),
      ]);
      await rm(out, { recursive: true });
    }
  server.asked.length = 0;
  await server.close();
  web.close();
  const perPage = (way: string): number => median(times.get(way) ?? []) / pages;
  const lines = Object.keys(ways).map((way) => [
    way,
    ...(report.get(way) ?? []),
    perPage(way).toFixed(2),
    (perPage(way) / perPage('hosts')).toFixed(2),
  ]);
  const head = ['way', 'events', 'other verdicts', 'look-ups per page', 'CPU ms per page', 'ratio'];
  process.stdout.write(
    `${pages} pages of ${hosts} hosts, seed ${seed}, ${runs} runs\n${alignColumns([head, ...lines])}`,
  );
} finally {
  await rm(root, { recursive: true, force: true });
}
