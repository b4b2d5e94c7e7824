import { expect, it } from '@jest/globals';
import { unlimitedPlan } from '../../support/unlimited-plan.js';
import { crawl } from '../../../src/crawling/engine/engine.js';
import { renderingFeature } from '../../../src/extensions/rendering/rendering-feature.js';
import { judgeHere } from '../../../src/extensions/lab/comparison/judge-here.js';
import type { CrawlArchive, Visited } from '../../../src/model/archive.js';
import type { PageReader } from '../../../src/model/page.js';
import { type PageRenderer, type RenderTask } from '../../../src/extensions/rendering/page-renderer.js';
import {
  tinyClassifier,
  tinyCrawl,
  tinyReader,
  type TinyPage,
  type TinyPages,
} from '../../support/tiny-web.js';

const A = 'http://a.example';
const DATA = 'http://data.example';

/** Pages whose text begins with `shell` are shells. */
const reader: PageReader = {
  read(...response) {
    const page = tinyReader.read(...response);
    return page.text.startsWith('shell') ? { ...page, shell: { signs: ['mount-point'] } } : page;
  },
};

/** Makes of each page what the function says. */
const rendererOf = (make: (task: RenderTask) => Promise<TinyPage>): PageRenderer => ({
  render: async (task) => ({
    body: Buffer.from(JSON.stringify(await make(task))),
    requests: 2,
    bytes: 20,
  }),
  close: () => Promise.resolve(),
});

async function crawled(pages: TinyPages, make: (task: RenderTask) => Promise<TinyPage>, seed = `${A}/`) {
  const visits: Visited[] = [];
  const archive: CrawlArchive = {
    keep(visited, step) {
      visits.push(visited);
      return step(() => undefined);
    },
    place: () => undefined,
  };
  const tiny = tinyCrawl(pages, {
    archive,
    judge: judgeHere({ reader, classifier: tinyClassifier }),
  });
  const bounds = { seeds: [seed], maxPages: 9, maxDepth: 9, follow: 'all', delaySeconds: 1 } as const;
  const rendering = { every: false, renderer: () => Promise.resolve(rendererOf(make)) };
  await crawl(tiny.parts, unlimitedPlan(bounds), undefined, {
    features: [renderingFeature(rendering)],
  });
  return { ...tiny, visits, events: tiny.events() };
}

const SHELL = { [`${A}/`]: { text: 'shell' } };
const SIGNS = { signs: ['mount-point'] } as const;

it('judges, follows and keeps a shell as its scripts make it', async () => {
  const { events, records, visits } = await crawled(SHELL, () =>
    Promise.resolve({ text: 'topic in full', links: ['/next'] }),
  );
  expect(events.map(({ url }) => url)).toEqual([`${A}/`, `${A}/next`]);
  expect(events[0]).toMatchObject({
    judgement: { accepted: true },
    links: [`${A}/next`],
    reading: { from: 'rendered', ...SIGNS, paid: true, brought: { characters: 8, links: 1 }, requests: 2 },
  });
  // Size and checksum are those of what the server sent.
  expect(events[0]?.bytes).toBe(JSON.stringify(SHELL[`${A}/`]).length);
  expect(Buffer.from(records[0]!.body!).toString()).toContain('in full');
  expect(Buffer.from(visits[0]!.rendered!.body).toString()).toContain('in full');
});

it('takes routes of scripts for addresses, and cuts that of a seed', async () => {
  const routes = ['/#/about', '/#!/more', '/#top', '/#/'];
  const shells = Object.fromEntries(routes.map((route) => [`${A}${route}`, { text: 'shell' }]));
  const make = ({ response: { url } }: RenderTask) =>
    Promise.resolve({ text: `topic of ${url}`, links: url === `${A}/` ? routes : [] });
  const { events, warnings } = await crawled({ ...SHELL, ...shells }, make, `${A}/#/seed`);
  expect(warnings).toEqual([expect.stringContaining(`${A}/#/seed': what follows # is cut`)]);
  expect(events.map(({ url, judgement }) => [url, judgement?.accepted])).toEqual(
    ['/', '/#/about', '/#!/more'].map((path) => [`${A}${path}`, true]),
  );
  const plain = await crawled({ [`${A}/`]: { text: 'topic', links: routes } }, () =>
    Promise.reject(new Error()),
  );
  expect(plain.events.map(({ links }) => links)).toEqual([[`${A}/`]]);
});

it.each([
  ['where the verdict is another', 'topic in full', true],
  ['not where it is the same', 'shell of another kind', false],
])('pays without links %s', async (_, text, paid) => {
  const { events } = await crawled(SHELL, () => Promise.resolve({ text }));
  expect(events[0]?.reading?.paid).toBe(paid);
});

it('keeps the page as it came where scripts show less', async () => {
  const pages = { [`${A}/`]: { text: 'shell with words', links: ['/next'] } };
  const { events } = await crawled(pages, () => Promise.resolve({ text: '' }));
  expect(events[0]).toMatchObject({ links: [`${A}/next`], reading: { from: 'html', ...SIGNS, paid: false } });
});

it('requests for scripts what robots.txt allows, with pauses, and follows its rules for redirects', async () => {
  const outcomes: string[] = [];
  const pages = {
    ...SHELL,
    [`${DATA}/robots.txt`]: { text: 'User-agent: *\nDisallow: /private' },
    [`${DATA}/one`]: { text: '1' },
    [`${DATA}/two`]: { text: '2' },
    [`${DATA}/private`]: { text: '3' },
    [`${DATA}/hidden`]: { status: 302, headers: { location: `${DATA}/private` } },
  };
  const { asked } = await crawled(pages, async ({ ask, signal }) => {
    for (const path of ['one', 'two', 'private', 'hidden'])
      outcomes.push(
        await ask(`${DATA}/${path}`, 1000, signal).then(
          ({ status }) => `${path} ${status}`,
          () => path,
        ),
      );
    return { text: 'topic' };
  });
  expect(outcomes).toEqual(['one 200', 'two 200', 'private', 'hidden']);
  const there = asked.filter(({ url }) => url.startsWith(DATA));
  expect(there.map(({ url }) => url.slice(DATA.length))).toEqual(['/robots.txt', '/one', '/two', '/hidden']);
  for (const [place, { at }] of there.slice(1).entries())
    expect(at - there[place]!.at).toBeGreaterThanOrEqual(1000);
});
