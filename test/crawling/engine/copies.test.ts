import { describe, expect, it } from '@jest/globals';
import { unlimitedPlan } from '../../support/unlimited-plan.js';
import type { CrawlPlan, CrawlState, JudgedPages } from '../../../src/crawling/engine/crawl-types.js';
import { crawl } from '../../../src/crawling/engine/engine.js';
import type { AcceptedPage } from '../../../src/crawling/pages/accepted-pages.js';
import { takeAccepted } from '../../../src/crawling/pages/page-watch.js';
import { judgeHere } from '../../../src/extensions/lab/comparison/judge-here.js';
import type { CrawlEvent } from '../../../src/model/crawl-event.js';
import { createPageReader } from '../../../src/web/page/reader.js';
import { tinyClassifier, tinyCrawl, type TinyPages } from '../../support/tiny-web.js';
import type { CrawlStart } from '../../../src/crawling/engine/crawl-context.js';

const A = 'http://a.example';
const B = 'http://b.example';
const judge = judgeHere({ reader: createPageReader(), classifier: tinyClassifier });

/** Words that are on topic: the same for the same name. */
function text(name: string, count = 120): string {
  return Array.from(
    { length: count },
    (_, n) => `topic${name}${String.fromCharCode(97 + (n % 26))}${'x'.repeat(n / 26)}`,
  ).join(' ');
}

interface Made {
  readonly title?: string;
  readonly canonical?: string;
  readonly text: string;
  readonly links?: readonly string[];
}

function html({ title = 'A page', canonical, text: body, links = [] }: Made): { readonly html: string } {
  const named = canonical === undefined ? '' : `<link rel="canonical" href="${canonical}">`;
  const anchors = links.map((link) => `<a href="${link}">more</a>`).join(' ');
  return {
    html: `<!doctype html><head><title>${title}</title>${named}</head><body><p>${body}</p>${anchors}`,
  };
}

type Start = { -readonly [Name in keyof CrawlState]?: CrawlState[Name] };

interface Ran {
  readonly events: readonly CrawlEvent[];
  /** The last verdict on each page: `/path done`. */
  readonly outline: readonly string[];
  readonly requested: number;
  readonly counts: object;
  readonly state: Start | undefined;
}

async function crawled(
  pages: TinyPages,
  seeds: readonly string[],
  changes: Partial<CrawlPlan> = {},
  before?: Ran,
): Promise<Ran> {
  let state: CrawlState | undefined;
  const all = (): CrawlEvent[] => [...(before?.events ?? []), ...tiny.events()];
  const judged: JudgedPages = {
    events: async function* () {
      yield* lastOf(all());
    },
    bodyOf: async () => undefined,
  };
  const tiny = tinyCrawl(pages, { judge, judged, note: (_, noted) => void (state = noted) });
  const plan = unlimitedPlan({ seeds, maxPages: 1000, maxDepth: 1000, scope: 'any', follow: 'accepted' });
  const { done, skipped, accepted, rejected, reasons } = await crawl(
    tiny.parts,
    { ...plan, nearDuplicates: true, ...changes },
    undefined,
    startOf(before),
  );
  return {
    events: all(),
    outline: lastOf(all()).map(
      ({ url, state: end, code, judgement }) =>
        `${url.replace(A, '')} ${code ?? (judgement?.accepted === false ? 'rejected' : end)}`,
    ),
    requested: tiny.asked.filter(({ url }) => !url.endsWith('robots.txt')).length,
    counts: { done, skipped, accepted, rejected, reasons },
    state,
  };
}

function startOf(before: Ran | undefined): CrawlStart {
  if (before === undefined) return {};
  const accepted: AcceptedPage[] = [];
  for (const event of lastOf(before.events))
    takeAccepted(event, { accepted: (page) => void accepted.push(page) });
  return { resumed: { state: before.state as CrawlState, remembered: { hostPages: new Map(), accepted } } };
}

function lastOf(events: readonly CrawlEvent[]): CrawlEvent[] {
  return [...new Map(events.map((event) => [event.url, event])).values()];
}

describe('a page that names another as canonical', () => {
  const seeds = (...paths: string[]): string[] => paths.map((path) => A + path);

  it('is kept where its text is another one: parts of a series, versions in other languages', async () => {
    const parts = ['/1', '/2', '/3', '/4'];
    const pages = Object.fromEntries(
      parts.map((path) => [A + path, html({ canonical: `${A}/1`, text: text(path.slice(1)) })]),
    );
    expect((await crawled(pages, seeds(...parts))).outline).toEqual(parts.map((path) => `${path} done`));
    const short = Object.fromEntries(
      parts.map((path) => [A + path, html({ canonical: `${A}/1`, text: `topic, part ${path}` })]),
    );
    expect((await crawled(short, seeds(...parts))).outline).toEqual(parts.map((path) => `${path} done`));
  });

  it('is skipped where that was accepted and has its text, whatever its title', async () => {
    const pages = {
      [`${A}/own`]: html({ text: text('a') }),
      [`${A}/print`]: html({ title: 'Print: A page', canonical: `${A}/own`, text: text('a') }),
      [`${A}/sorted`]: html({ canonical: `${A}/own`, text: text('a').split(' ').reverse().join(' ') }),
      [`${B}/copy`]: html({ title: 'B', canonical: `${A}/own`, text: text('a') }),
    };
    const { outline, events } = await crawled(pages, [...seeds('/own', '/print', '/sorted'), `${B}/copy`]);
    expect(outline).toEqual([
      '/own done',
      '/print canonical-known',
      '/sorted canonical-known',
      `${B}/copy canonical-known`,
    ]);
    expect(events[1]).toMatchObject({ resembles: `${A}/own`, canonicalUrl: `${A}/own` });
  });

  it.each([
    ['a circle of three', { '/a': '/b', '/b': '/c', '/c': '/a' }],
    ['a chain', { '/a': '/b', '/b': '/c', '/c': '/c' }],
    ['a star', { '/a': '/c', '/b': '/c', '/c': '/c' }],
  ])('leaves one page of %s', async (_, named) => {
    const pages = Object.fromEntries(
      Object.entries(named).map(([path, canonical]) => [
        A + path,
        html({ canonical: A + canonical, text: text('a') }),
      ]),
    );
    const paths = Object.keys(named);
    for (const order of [paths, [...paths].reverse(), ['/b', '/c', '/a'].filter((path) => path in named)]) {
      const { outline } = await crawled(pages, seeds(...order));
      expect(outline.filter((line) => line.endsWith(' done'))).toHaveLength(1);
    }
  });
});

describe('the links of a copy', () => {
  const letters = (n: number): string =>
    `${String.fromCharCode(97 + Math.floor(n / 26))}${String.fromCharCode(97 + (n % 26))}`;

  it.each([
    [
      'of which each has its number',
      (n: number) => ({ title: `Photo ${n}`, text: `Photo ${n} of 300. ${text('a', 60)}` }),
      300,
    ],
    ['that differ in their pictures', () => ({ text: text('a', 60) }), 1],
  ])('lead to the end of a gallery of 300 photos %s', async (_, made, least) => {
    const pages = Object.fromEntries(
      Array.from({ length: 300 }, (_one, n) => [
        `${A}/photo/${letters(n)}`,
        html({ ...made(n + 1), links: [`/photo/${letters(n + 1)}`] }),
      ]),
    );
    const { outline } = await crawled(pages, [`${A}/photo/aa`], { maxPages: 300 });
    expect(outline).toHaveLength(300);
    expect(outline.filter((line) => line.endsWith(' done')).length).toBeGreaterThanOrEqual(least);
  });

  it('are followed at once from a second seed, and before all others but on mirrors', async () => {
    const twin = html({ text: text('a'), links: ['/one'] });
    const pages = {
      [`${A}/`]: twin,
      [`${B}/`]: twin,
      'http://mirror.example/': twin,
      [`${A}/one`]: html({
        title: 'One',
        text: text('b'),
        links: ['http://mirror.example/', '/one-to-print'],
      }),
      [`${A}/one-to-print`]: html({ title: 'One', text: text('b'), links: ['/only-here'] }),
      [`${A}/only-here`]: html({ title: 'Only', text: text('c') }),
      [`${B}/one`]: html({ title: 'Another', text: text('d') }),
      'http://mirror.example/one': html({ title: 'Mirrored', text: text('e') }),
    };
    const { outline } = await crawled(pages, [`${A}/`, `${B}/`]);
    expect(outline).toEqual(
      [
        '/ done',
        `${B}/ near-duplicate`,
        '/one done',
        `${B}/one done`,
        'http://mirror.example/ near-duplicate',
        '/one-to-print near-duplicate',
        'http://mirror.example/one done',
        '/only-here done',
      ].sort((a, b) => outline.indexOf(a) - outline.indexOf(b)),
    );
    expect(outline.at(-1)).toBe('http://mirror.example/one done');
  });
});
