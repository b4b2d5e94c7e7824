/**
 * How a topic's knowledge base grows with its corpus: building, saving, loading, opening for judging, counting. The
 * documents are synthetic and come in behind the annotator (their nouns are made up, `synthetic-corpus.ts`; no text is
 * read). The last line is for comparison: texts of the Wikispeedia collection through the whole build. Every size and
 * step runs in a process of its own, so that peak memory is its own, `--rounds` times; medians are printed.
 *
 *     npm run bench -- scale [--documents 1000,3070,30000 --seed 1 --rounds 1 --texts 1000 --compare-to 3070]
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { alignColumns } from '../src/support/text/columns.js';
import { median, steps, type Figures } from './support/scale-steps.js';

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '1000,3070,30000' },
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '1' },
    /** Texts for the whole build; 0 leaves it out. */
    texts: { type: 'string', default: '1000' },
    /** The largest corpus that other libraries are compared on. */
    'compare-to': { type: 'string', default: '3070' },
    step: { type: 'string' },
    folder: { type: 'string', default: '' },
  },
});

function inProcess(name: string, documents: number, folder: string): Figures {
  console.error(`${documents} documents: ${name}`);
  const args = ['--step', name, '--documents', String(documents), '--folder', folder, '--seed', values.seed];
  const output = execFileSync(
    process.execPath,
    ['--max-old-space-size=12288', fileURLToPath(import.meta.url), ...args],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  );
  if (!output.startsWith('{')) return {};
  // A long run may be cut off: what it has found is seen as it comes.
  console.error(output.trim());
  return JSON.parse(output) as Figures;
}

/** What all steps measured at one size: step → its figures. */
type Run = Readonly<Record<string, Figures>>;

function runSize(documents: number): Run {
  const folder = mkdtempSync(path.join(tmpdir(), 'sfwc-bench-'));
  const names = Object.keys(steps).filter(
    (name) =>
      name !== 'texts' && (documents <= Number(values['compare-to']) || !['one load', 'n3'].includes(name)),
  );
  try {
    return Object.fromEntries(
      names.map((name) => {
        const rounds = Array.from({ length: Number(values.rounds) }, () =>
          inProcess(name, documents, folder),
        );
        return [name, medians(rounds)];
      }),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function medians(rounds: readonly Figures[]): Figures {
  const keys = Object.keys(rounds[0] ?? {});
  return Object.fromEntries(
    keys.map((key) => [key, median(rounds.map((round) => round[key] ?? Number.NaN))]),
  );
}

/** Title, step, figure, decimals. */
const ROWS: readonly (readonly [string, string, string, number])[] = [
  ['mentions of nouns', 'build', 'mentions', 0],
  ['distinct nouns', 'build', 'nouns', 0],
  ['of these linked', 'build', 'linked', 2],
  ['triples', 'build', 'triples', 0],
  ['schema built, s', 'build', 'building', 2],
  ['schema built, CPU s', 'build', 'buildingCpu', 2],
  ['saved, s', 'build', 'saving', 2],
  ['saved, CPU s', 'build', 'savingCpu', 2],
  ['file, MB', 'build', 'megabytes', 1],
  ['build and save, peak MB', 'build', 'memory', 0],
  ['loaded whole, s', 'load', 'wall', 2],
  ['loaded whole, CPU s', 'load', 'cpu', 2],
  ['loaded whole, triples/s', 'load', 'speed', 0],
  ['loaded whole, triples/CPU s', 'load', 'cpuSpeed', 0],
  ['loaded whole, peak MB', 'load', 'memory', 0],
  ['loaded whole: one count, ms', 'load', 'count', 2],
  ['loaded whole: a page, ms', 'load', 'page', 1],
  ['opened for judging, s', 'judge', 'wall', 2],
  ['opened for judging, CPU s', 'judge', 'cpu', 2],
  ['for judging: first page, ms', 'judge', 'firstPage', 1],
  ['for judging: a page, ms', 'judge', 'page', 1],
  ['for judging: one count, ms', 'judge', 'count', 2],
  ['for judging, peak MB', 'judge', 'memory', 0],
  ['Oxigraph, one load, CPU s', 'one load', 'cpu', 2],
  ['Oxigraph, one load, peak MB', 'one load', 'memory', 0],
  ['N3 parser and store, CPU s', 'n3', 'cpu', 2],
  ['N3 parser and store, peak MB', 'n3', 'memory', 0],
];

function compare(): void {
  const sizes = values.documents.split(',').map(Number);
  const runs = sizes.map(runSize);
  const cells = ROWS.map(([title, name, figure, decimals]) => {
    const found = runs.map((run) => run[name]?.[figure]);
    const grows = exponent(found.map((value, at) => [sizes[at] ?? Number.NaN, value] as const));
    return [title, ...found.map((value) => show(value, decimals)), show(grows, 2)];
  });
  const ratio = (title: string, name: string): string[] => [
    title,
    ...runs.map((run) => show((run[name]?.['cpu'] ?? Number.NaN) / (run['load']?.['cpu'] ?? Number.NaN), 2)),
    '',
  ];
  console.log(
    `synthetic nouns behind the annotator; seed ${values.seed}; rounds ${values.rounds}; a page: 300 counts in one query`,
  );
  console.log(
    alignColumns([
      ['documents', ...sizes.map(String), 'grows as documents^'],
      ...cells,
      ratio('one load : loaded whole, CPU', 'one load'),
      ratio('N3 : loaded whole, CPU', 'n3'),
    ]),
  );
  if (values.texts !== '0') wholeBuild(Number(values.texts));
}

function wholeBuild(documents: number): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'sfwc-bench-'));
  const whole = inProcess('texts', documents, folder);
  rmSync(folder, { recursive: true });
  if (whole['wall'] === undefined) {
    console.log('whole build of texts: skipped, no data');
    return;
  }
  const { wall, cpu, mentions, nouns, linked, triples, memory } = whole;
  console.log(
    `whole build of ${documents} texts, one worker: ${show(wall, 1)} s, ${show(cpu, 1)} CPU s, ${show(mentions, 0)} mentions, ${show(nouns, 0)} distinct nouns (${show(linked, 2)} linked), ${show(triples, 0)} triples, peak ${show(memory, 0)} MB`,
  );
}

function show(value: number | undefined, decimals: number): string {
  return value === undefined || Number.isNaN(value) ? '–' : value.toFixed(decimals);
}

/** Slope of the least squares line through the logarithms: 1 is linear. */
function exponent(points: readonly (readonly [number, number | undefined])[]): number | undefined {
  const logs = points.flatMap(([x, y]) =>
    y === undefined || y <= 0 ? [] : [[Math.log(x), Math.log(y)] as const],
  );
  if (logs.length < 2) return undefined;
  const mean = (index: 0 | 1): number => logs.reduce((sum, pair) => sum + pair[index], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const covariance = logs.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0);
  return covariance / logs.reduce((sum, [a]) => sum + (a - x) ** 2, 0);
}

const step = steps[values.step ?? ''];
if (step === undefined) compare();
else {
  const figures = await step({
    documents: Number(values.documents),
    seed: Number(values.seed),
    folder: values.folder,
  });
  console.log(JSON.stringify({ ...figures, memory: process.resourceUsage().maxRSS / 1024 }));
}
