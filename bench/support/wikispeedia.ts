import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sample, seededRandom } from '../../src/support/random.js';

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

/** What is judged against the topics: a background drawn by the seed, and the articles that nothing was learned from. */
export function drawBackground(
  { articles, topics }: Collection,
  count: number,
  seed: number,
): { readonly background: readonly Article[]; readonly unseen: readonly Article[] } {
  const corpusIds = new Set(
    [...topics.values()].flatMap((roles) =>
      [...roles].filter(([, role]) => role === 'corpus').map(([id]) => id),
    ),
  );
  const rest = articles.filter(({ id }) => !corpusIds.has(id));
  const background = sample(rest, count, seededRandom(seed));
  const drawn = new Set(background);
  return { background, unseen: rest.filter((article) => !drawn.has(article)) };
}
