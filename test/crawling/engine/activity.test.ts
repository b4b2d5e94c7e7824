import { expect, it } from '@jest/globals';
import { unlimitedPlan } from '../../support/unlimited-plan.js';
import { crawl } from '../../../src/crawling/engine/engine.js';
import type { CrawlActivity } from '../../../src/model/crawl-activity.js';
import { activityText } from '../../../src/crawling/engine/activity.js';
import { createRobots } from '../../../src/crawling/politeness/robots.js';
import { describeFailure } from '../../../src/web/http/fetch-failure.js';
import { manualClock } from '../../support/manual-clock.js';
import { tinyCrawl, tinyFetcher, type TinyPages } from '../../support/tiny-web.js';

const A = 'http://a.example';
const DEAD = 'http://dead.example';
const BACKOFF = { tries: 3, firstSeconds: 4 };

/** What a crawl says whenever it sleeps for more than a second. */
async function saidOf(pages: TinyPages, seeds: readonly string[]) {
  const clock = manualClock();
  let activity: () => CrawlActivity | undefined = () => undefined;
  const said: string[] = [];
  const looking = {
    now: () => clock.now(),
    sleep: (milliseconds: number) => {
      if (milliseconds > 1000) said.push(...activityText(activity() ?? {}, clock.now()));
      return clock.sleep(milliseconds);
    },
  };
  const fetcher = tinyFetcher(pages, () => clock.now(), []);
  const tiny = tinyCrawl(pages, {
    clock: looking,
    fetcher,
    robots: createRobots({ fetcher, userAgent: 'sfwc/1', backoff: BACKOFF, clock: looking }),
    watchActivity: (ask) => (activity = ask),
  });
  const plan = { ...unlimitedPlan({ seeds, maxPages: 9, maxDepth: 1, follow: 'all' }), backoff: BACKOFF };
  await crawl(tiny.parts, plan);
  return { said };
}

it('names the host of a seed that refuses connections, and says until when it is waited for', async () => {
  const url = `${DEAD}:1/robots.txt`;
  const failure = describeFailure(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), url);
  const { said } = await saidOf({ [url]: { failure } }, [`${DEAD}:1/`]);
  expect(said[0]).toBe('waiting: dead.example:1 is not to be contacted yet, continuing in 4 s');
});

it('says which host is waited for that answers 503', async () => {
  const { said } = await saidOf({ [`${A}/`]: { status: 503, headers: { 'retry-after': '120' } } }, [`${A}/`]);
  expect(said[0]).toBe('waiting: a.example is not to be contacted yet, continuing in 2 min');
});
