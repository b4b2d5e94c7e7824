/**
 * What commands cost before and besides their work: processor seconds and megabytes of `--help`, `query` and `classify`,
 * and ratios to Node without a program in the same rounds. The knowledge base is a topic of a few texts.
 *
 *     npm run bench -- startup [--rounds 5]
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const folder = mkdtempSync(path.join(tmpdir(), 'sfwc-bench-'));

/** What a process took in the end. */
interface Cost {
  readonly seconds: number;
  readonly megabytes: number;
}

const REPORT = `import { writeFileSync } from 'node:fs';
process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const cost = { seconds: (userCPUTime + systemCPUTime) / 1e6, megabytes: maxRSS / 1024 };
  writeFileSync(process.env.SFWC_TEST_COST, JSON.stringify(cost));
});`;

function run(words: readonly string[]): Cost {
  const file = path.join(folder, 'cost.json');
  const report = `data:text/javascript,${encodeURIComponent(REPORT)}`;
  const env = { ...process.env, SFWC_TEST_COST: file };
  execFileSync(process.execPath, ['--import', report, ...words], { env, stdio: 'ignore' });
  return JSON.parse(readFileSync(file, 'utf8')) as Cost;
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

try {
  const main = 'dist/cli/main.js';
  const kb = path.join(folder, 'kb');
  const page = 'corpora/sample-web/hobbyroom.example/kitchen/plum-dumplings.html';
  run([main, 'build', 'corpora/sample-web/hobbyroom.example/kitchen', '--topic', 'cooking', '--kb', kb]);
  const commands: Readonly<Record<string, readonly string[]>> = {
    node: ['-e', '0'],
    '--help': [main, '--help'],
    query: [main, 'query', kb, 'ASK { ?s ?p ?o }'],
    classify: [main, 'classify', page, '--kb', kb, '--topic', 'cooking'],
  };
  const costs = new Map(Object.keys(commands).map((name): [string, Cost[]] => [name, []]));
  for (let round = 0; round < Number(values.rounds); round += 1)
    for (const [name, words] of Object.entries(commands)) costs.get(name)?.push(run(words));
  const bare = median((costs.get('node') ?? []).map(({ seconds }) => seconds));
  process.stdout.write('command    cpu s   of node   MB\n');
  for (const [name, all] of costs) {
    const seconds = median(all.map((cost) => cost.seconds));
    const megabytes = median(all.map((cost) => cost.megabytes));
    process.stdout.write(
      `${name.padEnd(9)} ${seconds.toFixed(2).padStart(6)} ${(seconds / bare).toFixed(1).padStart(9)} ${megabytes.toFixed(0).padStart(4)}\n`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
