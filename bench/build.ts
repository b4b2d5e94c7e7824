/**
 * How fast a topic is built, against compromise alone on the same text: one worker, two workers, and peak memory.
 * Every contestant runs in a process of its own, one after the other, `--rounds` times; medians and ratios are printed.
 *
 *     npm run bench -- build [--documents 200 --rounds 3]
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import nlp from 'compromise';
import { buildTopic } from '../src/app/topics/build-topic.js';
import { readCollection } from './support/wikispeedia.js';
import { sample, seededRandom } from '../src/support/random.js';

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '3' },
    contestant: { type: 'string' },
    file: { type: 'string' },
  },
});

/** What one run of a contestant measured. */
interface Run {
  readonly seconds: number;
  /** Peak resident memory in MB. */
  readonly memory: number;
}

if (values.contestant !== undefined && values.file !== undefined)
  await runContestant(values.contestant, values.file);
else compare();

async function runContestant(contestant: string, file: string): Promise<void> {
  const texts = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { text: string }).text);
  // Loading the library and its first use are no part of either figure.
  nlp('Warm up the tagger with one sentence about insulin.');
  const begin = performance.now();
  if (contestant === 'compromise') for (const text of texts) nlp(text);
  else {
    const kb = mkdtempSync(path.join(tmpdir(), 'sfwc-bench-'));
    await buildTopic([file], { topic: 'bench', kb, workers: Number(contestant) });
    rmSync(kb, { recursive: true });
  }
  const seconds = (performance.now() - begin) / 1000;
  console.log(JSON.stringify({ seconds, memory: process.resourceUsage().maxRSS / 1024 } satisfies Run));
}

function compare(): void {
  const articles = sample(readCollection().articles, Number(values.documents), seededRandom(1));
  const folder = mkdtempSync(path.join(tmpdir(), 'sfwc-bench-'));
  const file = path.join(folder, 'texts.jsonl');
  writeFileSync(file, articles.map((article) => JSON.stringify(article)).join('\n'));
  const megabytes = articles.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0) / 1e6;
  const contestants = ['compromise', '1', '2'];
  const runs = new Map<string, Run[]>(contestants.map((name) => [name, []]));
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const contestant of contestants) {
      const args = [fileURLToPath(import.meta.url), '--contestant', contestant, '--file', file];
      runs
        .get(contestant)
        ?.push(JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as Run);
    }
  }
  rmSync(folder, { recursive: true });
  const median = (name: string, of: (run: Run) => number): number => {
    const sorted = (runs.get(name) ?? []).map(of).sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  };
  console.log(
    `${articles.length} articles, ${megabytes.toFixed(1)} MB of text, median of ${values.rounds} rounds`,
  );
  console.log('                        seconds  documents/s   MB/s  peak MB');
  for (const [name, label] of [
    ['compromise', 'compromise alone'],
    ['1', 'build, one worker'],
    ['2', 'build, two workers'],
  ] as const) {
    const seconds = median(name, (run) => run.seconds);
    console.log(
      `${label.padEnd(22)} ${seconds.toFixed(1).padStart(8)} ${(articles.length / seconds).toFixed(1).padStart(12)} ${(megabytes / seconds).toFixed(3).padStart(6)} ${median(
        name,
        (run) => run.memory,
      )
        .toFixed(0)
        .padStart(8)}`,
    );
  }
  const one = median('1', (run) => run.seconds);
  console.log(
    `build with one worker / compromise alone: ${(one / median('compromise', (run) => run.seconds)).toFixed(2)}`,
  );
  console.log(
    `build with one worker / with two workers: ${(one / median('2', (run) => run.seconds)).toFixed(2)}`,
  );
}
