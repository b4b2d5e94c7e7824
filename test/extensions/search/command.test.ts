import { describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SearchAnswer } from '../../../src/extensions/search/search-answer.js';
import { keyOf } from '../../../src/extensions/search/labels.js';
import { sfwc, type Finished } from '../../cli/run.js';
import { copyCrawl, writeCrawlFolder } from '../../support/crawl-folder.js';
import { placesIn, temporaryFolder } from '../../support/temporary-folder.js';

// Names are looked up in the knowledge base that the crawl names.
const root = temporaryFolder();
const place = placesIn(root);
const out = copyCrawl(join(root, 'out'));

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
    const { code, stdout, stderr } = await search(out, 'glucose insulin', '--limit', '1');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /^1\. What an \*insulin\* pump does.*\n {3}http:\/\/glucosecare\.example\/guide\/insulin-pumps\.html\n {3}glucosecare\.example · score \d\.\d+ for diabetes\n {3}.*long-acting \*insulin\* in the body/s,
    );
    expect(stdout).toMatch(
      /\n\d+ pages with all words.* in \S+ \(27 pages\)\nhosts: glucosecare\.example \(\d+\)/,
    );
    expect(stdout).toMatch(/\ntopics: diabetes \(\d+\)\nnouns: glucose /);
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
    const { hits, widened } = await answer(out, 'Glucophage', '--limit', '100');
    const iri = 'http://dbpedia.org/resource/Metformin';
    expect(widened).toEqual([{ term: 'Glucophage', by: ['metformin'], iri }]);
    expect(hits.every(({ missing }) => missing.length === 0)).toBe(true);
    const text = await search(out, 'Glucophage');
    expect(text.stdout).toContain(
      'also searched for: metformin (for Glucophage); --literal searches for the words alone',
    );
    expect((await answer(out, 'Glucophage', '--literal')).widened).toEqual([]);
    const marked = ({ passages }: SearchAnswer['hits'][number]): readonly string[] =>
      passages.flatMap(({ text: passage, marks }) => marks.map(([begin, end]) => passage.slice(begin, end)));
    expect(new Set(hits.flatMap(marked))).toEqual(new Set(['metformin', 'Metformin']));
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
