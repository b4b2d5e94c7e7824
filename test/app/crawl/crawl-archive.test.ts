import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { crawlTopic } from '../../../src/app/crawl/crawl-topic.js';
import type { CrawlOptions } from '../../../src/app/settings/settings.js';
import { readEvents } from '../../../src/crawling/store/result-folder.js';
import type { CrawlEvent } from '../../../src/model/crawl-event.js';
import { openSampleWeb } from '../../../src/extensions/archives/open-web.js';
import { serveWeb, type WebServer } from '../../../src/extensions/archives/web-server.js';
import { beeTopic } from '../../support/bee-topic.js';
import { checkArchive } from '../../support/check-warc.js';
import { manualClock } from '../../support/manual-clock.js';
import { startMisbehavingWeb, type MisbehavingWeb } from '../../support/misbehaving-web.js';
import { SMALL_SEED, writeSmallWeb } from '../../support/small-corpus.js';
import { THOROUGH } from '../../support/thorough.js';
import { placesIn } from '../../support/temporary-folder.js';
import { collected } from '../../support/collected.js';
import type { CrawlCallbacks } from '../../../src/app/crawl/setup/prepare-crawl.js';

const { root, kb } = beeTopic();
let bad: MisbehavingWeb;
let good: WebServer;
let asked: string[];
const fresh = placesIn(root);

beforeAll(async () => {
  bad = await startMisbehavingWeb();
  const web = await openSampleWeb(await writeSmallWeb(join(root, 'web')));
  asked = [];
  good = await serveWeb({
    ...web,
    answer: (url) => {
      asked.push(url);
      return web.answer(url);
    },
  });
});
afterAll(async () => {
  await bad.close();
  await good.close();
});

function optionsFor(changes: Partial<CrawlOptions>) {
  return {
    ...{ kb, topic: 'bees', seeds: [SMALL_SEED], out: fresh(), concurrency: 1, workers: 1, delay: 0 },
    ...(changes.web === undefined ? { connectTo: [`*=127.0.0.1:${good.port}`] } : {}),
    ...changes,
  };
}

async function crawl(changes: Partial<CrawlOptions> = {}, deps: CrawlCallbacks = {}) {
  const clock = changes.web === undefined ? { clock: manualClock(Date.UTC(2026, 0, 1)) } : {};
  return crawlTopic(optionsFor(changes), { ...clock, ...deps });
}

function eventsOf(out: string): Promise<CrawlEvent[]> {
  return collected(readEvents(out));
}

const verdicts = (events: readonly CrawlEvent[]) =>
  events.map(({ url, state, code, status, checksum, judgement, finalUrl }) => {
    return { url, state, code, status, checksum, judgement, finalUrl };
  });

const responses = async (out: string): Promise<string[]> =>
  (await checkArchive(out)).records
    .filter(({ type, url }) => type === 'response' && !url.endsWith('/robots.txt'))
    .map(({ url }) => url);

describe('--warc', () => {
  it.each(THOROUGH ? (['krs', 'breadth-first'] as const) : (['krs'] as const))(
    'makes an archive that gives the same crawl without the network: %s',
    async (strategy) => {
      const live = await crawl({ strategy, follow: 'all', warc: 'all' });
      const events = await eventsOf(live.out);
      expect(live.summary.accepted).toBeGreaterThan(1);
      const { files } = await checkArchive(live.out);
      expect(files).toHaveLength(1);
      expect((await responses(live.out)).sort()).toEqual(
        events
          .filter(({ fetched }) => fetched)
          .flatMap(({ url, finalUrl }) => (finalUrl === undefined ? [url] : [url, finalUrl]))
          .sort(),
      );
      const before = asked.length;
      const warc = join(live.out, 'warc');
      const again = await crawl({ strategy, follow: 'all', web: [warc] });
      expect(verdicts(await eventsOf(again.out))).toEqual(verdicts(events));
      // Without the indexes, too.
      const bare = fresh();
      await cp(warc, bare, { recursive: true, filter: (name) => !name.endsWith('.cdxj') });
      const third = await crawl({ strategy, follow: 'all', web: [bare] });
      expect(verdicts(await eventsOf(third.out))).toEqual(verdicts(events));
      expect(asked.length).toBe(before);
    },
  );
});
