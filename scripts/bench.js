/**
 * Compiles and runs a benchmark: `npm run bench -- NAME [options]`. Without a name, lists the benchmarks with the first
 * sentence of what they say about themselves.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import process from 'node:process';

/** Benchmarks that run the built command line. */
const RUN_THE_COMMAND = new Set([
  'captures',
  'filter-archive',
  'soak',
  'startup',
  'throughput',
  'watched-crawl',
]);

const names = readdirSync('bench')
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length));
const [name, ...options] = process.argv.slice(2);

if (name === undefined || !names.includes(name)) {
  const lines = names.map((known) => `  ${known.padEnd(16)} ${summaryOf(known)}`);
  const problem = name === undefined ? '' : `There is no benchmark '${name}'.\n\n`;
  process.stderr.write(`${problem}usage: npm run bench -- NAME [options]\n\n${lines.join('\n')}\n`);
  process.exit(2);
}

if (RUN_THE_COMMAND.has(name)) run('npm', ['run', 'build']);
run('node', ['scripts/compile.js', '.', 'dist-bench', 'bench', 'src', 'test/support', 'test/full']);
// What comes with the package lies where the compiled modules look for it.
for (const folder of ['corpora', 'kb', 'queries'])
  if (!existsSync(`dist-bench/${folder}`)) symlinkSync(`../${folder}`, `dist-bench/${folder}`);
run('node', [`dist-bench/bench/${name}.js`, ...options]);

function run(command, parameters) {
  const { status } = spawnSync(command, parameters, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

/** The first sentence of the comment at the beginning of a benchmark. */
function summaryOf(benchmark) {
  const comment = readFileSync(`bench/${benchmark}.ts`, 'utf8').split('*/')[0] ?? '';
  const text = comment.replace(/^\s*\/?\*+ ?/gm, '').replaceAll(/\s+/g, ' ');
  return (/^.*?[.:](?= |$)/.exec(text.trim())?.[0] ?? '').replace(/:$/, '.');
}
