import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

/** An article of the Wikispeedia collection. */
export interface Article {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly links: readonly string[];
}

/** Role of an article in a topic: start page, input of the topic builder, or what should be found. */
export type Role = 'seed' | 'corpus' | 'target';

/** The collection with its topics: topic → article id → role. */
export interface Collection {
  readonly articles: readonly Article[];
  readonly topics: ReadonlyMap<string, ReadonlyMap<string, Role>>;
}

/** Folder of the benchmark data: `SFWC_TEST_DATA`, or `../shared/data`. */
export function dataFolder(): string {
  return process.env['SFWC_TEST_DATA'] ?? path.resolve('../shared/data');
}

/** Reads the collection; ends the process with a message where it is absent. */
export function readCollection(): Collection {
  const folder = path.join(dataFolder(), 'wikispeedia');
  if (!existsSync(folder)) {
    console.error(`skipped: ${folder} is not there; SFWC_TEST_DATA names the folder with the data`);
    process.exit(0);
  }
  const articles = gunzipSync(readFileSync(path.join(folder, 'articles.jsonl.gz')))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Article);
  const topics = new Map<string, Map<string, Role>>();
  for (const line of readFileSync(path.join(folder, 'topics.tsv'), 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [topic = '', role = '', id = ''] = line.split('\t');
    const roles = topics.get(topic) ?? new Map<string, Role>();
    roles.set(id, role as Role);
    topics.set(topic, roles);
  }
  return { articles, topics };
}

/** A random source with a seed (mulberry32): the same seed gives the same numbers. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** `count` of the values, drawn without putting back. */
export function sample<T>(values: readonly T[], count: number, random: () => number): T[] {
  const pool = [...values];
  const drawn: T[] = [];
  while (drawn.length < count && pool.length > 0) {
    drawn.push(...pool.splice(Math.floor(random() * pool.length), 1));
  }
  return drawn;
}
