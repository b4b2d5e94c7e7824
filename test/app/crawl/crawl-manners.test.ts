import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { crawlTopic } from '../../../src/app/crawl/crawl-topic.js';
import type { CrawlOptions } from '../../../src/app/settings/settings.js';
import { readEvents } from '../../../src/crawling/store/result-folder.js';
import type { Logger } from '../../../src/support/logger.js';
import { beeTopic } from '../../support/bee-topic.js';
import { manualClock } from '../../support/manual-clock.js';
import { startMisbehavingWeb, type MisbehavingWeb } from '../../support/misbehaving-web.js';
import { placesIn } from '../../support/temporary-folder.js';
import { collected } from '../../support/collected.js';

const A = 'http://a.example';
const { root, kb } = beeTopic();
let web: MisbehavingWeb;
const fresh = placesIn(root);

beforeAll(async () => void (web = await startMisbehavingWeb()));
afterAll(() => web.close());

async function crawl(changes: Partial<CrawlOptions> = {}) {
  const warnings: string[] = [];
  const note = (message: string): void => void warnings.push(message);
  const logger: Logger = { info: note, warn: note };
  const out = fresh();
  const connectTo = [`*=127.0.0.1:${web.port}`];
  const options = {
    kb,
    topic: 'bees',
    seeds: [`${A}/plain`],
    out,
    concurrency: 1,
    workers: 1,
    connectTo,
    ...changes,
  };
  const { summary } = await crawlTopic(options, { clock: manualClock(), logger });
  const events = await collected(readEvents(out));
  return { out, summary, events, warnings, urls: events.map(({ url }) => url) };
}

it('crawls the own network when all seeds lie there, and only the hosts that were named', async () => {
  const seed = `http://127.0.0.1:${web.port}`;
  const { events } = await crawl({ seeds: [`${seed}/links-inside`], connectTo: [], follow: 'all', delay: 0 });
  expect(events.map(({ code }) => code)).toEqual([undefined, 'private-address', 'private-address']);
  const connectTo = [`a.example=127.0.0.1:${web.port}`];
  const mixed = await crawl({ seeds: [`${seed}/plain`, `${A}/plain`], connectTo, delay: 0 });
  expect(mixed.events.map(({ code }) => code)).toEqual(['private-address', undefined]);
  const allowed = await crawl({
    seeds: [`${seed}/plain`, `${A}/plain`],
    connectTo,
    delay: 0,
    allowPrivate: true,
  });
  expect(allowed.events.map(({ code }) => code)).toEqual([undefined, undefined]);
});
