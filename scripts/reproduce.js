/**
 * Computes the figures of the documents again and says which differ from what is printed: `npm run reproduce`. Takes the
 * tables that need up to 20 minutes each; `--all` takes all, `--only NAME…` some, `--list` lists them. The exit code is 1
 * where a figure differs or could not be computed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { compareFigures, FIGURES, isAsPrinted } from './figures.js';

const LONG = 20;
const DATA = process.env.SFWC_TEST_DATA ?? path.resolve('../shared/data');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean' }, only: { type: 'boolean' }, list: { type: 'boolean' } },
});
const unknown = positionals.filter((name) => !FIGURES.some((figure) => figure.name === name));
if (unknown.length > 0 || (values.only === true) !== positionals.length > 0) {
  process.stderr.write(`usage: npm run reproduce [-- --all | --only NAME… | --list]\n${listed()}`);
  process.exit(2);
}
if (values.list) {
  process.stdout.write(listed());
  process.exit(0);
}
if (!existsSync(DATA)) {
  process.stderr.write(
    `error: ${DATA} does not exist\n       SFWC_TEST_DATA names the folder with the data\n`,
  );
  process.exit(1);
}
const wanted = FIGURES.filter(({ name, minutes }) =>
  values.only ? positionals.includes(name) : values.all === true || minutes <= LONG,
);
const outputs = new Map();
const differing = wanted.filter((figure) => !reproduce(figure));
const left = FIGURES.length - wanted.length;
process.stdout.write(
  `\n${wanted.length - differing.length} of ${wanted.length} tables are as printed` +
    `${left > 0 && !values.only ? `; ${left} that take longer were left out (--all)` : ''}\n`,
);
process.exitCode = differing.length > 0 ? 1 : 0;

/** Runs the benchmark of a table, and prints what differs. Returns whether nothing does. */
function reproduce(figure) {
  const { name, document, bench, band } = figure;
  process.stdout.write(`\n${name} (${document}): npm run bench -- ${bench.join(' ')}\n`);
  const { status, output } = outputOf(bench);
  if (status !== 0 || output.trim() === '') {
    process.stdout.write(`  could not be computed: the benchmark ended with ${status}\n`);
    return false;
  }
  const compared = compareFigures(figure, readFileSync(document, 'utf8'), output);
  const wrong = compared.filter((one) => !isAsPrinted(one, band));
  for (const { where, printed, measured } of wrong)
    process.stdout.write(
      `  differs: ${where}: ${printed} is printed, ${measured ?? 'nothing'} was measured\n`,
    );
  process.stdout.write(
    `  ${compared.length - wrong.length} of ${compared.length} figures as printed (± ${band})\n`,
  );
  return wrong.length === 0;
}

/** What a benchmark prints; one that several tables share runs once. */
function outputOf(bench) {
  const key = bench.join(' ');
  const known = outputs.get(key);
  if (known !== undefined) return known;
  const { status, stdout } = spawnSync('node', ['scripts/bench.js', ...bench], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 1e9,
    env: { ...process.env, SFWC_TEST_DATA: DATA },
  });
  outputs.set(key, { status, output: stdout });
  return outputs.get(key);
}

function listed() {
  return FIGURES.map(
    ({ name, document, minutes }) => `  ${name.padEnd(22)} ${document}, about ${minutes} minutes\n`,
  ).join('');
}
