/**
 * Makes what tests read: the topics in `test/fixtures/kb`, of the texts in `test/fixtures` and of half of the sample corpora,
 * and a crawl of the sample web, `test/fixtures/crawl`. To be run after a change of what `build` or `crawl` writes.
 * Arguments: `crawl` makes the crawl alone.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';
import { gzipSync } from 'node:zlib';
import Database from 'libsql';
import { crawlTopic, resumeCrawl } from '../dist/app/crawl/crawl-topic.js';
import { buildTopic } from '../dist/app/topics/build-topic.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const [bees, others, kb, crawl] = ['bees', 'others', 'kb', 'crawl'].map((name) => `test/fixtures/${name}`);

/** Every other text of a folder. */
function half(folder) {
  const names = readdirSync(folder).sort();
  return names.filter((_, index) => index % 2 === 0).map((name) => path.join(folder, name));
}

async function makeTopics() {
  rmSync(kb, { recursive: true, force: true });
  await buildTopic([bees], { topic: 'bees', kb, background: [others] });
  await buildTopic([others], { topic: 'other things', kb, background: [bees] });
  await buildTopic(half('corpora/diabetes'), {
    ...{ topic: 'diabetes', kb, labels: ['corpora/labels.ttl'], background: half('corpora/background') },
  });
}

/** Makes a crawl that was resumed and has a queue at its end, without what differs from time to time and place to place. */
export async function makeCrawl(out, firstPages = 25, maxPages = 44) {
  await crawlTopic({
    ...{ kb, topic: 'diabetes', web: 'corpora/sample-web', out, workers: 1, maxPages: firstPages },
    seeds: ['http://glucosecare.example/', 'http://schoolportal.example/biology/when-cells-burn-fat.html'],
  });
  await resumeCrawl({ out, maxPages });
  const placeless = (text) => text.replaceAll(path.resolve(out), crawl).replaceAll(root, '');
  change(path.join(out, 'crawl.json'), placeless);
  change(path.join(out, 'pages.warc'), numbered);
  const database = new Database(path.join(out, 'frontier.db'));
  const replace = database.prepare('UPDATE facts SET value = ? WHERE name = ?');
  for (const { name, value } of database.prepare('SELECT name, value FROM facts').all())
    replace.run([placeless(value).replace(/"since":[\d.]+/, '"since":0'), name]);
  database.exec('VACUUM');
  database.close();
  rmSync(path.join(out, 'frontier.lock'));
}

/** Records with numbers for their random identifiers, and no date of the file. */
function numbered(records) {
  const ids = new Map();
  const numberOf = (id) => ids.get(id) ?? ids.set(id, String(ids.size).padStart(36, '0')).get(id);
  return records
    .replaceAll(/(?<=urn:uuid:)[\w-]{36}/g, numberOf)
    .replace(/(?<=WARC-Date: )\S+/, '2024-01-01T00:00:00.000Z');
}

/** Changes a file, byte for byte. */
function change(file, change) {
  writeFileSync(file, change(readFileSync(file, 'latin1')), 'latin1');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.chdir(root);
  if (process.argv[2] !== 'crawl') await makeTopics();
  rmSync(crawl, { recursive: true, force: true });
  await makeCrawl(crawl);
  const database = path.join(crawl, 'frontier.db');
  writeFileSync(`${database}.gz`, gzipSync(readFileSync(database), { level: 9 }));
  rmSync(database);
}
