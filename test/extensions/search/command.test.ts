import { beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildTopic } from '../../../src/app/topics/build-topic.js';
import type { SearchAnswer } from '../../../src/extensions/search/search-answer.js';
import { keyOf } from '../../../src/extensions/search/labels.js';
import { sfwc, type Finished } from '../../cli/run.js';
import { writeCrawlFolder } from '../../support/crawl-folder.js';
import { BEE_TEXTS, OTHER_TEXTS, SMALL_SEED, writeFiles, writeSmallWeb } from '../../support/small-corpus.js';
import { placesIn, temporaryFolder } from '../../support/temporary-folder.js';

const root = temporaryFolder();
const place = placesIn(root);
const [kb, out] = [join(root, 'kb'), join(root, 'out')];

beforeAll(async () => {
  const [bees, others, web] = [place(), place(), place()];
  await writeFiles(bees, BEE_TEXTS);
  await writeFiles(others, OTHER_TEXTS);
  await writeSmallWeb(web);
  const labels = join(root, 'labels.ttl');
  const label = '<http://www.w3.org/2000/01/rdf-schema#label>';
  writeFileSync(labels, `<http://m.example/Apiary> ${label} "apiary"@en, "hive"@en .\n`);
  await buildTopic([bees], { topic: 'bees', kb, background: [others], labels: [labels] });
  const crawl = ['crawl', '--kb', kb, '--topic', 'bees', '--web', web, '--seeds', SMALL_SEED, '--out', out];
  expect((await sfwc(crawl)).code).toBe(0);
});

async function search(...args: readonly string[]): Promise<Finished> {
  return sfwc(['search', ...args]);
}

async function answer(...args: readonly string[]): Promise<SearchAnswer> {
  const { code, stdout, stderr } = await search(...args, '--json');
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as SearchAnswer;
}

describe('sfwc search', () => {
  it('shows the accepted pages of a crawl with their best passages', async () => {
    const { code, stdout, stderr } = await search(out, 'queen honey', '--limit', '1');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /^1\. Bees\n {3}http:\/\/bees\.example\/\n {3}bees\.example · score \d\.\d+ for bees · fetched \d{4}-\d\d-\d\d\n {3}.*the \*queen\* lays her eggs/,
    );
    expect(stdout).toMatch(/\n\d pages with all words in \S+ \(\d pages\)\nhosts: bees\.example \(\d\)/);
    expect(stdout).toMatch(/\ntopics: bees \(\d\)\nnouns: /);
    expect(stdout).not.toContain('\u001b');
    expect(existsSync(join(out, 'search.db'))).toBe(true);
  });

  it('marks matches on a terminal, where texts of the Web control nothing', async () => {
    const evil = place();
    const title = 'Bees \u001b]0;owned\u0007\u202e';
    writeCrawlFolder(evil, [
      { url: 'http://a.example/\u0007', title, text: 'A hornet \u001b[2J\u009b31m \u202estings.' },
    ]);
    const { stdout } = await sfwc(['search', evil, 'hornet'], { stdoutIsTerminal: true });
    expect(stdout).toContain('A *hornet*');
    expect(stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}|\u202e/u);
  });

  it('also searches for other names that the knowledge base has, unless --literal', async () => {
    const { hits, widened } = await answer(out, 'apiaries', '--limit', '100');
    expect(widened).toEqual([{ term: 'apiaries', by: ['hive'], iri: 'http://m.example/Apiary' }]);
    expect(hits.every(({ missing }) => missing.length === 0)).toBe(true);
    const text = await search(out, 'apiaries');
    expect(text.stdout).toContain(
      'also searched for: hive (for apiaries); --literal searches for the words alone',
    );
    expect((await answer(out, 'apiaries', '--literal')).widened).toEqual([]);
    const marked = ({ passages }: SearchAnswer['hits'][number]): readonly string[] =>
      passages.flatMap(({ text: passage, marks }) => marks.map(([begin, end]) => passage.slice(begin, end)));
    expect(new Set(hits.flatMap(marked))).toEqual(new Set(['hive', 'apiary']));
  });
});

describe('names', () => {
  it.each([
    ['Insulin pumps', 'insulin pump'],
    ['Apiaries', 'apiary'],
    ['Type-1 (diabetes)', 'type 1 diabete'],
    ['—', ''],
  ])('are found by their key: %s', (name, key) => {
    expect(keyOf(name)).toBe(key);
  });
});
