import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  corpusWikipediaFields,
  makeWikiCorpus,
  type WikiCorpusReport,
} from '../../src/extensions/wikipedia/read-category.js';
import { checkSettings } from '../../src/app/settings/resolve.js';
import { openCorpus } from '../../src/language/corpus/folder.js';
import { readAll } from '../language/corpus/support.js';
import { describeUnless } from './data.js';
import { mediawikiMissing, startMediaWiki, type MediaWiki } from './mediawiki-server.js';

const PAGES: Record<string, string> = {
  'Insulin pump':
    "An '''insulin pump''' is a [[medical device]] for [[insulin]].\n\n== History ==\nThe first one was made in 1963.\n\n== See ==\n[[Category:Diabetes]] [[Category:Medical equipment|Pump]]",
  Insulin: "'''Insulin''' is a hormone made by the pancreas.\n[[Category:Diabetes]]",
  Diabète: '#REDIRECT [[Insulin]]\n[[Category:Diabetes]]',
  'Frederick Banting': 'A physician. [[Category:Diabetes]] [[Category:1891 births]] [[Category:1941 deaths]]',
  'Retinopathy ("eye") & \'more\' AC/DC: 50% é':
    'Damage to the retina. [[Category:Complications of diabetes]]',
  Neuropathy: 'Damage to the nerves. [[Category:Complications of diabetes]] [[Category:Diabetes]]',
  'Deep page': 'Two categories deep. [[Category:Rare complications]]',
  'Empty page': '[[Category:Diabetes]]',
  Space: 'Nothing of it here. [[Category:Astronomy]]',
  'Category:Diabetes': 'In a circle. [[Category:Rare complications]]',
  'Category:Complications of diabetes': '[[Category:Diabetes]]',
  'Category:Rare complications': '[[Category:Complications of diabetes]]',
  'Talk:Insulin': 'A talk page. [[Category:Diabetes]]',
};

describeUnless(mediawikiMissing(), 'A real MediaWiki', () => {
  let wiki: MediaWiki;
  let folder = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sfwc-wiki-'));
    wiki = await startMediaWiki(PAGES, { extensions: ['TextExtracts'] });
  }, 300_000);
  afterAll(async () => {
    await (wiki as MediaWiki | undefined)?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const make = (out: string, given: Readonly<Record<string, unknown>>): Promise<WikiCorpusReport> =>
    makeWikiCorpus(
      checkSettings(corpusWikipediaFields, {
        category: 'Diabetes',
        api: wiki.api,
        delay: 0,
        out: join(folder, out),
        ...given,
      }),
    );
  const textsOf = async (file: string): Promise<ReadonlyMap<string, string>> => {
    const { documents } = await readAll(openCorpus(join(folder, file)));
    return new Map(documents.map(({ id, text }) => [id, text]));
  };

  it('gives a corpus of its extracts', async () => {
    const { documents, categories, leftOut } = await make('extracts.jsonl', {
      maxDepth: 9,
      excludePersons: true,
    });
    expect([documents, categories]).toEqual([5, 3]);
    expect(leftOut).toEqual({ 'no-text': 1, person: 1, redirect: 1 });
    expect((await textsOf('extracts.jsonl')).get(`${wiki.address}/index.php/Insulin_pump`)).toBe(
      'An insulin pump is a medical device for insulin.\n\nHistory\n\nThe first one was made in 1963.',
    );
  }, 120_000);

  it('gives addresses that lead to the pages', async () => {
    await make('below.jsonl', { category: 'Complications of diabetes' });
    const { documents } = await readAll(openCorpus(join(folder, 'below.jsonl')));
    expect(documents).toHaveLength(2);
    for (const { sourceUrl, text } of documents) {
      const response = await fetch(sourceUrl ?? '');
      expect(response.status).toBe(200);
      expect(await response.text()).toContain(text);
    }
  }, 60_000);
});
