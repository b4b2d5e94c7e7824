import { describe, expect, it } from '@jest/globals';
import { unlimitedPlan } from '../../../../src/app/crawl/setup/crawl-plan.js';
import { crawl } from '../../../../src/crawling/engine/engine.js';
import type { CrawlPlan } from '../../../../src/crawling/engine/crawl-types.js';
import type { CrawlMemory } from '../../../../src/crawling/store/crawl-memory.js';
import type { AskState, NamedPage, Source } from '../../../../src/extensions/discover/sources/source.js';
import {
  sourceCountsIn,
  sourcesFeature,
} from '../../../../src/extensions/discover/sources/sources-feature.js';
import { InputError } from '../../../../src/model/errors.js';
import { tinyCrawl, type FlatParts, type TinyPages } from '../../../support/tiny-web.js';

const A = 'http://a.example';
const B = 'http://b.example';
const letters = (n: number): string => String.fromCharCode(97 + (n % 26), 97 + Math.floor(n / 26));

/** A relevant page that links to many others, and a host with relevant pages that nobody links to. */
const PAGES: TinyPages = {
  [`${A}/`]: { text: 'topic', links: Array.from({ length: 100 }, (_, n) => `/off/${letters(n)}`) },
  ...Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`${A}/off/${letters(n)}`, { text: 'else' }])),
  ...Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`${B}/${letters(n)}`, { text: 'topic' }])),
};

const named = (url: string): NamedPage => ({ url, by: 'http://s.example/list', reason: `named by ${url}` });
const hidden = (from: number, to: number): readonly NamedPage[] =>
  Array.from({ length: to - from }, (_, n) => named(`${B}/${letters(from + n)}`));

interface Told {
  /** The answer to each question, by its number. */
  readonly answer: (question: number, signal: AbortSignal) => Promise<readonly NamedPage[]>;
  readonly changes?: Partial<Source>;
  readonly next?: (state: AskState) => string | undefined;
}

/** A source that may be asked nine questions, and notes them. */
function source({ answer, changes, next }: Told, asked: string[] = []): Source {
  const targets = Array.from({ length: 9 }, (_, n) => String(n));
  return {
    ...{ name: 'fake', prior: 0.4, most: 5, service: 'http://s.example/', raises: false },
    next: (state) => {
      const target = next === undefined ? targets.find((one) => state.times(one) === 0) : next(state);
      if (target === undefined) return undefined;
      return {
        target,
        run: (signal) => {
          asked.push(target);
          return answer(Number(target), signal);
        },
      };
    },
    ...changes,
  };
}

function prepare(
  sources: readonly Source[],
  changes: Partial<CrawlPlan> = {},
  parts: Partial<FlatParts> = {},
) {
  const tiny = tinyCrawl(PAGES, parts);
  const closing = new AbortController();
  const feature = sourcesFeature({
    open: () => sources,
    read: (text) => text.split(' '),
    ...{ isTimeSimulated: false, signal: closing.signal },
  });
  const plan = unlimitedPlan({ seeds: [`${A}/`], maxPages: 200, maxDepth: 9, follow: 'all', ...changes });
  const run = () => crawl(tiny.parts, { ...plan, ...changes }, undefined, { features: [feature] });
  const urls = (): readonly string[] => tiny.events().map(({ url }) => url);
  return { ...tiny, run, urls, closing };
}

describe('a crawl with sources', () => {
  it('asks one in a drought, requests what it names before all links, and says why', async () => {
    const asked: string[] = [];
    const answer = async (n: number) => (n === 0 ? hidden(0, 8) : []);
    const { run, urls, events } = prepare([source({ answer }, asked)], { maxPages: 60 });
    const { sources, accepted } = await run();
    const first = urls().indexOf(`${B}/aa`);
    expect(first).toBeGreaterThanOrEqual(20);
    expect(first).toBeLessThan(25);
    expect(urls().slice(first, first + 5)).toEqual(hidden(0, 5).map(({ url }) => url));
    expect(events()[first]).toMatchObject({
      ...{ depth: 1, referrer: 'http://s.example/list', priority: { reason: `named by ${B}/aa` } },
    });
    expect(accepted).toBe(6);
    expect(sources).toMatchObject([{ source: 'fake', brought: 5, fetched: 5, accepted: 5 }]);
    expect(sources?.[0]?.asked).toBe(asked.length);
  });

  it('asks none while links bring enough', async () => {
    const asked: string[] = [];
    const pages = Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [
        `${A}/${letters(n)}`,
        { text: 'topic', links: [`/${letters(n + 1)}`] },
      ]),
    );
    const feature = sourcesFeature({
      open: () => [source({ answer: async () => hidden(0, 5) }, asked)],
      ...{ read: () => [], isTimeSimulated: false, signal: new AbortController().signal },
    });
    const plan = unlimitedPlan({ seeds: [`${A}/aa`], maxPages: 50, maxDepth: 99, follow: 'all' });
    await crawl(tinyCrawl(pages).parts, plan, undefined, { features: [feature] });
    expect(asked).toEqual([]);
  });

  it('asks before it ends because nothing is queued, and ends when no source has more', async () => {
    const asked: string[] = [];
    const answer = async (n: number) => hidden(n * 2, n * 2 + 2);
    const { run, urls } = prepare([source({ answer }, asked)], { seeds: [`${A}/off/aa`] });
    const { ended, accepted } = await run();
    expect([ended, accepted, asked.length]).toEqual(['nothing-left', 18, 9]);
    expect(urls()[1]).toBe(`${B}/aa`);
  });

  it('takes nothing outside of the scope and of the patterns, nor what it knows', async () => {
    const answer = async () => [
      named(`${B}/aa`),
      named(`${A}/off/aa`),
      named('not a url'),
      named(`${A}/new`),
    ];
    const { run, urls } = prepare([source({ answer })], { seeds: [`${A}/`], scope: 'host', maxPages: 60 });
    const { sources } = await run();
    expect(urls()).not.toContain(`${B}/aa`);
    expect(urls()).toContain(`${A}/new`);
    expect(sources?.[0]).toMatchObject({ brought: 1 });
    const none = prepare([source({ answer })], { admits: (url) => !url.includes('new'), maxPages: 60 });
    await none.run();
    expect(none.urls()).not.toContain(`${A}/new`);
  });

  it('requests links earlier that wait where a search names them', async () => {
    const last = `${A}/off/${letters(99)}`;
    const answer = async () => [named(last)];
    const raised = prepare([source({ answer, changes: { raises: true } })], { maxPages: 30 });
    await raised.run();
    expect(raised.events().find(({ url }) => url === last)).toMatchObject({
      ...{ referrer: `${A}/`, priority: { reason: `named by ${last}` } },
    });
    const left = prepare([source({ answer })], { maxPages: 30 });
    await left.run();
    expect(left.urls()).not.toContain(last);
  });

  it('warns of each failure, drops the source after three, and continues', async () => {
    const asked: string[] = [];
    const fails = source(
      {
        answer: () => Promise.reject(new InputError('it answers HTML')),
        changes: { name: 'bad', service: 'http://bad.example/' },
      },
      asked,
    );
    const good = source({ answer: async (n) => (n === 0 ? hidden(0, 3) : []), changes: { prior: 0.3 } });
    const { run, warnings } = prepare([fails, good]);
    const { accepted, ended, sources } = await run();
    expect([accepted, ended]).toEqual([4, 'nothing-left']);
    expect(asked).toHaveLength(3);
    expect(warnings.filter((line) => line.includes("'bad'"))).toEqual([
      "source 'bad': it answers HTML",
      "source 'bad': it answers HTML",
      "source 'bad': it answers HTML; it failed 3 times in a row and is dropped",
    ]);
    expect(sources?.[0]).toMatchObject({ asked: 3, dropped: 'it failed 3 times in a row' });
  });

  it('drops a service that names the same page for ever, with one warning', async () => {
    const { run, warnings } = prepare([source({ answer: async () => [named(`${A}/`)] })]);
    const { ended } = await run();
    expect(ended).toBe('nothing-left');
    expect(warnings).toEqual(["source 'fake': it named no new URL 5 times in a row and is dropped"]);
  });

  it('fetches pages while a source does not answer, and does not wait for it at the limit', async () => {
    let signal: AbortSignal | undefined;
    const answer = (_: number, given: AbortSignal) => {
      signal = given;
      return new Promise<never>(() => undefined);
    };
    const { run, closing } = prepare([source({ answer })], { maxPages: 60 });
    const { fetched, ended } = await run();
    expect([fetched, ended, signal?.aborted]).toEqual([60, 'max-pages', false]);
    closing.abort();
    expect(signal?.aborted).toBe(true);
  });

  it('fails with what is not the fault of a source', async () => {
    const broken = source({ answer: () => Promise.reject(new TypeError('a fault of sfwc')) });
    await expect(prepare([broken]).run()).rejects.toThrow('a fault of sfwc');
  });
});

/** A memory that survives the crawl, as that of the folder does. */
function keptMemory(): CrawlMemory {
  const kept = new Map<string, unknown>();
  return {
    all: () => [...kept],
    keep: (_, name, value) => void kept.set(name, structuredClone(value)),
    drop: (_, name) => void kept.delete(name),
  };
}

describe('a crawl that continues', () => {
  it('does not ask again what was asked, and takes what was left of the answer', async () => {
    const memory = keptMemory();
    const asked: string[] = [];
    const next = (state: AskState) => (state.times('0') < 3 ? '0' : undefined);
    const answer = async () => hidden(0, 8);
    const first = prepare([source({ answer, next }, asked)], { maxPages: 24 }, { memory });
    await first.run();
    expect([asked, first.urls().includes(`${B}/aa`)]).toEqual([['0'], true]);
    let seen: readonly string[] = [];
    const again = source({
      answer,
      next: (state) => {
        seen = state.left('0').map(({ url }) => url);
        return state.times('0') === 0 ? '0' : undefined;
      },
    });
    const second = prepare([again], { seeds: [`${A}/off/aa`], maxPages: 1000 }, { memory });
    const { sources } = await second.run();
    expect(seen).toEqual(hidden(5, 8).map(({ url }) => url));
    expect(sources).toMatchObject([{ asked: 1, brought: 5 }]);
  });
});

describe('sourceCountsIn', () => {
  it('reads the counts out of the state of a crawl, and of none else', () => {
    const counts = [{ source: 'own', asked: 1, brought: 2, fetched: 2, accepted: 1 }];
    expect(sourceCountsIn({ sources: { counts } })).toEqual(counts);
    expect([sourceCountsIn(undefined), sourceCountsIn({}), sourceCountsIn({ sources: 3 })]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
