import { expect, it } from '@jest/globals';
import { unlimitedPlan } from '../../support/unlimited-plan.js';
import type { EarlierCrawl } from '../../../src/extensions/monitor/earlier-crawl.js';
import { crawl } from '../../../src/crawling/engine/engine.js';
import { unchangedPages } from '../../../src/extensions/monitor/unchanged-pages.js';
import { given } from '../../../src/support/given.js';
import type { CrawlEvent, Validators } from '../../../src/model/crawl-event.js';
import { tinyClassifier, tinyCrawl, withParts, type TinyPages } from '../../support/tiny-web.js';

const [KNOWN, LOST, LINKED] = ['http://known.example/', 'http://lost.example/', 'http://known.example/2'];
const PAGES: TinyPages = { [KNOWN]: { status: 304 }, [LOST]: { status: 304 }, [LINKED]: { text: 'topic' } };

/** What an earlier crawl left of a page that links to another. */
async function earlierCrawl(source?: Uint8Array): Promise<EarlierCrawl> {
  const page = { url: KNOWN, text: 'topic', links: [LINKED] };
  const judgement = await tinyClassifier.judge({ page, mentions: [] } as never);
  const event: CrawlEvent = {
    ...{ sequence: 1, time: '2024-01-01T00:00:00.000Z', url: KNOWN, state: 'done', depth: 0, fetched: true },
    ...{ title: 'as it was', judgement },
  };
  const body = Buffer.from(JSON.stringify(page));
  return {
    recognise: (url) =>
      url === KNOWN
        ? { validators: { etag: '"1"' }, read: () => Promise.resolve({ event, body, ...given({ source }) }) }
        : undefined,
  };
}

/** Crawls the pages again. */
async function again(earlier: EarlierCrawl) {
  const sent: (Validators | undefined)[] = [];
  const kept: (Uint8Array | undefined)[] = [];
  const { parts, events } = tinyCrawl(PAGES);
  const { fetcher } = parts;
  const running = withParts(parts, {
    pages: {
      length: 0,
      add: ({ source }) => ({ offset: kept.push(source), body: 0, text: 0 }),
    },
    fetcher: {
      fetch(url, options) {
        sent.push(options?.unlessMatches);
        return fetcher.fetch(url, options);
      },
    },
  });
  const plan = unlimitedPlan({ seeds: [KNOWN, LOST], maxPages: 9, maxDepth: 9, follow: 'all' });
  const features = [unchangedPages(earlier)];
  await crawl(running, plan, undefined, { features });
  return { sent, kept, events: new Map(events().map((event) => [event.url, event])) };
}

it('takes over what is known of pages that have not changed, and follows their links', async () => {
  const { sent, events } = await again(await earlierCrawl());
  expect(sent).toContainEqual({ etag: '"1"' });
  expect(events.get(KNOWN)).toMatchObject({ state: 'done', code: 'unchanged', title: 'as it was' });
  expect(events.get(LINKED)).toMatchObject({ state: 'done', referrer: KNOWN });
  expect(events.get(LOST)).toMatchObject({ state: 'failed', message: 'HTTP status 304' });
});

it('keeps the document again that an unchanged page was read from', async () => {
  const source = Buffer.from('%PDF-1.4');
  expect((await again(await earlierCrawl(source))).kept).toEqual([source, undefined]);
});
