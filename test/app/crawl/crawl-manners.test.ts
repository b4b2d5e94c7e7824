import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { crawlTopic } from '../../../src/app/crawl/crawl-topic.js';
import type { CrawlOptions } from '../../../src/app/settings/settings.js';
import { readEvents } from '../../../src/crawling/store/result-folder.js';
import { UsageError } from '../../../src/model/errors.js';
import type { Logger } from '../../../src/support/logger.js';
import { beeTopic } from '../../support/bee-topic.js';
import { manualClock } from '../../support/manual-clock.js';
import { startMisbehavingWeb, type MisbehavingWeb } from '../../support/misbehaving-web.js';
import { placesIn } from '../../support/temporary-folder.js';
import { collected } from '../../support/collected.js';
import { itInFull } from '../../support/thorough.js';
import { storedPages } from '../../support/stored-pages.js';

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

describe('sitemaps', () => {
  it('are found by robots.txt: indexes, packed ones, feeds; those that cannot be had are warned of', async () => {
    const { urls, warnings } = await crawl({ seeds: ['http://mapped.example/empty'], sitemaps: true });
    expect([...urls].sort()).toEqual([
      'http://mapped.example/empty',
      'http://mapped.example/n/1',
      'http://mapped.example/n/2',
      'http://mapped.example/n/3',
    ]);
    expect(warnings).toContain('sitemap http://mapped.example/no-such-map.xml: HTTP status 404');
    expect(warnings).toContain(
      'sitemap http://mapped.example/private/map.xml: http://mapped.example/robots.txt, line 2',
    );
  });
});

describe('--revisit', () => {
  itInFull('takes over the judgement of what has not changed, and asks for the rest as ever', async () => {
    // Links of rejected pages are not wanted, so that their bodies need not come again.
    const options = { seeds: [`${A}/bees-validated`, `${A}/plain`], strategy: 'krs' } as const;
    const { seeds } = options;
    const first = await crawl(options);
    expect(first.events.map(({ validators }) => validators?.etag)).toEqual(['"v1"', undefined, '"v1"']);
    expect(first.events.map(({ judgement }) => judgement?.accepted)).toEqual([true, false, false]);
    const second = await crawl({ ...options, revisit: first.out });
    expect(second.events.map(({ url, state, code }) => [url, state, code])).toEqual([
      [`${A}/bees-validated`, 'done', 'unchanged'],
      [`${A}/plain`, 'done', undefined],
      [`${A}/validated`, 'done', 'unchanged'],
    ]);
    for (const n of [0, 2]) {
      const { judgement, checksum, title, links, validators } = first.events[n]!;
      expect(second.events[n]).toMatchObject({ judgement, checksum, title, links, validators, status: 304 });
    }
    const [now, before] = [await storedPages(second.out), await storedPages(first.out)];
    expect(before.get(seeds[0])?.text).toBeDefined();
    expect(now.get(seeds[0])?.text).toBe(before.get(seeds[0])?.text);
    expect((await crawl({ ...options, revisit: second.out })).summary.reasons).toEqual({ unchanged: 2 });
  });

  it('asks anew when another classifier judges', async () => {
    const seeds = [`${A}/bees-validated`];
    const { out } = await crawl({ seeds });
    const { events } = await crawl({ seeds, revisit: out, classifier: 'krs-paper' });
    expect(events[0]?.code).toBeUndefined();
  });

  it('needs the results of another crawl', async () => {
    const out = fresh();
    await expect(crawl({ revisit: out, out })).rejects.toThrow(UsageError);
    await expect(crawl({ revisit: join(root, 'nothing') })).rejects.toThrow(/there is no crawl in /);
  });

  it('leaves earlier results alone that were to be revisited and overwritten at once', async () => {
    const { out, events } = await crawl({ seeds: [`${A}/bees-validated`] });
    await expect(crawl({ revisit: out, out, force: true })).rejects.toThrow(UsageError);
    const kept = await collected(readEvents(out));
    expect(kept).toEqual(events);
  });
});

it('names the pattern that is none, and makes no folder', async () => {
  await expect(crawl({ exclude: ['/[/'] })).rejects.toThrow('the pattern /[/ is not a regular expression');
});

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
