/**
 * Measures `sfwc filter` on WET records of real pages: processor time per page, next to plain reading of the same file, to `sfwc classify` of the same file,
 * and to `sfwc classify` of the same pages one by one. Prints pages per second and core, and the ratios.
 *
 *     npm run bench -- filter-archive [--pages 3000 --seed 1 --runs 3 --workers 2]
 *
 * Texts are the main parts of the labelled real pages, in an order drawn by the seed, joined up to 7 kB. Each command is a process of its own, whose user and
 * system time is measured; that of a file with a single page, which is start-up, is subtracted. --workers: also the time by the clock of so many
 * files with so many judging threads.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readArchive } from '../src/extensions/archives/filter/filter-file.js';
import { sample, seededRandom } from '../src/support/random.js';
import { median } from '../src/support/statistics.js';
import { alignColumns } from '../src/support/text/columns.js';
import { packRecord } from '../src/web/archive/warc-records.js';
import { createPageReader } from '../src/web/page/reader.js';
import { readRealPages } from './support/real-pages.js';
import { dataFolder } from './support/wikispeedia.js';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '3000' },
    seed: { type: 'string', default: '1' },
    runs: { type: 'string', default: '3' },
    workers: { type: 'string', default: '2' },
  },
});
const [pages, seed, runs, workers] = [values.pages, values.seed, values.runs, values.workers].map(Number) as [
  number,
  number,
  number,
  number,
];
const CHARACTERS = 7_000;
/** Pages that are classified by a process each. */
const ONE_BY_ONE = 5;

/** Texts of 7 kB: real pages in a new order each time they are used up. */
function* textsOf(): Generator<string, never> {
  const reader = createPageReader();
  const texts = Array.from(readRealPages(dataFolder()), ({ url, body }) => {
    const { title, text } = reader.read(body, url, 'text/html');
    return `${title}\n\n${text}`;
  });
  const random = seededRandom(seed);
  let rest = '';
  for (;;)
    for (const text of sample(texts, texts.length, random)) {
      rest += `${text}\n\n`;
      while (rest.length >= CHARACTERS) {
        yield rest.slice(0, CHARACTERS);
        rest = rest.slice(CHARACTERS);
      }
    }
}

/** Writes texts as a WET file, gzipped by record. */
async function writeWet(file: string, texts: readonly string[], first = 0): Promise<void> {
  const records = await Promise.all(
    texts.map((text, index) => {
      const number = String(first + index).padStart(12, '0');
      const payload = Buffer.from(text);
      return packRecord({
        ...{ type: 'conversion', date: '2026-10-03T12:00:00Z' },
        id: `<urn:uuid:00000000-0000-4000-8000-${number}>`,
        url: `http://page.example/${number}`,
        fields: { 'Content-Type': 'text/plain' },
        block: [payload],
        payload,
      });
    }),
  );
  await writeFile(file, Buffer.concat(records));
}

interface Times {
  /** Milliseconds of the processor, and by the clock. */
  readonly processor: number;
  readonly clock: number;
}

/** Runs a command in a process of its own. @throws Error when it fails */
function sfwc(args: readonly string[]): Promise<Times> {
  const command = 'TIMEFORMAT="%U %S %R"; time "$0" dist/cli/main.js "$@" >/dev/null';
  const child = spawn('bash', ['-c', command, process.execPath, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return new Promise((resolve, reject) =>
    child.on('exit', (code) => {
      const [, user, system, real] = /([\d.]+) ([\d.]+) ([\d.]+)\s*$/.exec(said) ?? [];
      if (code !== 0) reject(new Error(`sfwc ${args.join(' ')}: ${said.slice(-2000)}`));
      else resolve({ processor: 1000 * (Number(user) + Number(system)), clock: 1000 * Number(real) });
    }),
  );
}

/** Processor time of reading a file without judging, in milliseconds. */
async function plainReading(file: string): Promise<number> {
  const before = process.cpuUsage();
  let read = 0;
  const nothing = (): void => undefined;
  const reading = { onRecord: nothing, onTooLarge: nothing, onProblem: nothing };
  const records = readArchive(file, reading);
  while ((await records.next()).done !== true) read += 1;
  if (read !== pages) throw new Error(`${read} pages were read instead of ${pages}`);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const root = await mkdtemp(join(tmpdir(), 'sfwc-bench-filter-'));
try {
  const source = textsOf();
  const texts = Array.from({ length: pages }, () => source.next().value);
  const [wet, one] = [join(root, 'pages.warc.wet.gz'), join(root, 'one.warc.wet.gz')];
  await writeWet(wet, texts);
  await writeWet(one, texts.slice(0, 1));
  const kb = join(root, 'kb');
  const topic = ['--kb', kb, '--topic', 'diabetes'];
  await sfwc(['build', 'corpora/diabetes', ...topic, '--background', 'corpora/background']);
  let out = 0;
  const filterInto = (files: readonly string[], threads: number): Promise<Times> =>
    sfwc([
      'filter',
      ...files,
      ...topic,
      '--workers',
      String(threads),
      '--out',
      join(root, `out-${(out += 1)}`),
    ]);
  const measured = {
    filter: [] as number[],
    reading: [] as number[],
    classify: [] as number[],
    single: [] as number[],
  };
  for (let run = 0; run < runs; run += 1) {
    const start = (await filterInto([one], 1)).processor;
    measured.filter.push(((await filterInto([wet], 1)).processor - start) / pages);
    measured.reading.push((await plainReading(wet)) / pages);
    const classify = ['classify', ...topic, '--workers', '1', '--format', 'json'];
    const begun = (await sfwc([...classify, one])).processor;
    measured.classify.push(((await sfwc([...classify, wet])).processor - begun) / pages);
    for (const [index, text] of texts.slice(0, ONE_BY_ONE).entries()) {
      const file = join(root, `${index}.txt`);
      await writeFile(file, text);
      measured.single.push((await sfwc(['classify', ...topic, file])).processor);
    }
  }
  const files = await Promise.all(
    Array.from({ length: workers }, async (_, index) => {
      const file = join(root, `part-${index}.warc.wet.gz`);
      await writeWet(file, sample(texts, texts.length, seededRandom(seed + index)));
      return file;
    }),
  );
  const together = await filterInto(files, workers);
  const perPage = Object.fromEntries(Object.entries(measured).map(([way, times]) => [way, median(times)]));
  const own = perPage['filter'] ?? 0;
  const names: Readonly<Record<string, string>> = {
    filter: 'sfwc filter',
    reading: 'reading the records alone',
    classify: 'sfwc classify of the file',
    single: 'sfwc classify, a process per page',
  };
  const lines = Object.entries(perPage).map(([way, time]) => [
    names[way] ?? way,
    time.toFixed(2),
    (1000 / time).toFixed(1),
    (time / own).toFixed(2),
  ]);
  const { size } = await stat(wet);
  process.stdout.write(
    `${pages} WET records of ${CHARACTERS} characters, ${(size / pages / 1000).toFixed(1)} kB each, seed ${seed}, medians of ${runs} runs\n` +
      alignColumns([['way', 'CPU ms per page', 'pages per second and core', 'ratio'], ...lines]) +
      `${workers} files, ${workers} threads: ${((1000 * workers * pages) / together.clock).toFixed(0)} pages per second by the clock, start included\n`,
  );
} finally {
  await rm(root, { recursive: true, force: true });
}
