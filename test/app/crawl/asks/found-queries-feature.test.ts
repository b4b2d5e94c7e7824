import { afterAll, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { foundQueries } from '../../../../src/app/crawl/asks/found-queries-feature.js';
import { crawl } from '../../../../src/crawling/engine/engine.js';
import { readStopCondition } from '../../../../src/crawling/engine/stop-condition.js';
import { unlimitedPlan } from '../../../../src/app/crawl/setup/crawl-plan.js';
import type { FeatureParts } from '../../../../src/app/crawl/feature-module.js';
import { crawlFields, type CrawlSettings } from '../../../../src/app/settings/crawl-settings.js';
import { defaultsOf } from '../../../../src/app/settings/resolve.js';
import { silentLogger } from '../../../../src/support/logger.js';
import { simulatedClock } from '../../../../src/support/time/clock.js';
import type { Closable, Own } from '../../../../src/support/with-resources.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { tinyCrawl, withParts, type TinyPages } from '../../../support/tiny-web.js';

const folder = temporaryFolder();
const owned: Closable[] = [];
const own: Own = (resource) => {
  if (resource !== undefined) owned.push(resource);
  return resource;
};
afterAll(async () => {
  for (const each of owned) await each.close();
});

const SEEDS = Array.from({ length: 150 }, (_, host) => `http://host${host}.example/`);
const PAGES: TinyPages = Object.fromEntries(SEEDS.map((url) => [url, { text: `topic ${url}`, links: [] }]));

/** Settings with the query of a file. */
async function asking(name: string, query: string): Promise<CrawlSettings> {
  const file = path.join(folder, name);
  await writeFile(file, query);
  return { ...defaultsOf(crawlFields), out: folder, seeds: SEEDS, until: [`ask=${file}`] };
}

it('ends a crawl by the results that were written', async () => {
  const query =
    'ASK { { SELECT (COUNT(?p) AS ?n) { ?p <http://sfwcrawler.com/core#state> "done" } } FILTER (?n >= 100) }';
  const settings = await asking('enough.rq', query);
  const identity = {
    topic: 'bees',
    topicIri: 'http://t.example/',
    startedAt: '2024-01-01T00:00:00Z',
    seeds: [],
  };
  const known = { identity, out: folder, isContinued: false, logger: silentLogger };
  const feature = (await foundQueries.open(settings, known as unknown as FeatureParts, own))!;
  await feature.prepare?.([]);
  const { parts } = tinyCrawl(PAGES, { clock: simulatedClock() });
  const running = withParts(parts, {
    sink: async (records) => {
      for (const { event } of records) await feature.written?.(event);
    },
  });
  const until = settings.until.map(readStopCondition);
  const plan = unlimitedPlan({ seeds: SEEDS, maxPages: 300, maxDepth: 1, follow: 'all', until });
  expect(await crawl(running, plan, undefined, { features: [feature] })).toMatchObject({
    ended: 'until',
    until: settings.until[0],
    fetched: 100,
  });
});

it('refuses what is not an ASK before the crawl begins', async () => {
  const settings = await asking('all.rq', 'SELECT * { ?s ?p ?o }');
  await expect(foundQueries.refuseUnfit?.(settings)).rejects.toThrow('it is not an ASK');
});
