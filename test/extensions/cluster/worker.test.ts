import { expect, it } from '@jest/globals';
import { unlimitedPlan } from '../../support/unlimited-plan.js';
import { crawl } from '../../../src/crawling/engine/engine.js';
import { readStopCondition } from '../../../src/crawling/engine/stop-condition.js';
import { crewNews } from '../../../src/extensions/cluster/shared-crawl.js';
import type { CrewNews } from '../../../src/extensions/cluster/worker-state.js';
import type { CrawlEvent } from '../../../src/model/crawl-event.js';
import { tinyCrawl, type TinyPages } from '../../support/tiny-web.js';

const SEED = 'http://a.example/';
const PAGES: TinyPages = {
  [SEED]: { text: 'topic', links: ['http://a.example/2', 'http://b.example/'] },
  'http://a.example/2': { text: 'topic' },
  'http://b.example/': { text: 'topic' },
};

/** A page that another worker requested. */
function elsewhere(sequence: number, more: Partial<CrawlEvent> = {}): CrawlEvent {
  const url = `http://c.example/${sequence}`;
  const time = '2024-01-01T00:00:00.000Z';
  return { sequence, time, url, state: 'done', depth: 1, fetched: true, ...more };
}

/** Crawls with another worker that has something to tell in the beginning. */
async function crawled(news: CrewNews, until: readonly string[] = []) {
  const told = [news];
  const crew = {
    meet: () => Promise.resolve(),
    news: () => told.pop() ?? { events: [], hosts: [] },
  };
  const { parts, events } = tinyCrawl(PAGES);
  const limits = { maxPages: 9, maxDepth: 9, maxPagesPerHost: 2, until: until.map(readStopCondition) };
  const plan = unlimitedPlan({ seeds: [SEED], follow: 'all', scope: 'host', ...limits });
  const summary = await crawl(parts, plan, undefined, { features: [crewNews(crew)] });
  return { summary, ended: events().map(({ url, code }) => [url, code] as const) };
}

it('counts pages of other workers for the conditions of the end', async () => {
  const { summary } = await crawled({ events: [elsewhere(1), elsewhere(2)], hosts: [] }, [
    'harvest<0.5 over 3',
  ]);
  expect(summary).toMatchObject({ ended: 'until', until: 'harvest<0.5 over 3', fetched: 1 });
});

it('takes what the seeds of others redirect to into the scope', async () => {
  const none = { events: [], hosts: [] };
  expect((await crawled(none)).ended.map(([url]) => url)).not.toContain('http://b.example/');
  const redirected = elsewhere(1, { depth: 0, finalUrl: 'http://b.example/' });
  const { ended } = await crawled({ ...none, events: [redirected] });
  expect(ended.map(([url]) => url)).toContain('http://b.example/');
});

it('knows how many pages of a host were requested that comes to this worker', async () => {
  const { ended } = await crawled({ events: [], hosts: [{ host: 'a.example', pages: 1 }] });
  expect(ended).toEqual([
    [SEED, undefined],
    ['http://a.example/2', 'host-full'],
  ]);
});
