/**
 * Compares all strategies on the Wikispeedia web, as `docs/comparison.md` tells: builds the three topics of the data from
 * their corpora and a background of other articles, and runs `sfwc compare` on them.
 *
 *     npm run bench -- comparison [--out DIR --strategies lpe,hmm --topics space --pages 1000 --repeat 1 --workers 1]
 *
 * Crawls that DIR holds already are not done again. Texts and pages are judged by their first 4,000 characters, since
 * finding nouns takes most of the time. With `--docs` the text goes to docs/comparison.md, too.
 */
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildTopic } from '../src/app/build/build-topic.js';
import { compareStrategies } from '../src/app/compare/compare.js';
import { lineLogger } from '../src/support/logger.js';
import { sample, seededRandom } from '../src/support/random.js';
import { readTopics } from '../src/virtual-web/topics-file.js';
import { articleAddress, openWikispeediaWeb } from '../src/virtual-web/wikispeedia-web.js';
import { dataFolder } from './support/wikispeedia.js';

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: path.join(tmpdir(), 'sfwc-bench-comparison') },
    strategies: { type: 'string', default: 'all' },
    topics: { type: 'string', default: '' },
    pages: { type: 'string', default: '1000' },
    repeat: { type: 'string', default: '1' },
    workers: { type: 'string', default: '1' },
    background: { type: 'string', default: '400' },
    docs: { type: 'boolean', default: false },
  },
});
const CHARACTERS_JUDGED = 4000;
const SEED = 1;

const folder = path.join(dataFolder(), 'wikispeedia');
if (!existsSync(folder)) {
  console.error(`skipped: ${folder} is not there; SFWC_TEST_DATA names the folder with the data`);
  process.exit(0);
}
const file = path.join(folder, 'articles.jsonl.gz');
const web = await openWikispeediaWeb(file);
const topics = await readTopics(path.join(folder, 'topics.tsv'), web, articleAddress);
const kb = path.join(values.out, 'kb');
mkdirSync(kb, { recursive: true });

/** Writes articles as JSON lines, cut. */
function write(name: string, urls: readonly string[]): string {
  const lines = urls.map((url) => {
    const id = url.slice(url.lastIndexOf('/') + 1);
    const { title, text } = web.articles.get(id)!;
    return JSON.stringify({ id, title, text: text.slice(0, CHARACTERS_JUDGED) });
  });
  const target = path.join(values.out, `${name}.jsonl`);
  writeFileSync(target, lines.join('\n'));
  return target;
}

const given = new Set(topics.flatMap(({ corpus }) => corpus));
const others = web.pages.filter((url) => !given.has(url));
const background = sample(others, Number(values.background), seededRandom(SEED));
for (const { name, corpus } of topics) {
  if (existsSync(path.join(kb, `${name}.nq.gz`))) continue;
  console.error(`building ${name}`);
  await buildTopic([write(name, corpus)], { topic: name, kb, background: [write('background', background)] });
}

const begin = performance.now();
let shown = 0;
const { comparison } = await compareStrategies(
  {
    web: file,
    kb,
    out: values.out,
    topics: values.topics === '' ? topics.map(({ name }) => name) : values.topics.split(','),
    strategies: values.strategies.split(','),
    maxPages: Number(values.pages),
    repeat: Number(values.repeat),
    workers: Number(values.workers),
    judgeFirst: CHARACTERS_JUDGED,
    seed: SEED,
  },
  {
    logger: lineLogger((line) => process.stderr.write(line)),
    onProgress: ({ crawls, allCrawls, fetched }) => {
      if (crawls === shown) return;
      shown = crawls;
      const seconds = Math.round((performance.now() - begin) / 1000);
      console.error(`${crawls} of ${allCrawls} crawls, ${fetched} pages, ${seconds} s`);
    },
  },
);
console.log(`${comparison.crawls.length} crawls in ${values.out}: report.html, comparison.md`);
if (values.docs) copyFileSync(path.join(values.out, 'comparison.md'), 'docs/comparison.md');
