import { expect, it } from '@jest/globals';
import { unlimitedPlan } from '../../../src/crawl-setup/crawl-plan.js';
import { crawl } from '../../../src/crawl/engine/engine.js';
import type { CrawlActivity } from '../../../src/model/crawl-activity.js';
import { activityText } from '../../../src/crawl/view/activity-text.js';
import { createRobots } from '../../../src/crawl/politeness/robots.js';
import { FetchError } from '../../../src/model/errors.js';
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
  return { said, warnings: tiny.warnings };
}

it('names the host of a seed that refuses connections at once, and says until when it is waited for', async () => {
  const failure = new FetchError('network', `${DEAD}/robots.txt`, 'connection refused by dead.example');
  const { said, warnings } = await saidOf({ [`${DEAD}/robots.txt`]: { failure } }, [`${DEAD}/`]);
  expect(warnings.filter((line) => line.includes('connection refused'))).toEqual([
    expect.stringMatching(
      /^http:\/\/dead\.example\/: .*connection refused by dead\.example.*, retrying in 4 s$/,
    ),
  ]);
  expect(said[0]).toMatch(/^waiting: .*connection refused by dead\.example.*, continuing in 4 s$/);
});

it('says of a host that answers 503 what is waited for', async () => {
  const { said } = await saidOf({ [`${A}/`]: { status: 503, headers: { 'retry-after': '120' } } }, [`${A}/`]);
  expect(said[0]).toBe('waiting: a.example answered 503, continuing in 2 min');
});

it('puts an activity into words, and leaves out waits of less than two seconds', () => {
  const now = 100_000;
  expect(activityText({ judgingAgain: { pages: 1766, done: 412 } }, now)).toEqual([
    'judging 1,766 pages again, 412 done',
  ]);
  expect(activityText({ judgingAgain: { pages: 7, done: 7 } }, now)).toEqual([]);
  const wait = (since: number, until: number) =>
    activityText({ waiting: { why: 'x answered 503', since, until } }, now);
  expect(wait(now, now + 1999)).toEqual([]);
  expect(wait(now - 2000, now + 500)).toEqual(['waiting: x answered 503, continuing in 1 s']);
});
