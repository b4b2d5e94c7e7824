import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import {
  corpusWikipediaFields,
  makeWikiCorpus,
  type WikiCorpusDeps,
  type WikiCorpusReport,
} from '../../../src/extensions/wikipedia/read-category.js';
import { checkSettings } from '../../../src/app/settings/resolve.js';
import { InputError, Interrupted, type SfwcError } from '../../../src/model/errors.js';
import { temporaryFolders } from '../../language/corpus/support.js';
import { manualClock } from '../../support/manual-clock.js';
import {
  startFakeWiki,
  type FakePage,
  type FakeWiki,
  type FakeWikiOptions,
} from '../../support/fake-wiki.js';

const folderOf = temporaryFolders();

const PAGES: readonly FakePage[] = [
  {
    title: 'Insulin',
    text: "'''Insulin''' ist ein [[Hormon]].",
    categories: ['Diabetes', 'Hidden'],
    item: 'Q7240',
  },
  { title: 'Zucker', text: 'Zucker ist süß.', categories: ['Diabetes', 'Essen'] },
  { title: 'Category:Folgen', categories: ['Diabetes'] },
  { title: 'Weiterleitung', redirect: true, categories: ['Diabetes'] },
  { title: 'Leer', text: '', categories: ['Diabetes'] },
  { title: 'Banting', text: 'Banting war Arzt.', categories: ['Diabetes', 'Geboren 1891'] },
  { title: 'Neuropathie', text: 'Ein Nervenleiden.', categories: ['Folgen', 'Diabetes'] },
  { title: 'Retinopathie', text: 'Ein Augenleiden.', categories: ['Folgen'] },
  // A circle: the category lies below what lies below it.
  { title: 'Category:Diabetes', categories: ['Folgen'] },
  { title: 'Category:Seltene Folgen', categories: ['Folgen'] },
  { title: 'Tief', text: 'Zwei Stufen darunter.', categories: ['Seltene Folgen'] },
];

const wikis: FakeWiki[] = [];
afterEach(async () => {
  for (const wiki of wikis.splice(0)) await wiki.close();
});
async function fakeWiki(options: Partial<FakeWikiOptions> = {}): Promise<FakeWiki> {
  const wiki = await startFakeWiki({ pages: PAGES, ...options });
  wikis.push(wiki);
  return wiki;
}

function make(
  given: Readonly<Record<string, unknown>>,
  options: WikiCorpusDeps = {},
): Promise<WikiCorpusReport> {
  const settings = checkSettings(corpusWikipediaFields, { category: 'Diabetes', delay: 0, ...given });
  return makeWikiCorpus(settings, { clock: manualClock(), ...options });
}

async function recordsOf(out: string): Promise<Record<string, unknown>[]> {
  const content = (await readFile(out, 'utf8')).trim();
  return content.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
}
const titlesOf = async (out: string): Promise<unknown[]> => (await recordsOf(out)).map(({ title }) => title);
const newFile = async (): Promise<string> => join(await folderOf({}), 'corpora', 'diabetes.jsonl');

async function errorOf(
  work: Promise<unknown>,
  kind: typeof InputError | typeof Interrupted = InputError,
): Promise<SfwcError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(kind);
  return error as SfwcError;
}

describe('a corpus from the API of a wiki', () => {
  it('holds the pages of the category with text, address and IRI, and says what was left out', async () => {
    const wiki = await fakeWiki();
    const out = await newFile();
    const report = await make({ api: wiki.api, out });
    expect(report).toMatchObject({
      documents: 4,
      categories: 1,
      leftOut: { 'no-text': 1, redirect: 1 },
      licence: 'CC BY-SA 4.0, https://creativecommons.org/licenses/by-sa/4.0/',
    });
    expect(await titlesOf(out)).toEqual(['Insulin', 'Zucker', 'Banting', 'Neuropathie']);
    expect((await recordsOf(out))[0]).toEqual({
      id: 'https://de.wikipedia.org/wiki/Insulin',
      title: 'Insulin',
      text: 'Insulin ist ein Hormon.',
      language: 'de',
      url: 'https://de.wikipedia.org/wiki/Insulin',
      iri: 'http://www.wikidata.org/entity/Q7240',
      wikidata: 'http://www.wikidata.org/entity/Q7240',
      revision: 1001,
      categories: ['Diabetes'],
    });
    expect(await readdir(join(out, '..'))).toEqual(['diabetes.about.json', 'diabetes.jsonl']);
  });

  it('goes down into subcategories once each, even in a circle, and gives each page once', async () => {
    const wiki = await fakeWiki();
    const [one, two] = [await newFile(), await newFile()];
    await make({ api: wiki.api, out: one, maxDepth: 1 });
    expect(await titlesOf(one)).toEqual(['Insulin', 'Zucker', 'Banting', 'Neuropathie', 'Retinopathie']);
    const report = await make({ api: wiki.api, out: two, maxDepth: 9 });
    expect(await titlesOf(two)).toEqual([
      'Insulin',
      'Zucker',
      'Banting',
      'Neuropathie',
      'Retinopathie',
      'Tief',
    ]);
    expect(report.categories).toBe(3);
  });

  it('leaves out persons, excluded categories and what lies below those', async () => {
    const wiki = await fakeWiki();
    const out = await newFile();
    const report = await make({
      api: wiki.api,
      out,
      maxDepth: 9,
      excludePersons: true,
      excludeCategory: ['seltene_*', 'ESSEN'],
    });
    expect(await titlesOf(out)).toEqual(['Insulin', 'Neuropathie', 'Retinopathie']);
    expect(report.leftOut).toEqual({ 'excluded-category': 1, 'no-text': 1, person: 1, redirect: 1 });
  });

  it('names itself, asks one thing at a time, pauses between, and lets lagging servers refuse', async () => {
    const wiki = await fakeWiki();
    const clock = manualClock();
    await make({ api: wiki.api, out: await newFile(), delay: 2, userAgent: 'me@example.org' }, { clock });
    expect([...wiki.userAgents]).toEqual(['me@example.org']);
    expect(wiki.mostAtOnce()).toBe(1);
    expect(wiki.asked.every((asked) => asked.get('maxlag') === '5')).toBe(true);
    expect(clock.sleeps).toEqual(Array.from({ length: wiki.asked.length - 1 }, () => 2000));
  });
});

describe('patience with a wiki', () => {
  it.each([['is broken', 500, {}, /status 500 \(tried 3 times\)/, [1000, 2000]]])(
    'ends when the wiki %s; what is saved is said and not asked for again',
    async (_, status, headers, words, pauses) => {
      let isDown = false;
      const wiki = await fakeWiki({
        before: (asked, response) => {
          if (isDown) response.writeHead(status, headers).end();
          isDown ||= asked.get('pageids') === '2';
          return response.headersSent;
        },
      });
      const out = await newFile();
      const clock = manualClock();
      const error = await errorOf(make({ api: wiki.api, out, retries: 2 }, { clock }));
      expect(error.message).toMatch(words);
      expect(error.hint).toMatch(
        /^2 documents are saved in .*diabetes\.jsonl\.partial; run the same command again/,
      );
      expect(clock.sleeps).toEqual(pauses);
      expect(await readdir(join(out, '..'))).toEqual(['diabetes.jsonl.partial']);

      isDown = false;
      wiki.asked.splice(0);
      await make({ api: wiki.api, out });
      expect(await titlesOf(out)).toEqual(['Insulin', 'Zucker', 'Banting', 'Neuropathie']);
      expect(textsAskedFor(wiki)).toEqual(['5', '6', '7']);
    },
  );
});

const textsAskedFor = (wiki: FakeWiki): unknown[] =>
  wiki.asked.filter((asked) => asked.get('prop') === 'extracts').map((asked) => asked.get('pageids'));

describe('a corpus that was begun', () => {
  it('goes on after a line that was only half written, and fetches that page again', async () => {
    let isDown = true;
    const wiki = await fakeWiki({
      before: (asked, response) => {
        if (isDown && asked.get('pageids') === '6') response.destroy();
        return response.destroyed;
      },
    });
    const out = await newFile();
    await errorOf(make({ api: wiki.api, out, retries: 0 }));
    const kept = await readFile(`${out}.partial`, 'utf8');
    await writeFile(`${out}.partial`, kept.slice(0, kept.trimEnd().lastIndexOf('\n') + 20));
    isDown = false;
    wiki.asked.splice(0);
    await make({ api: wiki.api, out });
    expect((await titlesOf(out)).sort()).toEqual(['Banting', 'Insulin', 'Neuropathie', 'Zucker']);
    expect(textsAskedFor(wiki)).toEqual(['2', '5', '6', '7']);
  });
});

describe('what cannot be had', () => {
  it('is a category that does not exist; nothing is left behind', async () => {
    const wiki = await fakeWiki();
    const out = await newFile();
    const error = await errorOf(make({ api: wiki.api, out, category: 'Kategorie:diabetis' }));
    expect([error.message, error.hint]).toEqual([
      "Fake wiki has nothing in a category 'Diabetis'",
      'check its name on the wiki',
    ]);
    expect(await readdir(join(out, '..'))).toEqual([]);
  });

  it.each([
    ['other JSON', '{"query": {"general": {"generator": "Something"}}}', /give the address of api\.php/],
  ])('is an API where there is %s', async (_, body, hint) => {
    const wiki = await fakeWiki({ before: (_asked, response) => response.end(body).writableEnded });
    const error = await errorOf(make({ api: wiki.api, out: await newFile() }));
    expect(error.message).toMatch(/is not the API of a MediaWiki|did not identify itself as a MediaWiki API/);
    expect(error.hint).toMatch(hint);
  });
});
