import { unlimitedPlan } from '../../../support/unlimited-plan.js';
import { describe, expect, it } from '@jest/globals';
import { judgeHere } from '../../../../src/extensions/lab/comparison/judge-here.js';
import {
  foundPages,
  harvest,
  type HarvestPlan,
} from '../../../../src/extensions/discover/harvest/harvest-pages.js';
import type { KnownPage, KnownPages } from '../../../../src/extensions/discover/harvest/screening.js';
import { InputError } from '../../../../src/model/errors.js';
import type { SearchEngine } from '../../../../src/extensions/discover/search-engine.js';
import { tinyClassifier, tinyCrawl, tinyReader, type TinyPages } from '../../../support/tiny-web.js';
import { openWordReader } from '../../../../src/language/text/english.js';

const A = 'http://a.example';
const TEXT = 'hull paint primer rust steel ship zinc epoxy coating blasting';

function memoryPages(): KnownPages & { readonly all: Map<string, KnownPage> } {
  const all = new Map<string, KnownPage>();
  return {
    all,
    get: (url) => all.get(url),
    urlOfText: (text) => [...all.values()].find((page) => page.text === text)?.url,
    add: async (page) => void all.set(page.url, page),
  };
}

const engineOf = (urls: readonly string[]): SearchEngine => ({
  name: 'engine',
  search: async () => urls.map((url) => ({ url, title: '', foundAt: 'http://engine.example/' })),
});

const plan = (changes: Partial<HarvestPlan> = {}): HarvestPlan => ({
  run: '001',
  searches: ['hull paint'],
  top: 10,
  lists: { hubs: [], sites: [] },
  judgedBy: 'x',
  crawl: unlimitedPlan({ seeds: [], maxPages: 100, maxDepth: 1, follow: 'all', delaySeconds: 1 }),
  ...changes,
});

function partsFor(pages: TinyPages, engine: SearchEngine, known = memoryPages()) {
  const tiny = tinyCrawl(pages, { judge: judgeHere({ reader: tinyReader, classifier: tinyClassifier }) });
  return { ...tiny, known, parts: { ...tiny.parts, engine, known, words: openWordReader() } };
}

describe('harvest', () => {
  it('does not judge a page whose text is the same, unless it was judged by something else', async () => {
    const pages: TinyPages = { [`${A}/x`]: { text: `topic ${TEXT}` } };
    const known = memoryPages();
    const codes = async (changes: Partial<HarvestPlan>) => {
      const { parts, events } = partsFor(pages, engineOf([`${A}/x`]), known);
      await harvest(parts, plan(changes));
      return events().map(({ code, message }) => [code, message]);
    };
    expect(await codes({})).toEqual([[undefined, undefined]]);
    expect(await codes({ run: '002' })).toEqual([
      ['unchanged', 'since run 001: its text is the same; relevant in run 001, score 1.00'],
    ]);
    expect(known.all.get(`${A}/x`)).toMatchObject({ run: '002', judgedIn: '001', verdict: 'relevant' });
    expect(await codes({ run: '003', judgedBy: 'y' })).toEqual([[undefined, undefined]]);
  });

  it('follows the links of hubs to other sites by one step, as many as wanted, and no others', async () => {
    const targets = Array.from({ length: 60 }, (_, index) => `http://s${index}.example/`);
    const pages: TinyPages = {
      [`${A}/hub`]: { text: 'links', links: [...targets, `${A}/own`, 'http://my.blog.example/'] },
      [`${A}/page`]: { text: `topic ${TEXT}`, links: ['http://elsewhere.example/'] },
      ...Object.fromEntries(
        targets.map((url) => [url, { text: `topic ${url} ${TEXT}`, links: ['/deeper'] }]),
      ),
    };
    const { parts, events } = partsFor(pages, engineOf([`${A}/hub`, `${A}/page`]));
    const { lists, summary } = await harvest(parts, plan());
    expect(events().map(({ url }) => url)).toEqual([`${A}/hub`, `${A}/page`, ...targets.slice(0, 50)]);
    expect(events()[2]).toMatchObject({ referrer: `${A}/hub`, priority: { reason: 'link 1 of a hub' } });
    expect(lists.hubs).toMatchObject([{ url: `${A}/hub`, relevant: 50 }]);
    expect(summary).toMatchObject({ pages: { relevant: 51 }, reasons: { hub: 1 } });
  });

  it('ends cleanly when it is interrupted, with what was done, and at as many pages as allowed', async () => {
    const urls = ['1', '2', '3', '4'].map((name) => `${A}/${name}`);
    const pages = Object.fromEntries(urls.map((url) => [url, { text: `topic ${url} ${TEXT}` }]));
    const stop = new AbortController();
    const first = partsFor(pages, engineOf(urls));
    const sink = async (records: Parameters<typeof first.parts.sink>[0]) => {
      await first.parts.sink(records);
      if (records.at(-1)?.event.sequence === 2) stop.abort();
    };
    const { summary, lists } = await harvest({ ...first.parts, sink }, plan(), stop.signal);
    expect([summary.ended, first.events().length, first.known.all.size]).toEqual(['interrupted', 2, 2]);
    expect(lists.sites).toMatchObject([{ url: `${A}/`, relevant: 2 }]);
    const second = partsFor(pages, engineOf(urls));
    expect(
      (await harvest(second.parts, plan({ crawl: { ...plan().crawl, maxPages: 3 } }))).summary,
    ).toMatchObject({
      ended: 'max-pages',
      requested: 3,
    });
  });

  it('goes on with what searches found before the engine stopped answering, and fails when there is nothing', async () => {
    let calls = 0;
    const flaky: SearchEngine = {
      name: 'engine',
      search: async (query, most) => {
        calls += 1;
        if (calls > 1) throw new InputError('engine gave no answer', { hint: 'look at it' });
        return engineOf([`${A}/x`]).search(query, most);
      },
    };
    const { parts, warnings } = partsFor({ [`${A}/x`]: { text: `topic ${TEXT}` } }, flaky);
    const { summary } = await harvest(parts, plan({ searches: ['a b', 'c d', 'e f'] }));
    expect(summary.searches).toMatchObject({ planned: 3, made: 1, addresses: 1 });
    expect(warnings).toEqual([
      expect.stringMatching(/^engine gave no answer \(look at it\); 1 of 3 searches were made/),
    ]);
    await expect(harvest(partsFor({}, flaky).parts, plan())).rejects.toThrow('engine gave no answer');
    const nothing = await harvest(partsFor({}, engineOf([])).parts, plan());
    expect(nothing.summary).toMatchObject({ ended: 'complete', requested: 0 });
  });
});

it('puts the results of searches together: first places first, then what more searches found, each once', () => {
  const hit = (name: string) => ({
    url: `http://A.example/${name}#part`,
    title: `Title ${name}`,
    foundAt: 'http://engine.example/',
  });
  const searches = [
    { query: 'ship paint', hits: [hit('x'), hit('y'), hit('z')] },
    { query: 'hull rust', hits: [hit('v'), hit('z')] },
    { query: 'navy coating', hits: [hit('z'), hit('v')] },
  ];
  const found = foundPages(searches).map(({ url, search, place, searches: count }) => [
    url.slice('http://a.example/'.length),
    search,
    place,
    count,
  ]);
  expect(found).toEqual([
    ['z', 'navy coating', 1, 3],
    ['v', 'hull rust', 1, 2],
    ['x', 'ship paint', 1, 1],
    ['y', 'ship paint', 2, 1],
  ]);
  expect(foundPages(searches)[0]?.hit.title).toBe('Title z');
});
