import { describe, expect, it } from '@jest/globals';
import { unlimitedPlan } from '../../support/unlimited-plan.js';
import type { CrawlActivity } from '../../../src/model/crawl-activity.js';
import { crawl } from '../../../src/crawling/engine/engine.js';
import type { CrawlControl, JudgedPages } from '../../../src/crawling/engine/crawl-types.js';
import type { ModelTrainer } from '../../../src/extensions/teach/retraining/model-trainer.js';
import { retrainingFeature } from '../../../src/extensions/teach/retraining/retraining-feature.js';
import type { PageJudge } from '../../../src/model/judging.js';
import type { Action, Command } from '../../../src/model/steering.js';
import type { Clock } from '../../../src/support/time/clock.js';
import {
  tinyClassifier,
  tinyCrawl,
  tinyFetcher,
  tinyReader,
  type Asked,
  type TinyPages,
  withParts,
} from '../../support/tiny-web.js';
import { judgeHere } from '../../../src/extensions/lab/comparison/judge-here.js';

const A = 'http://a.example';
const PAGES = 120;
/** Pages that are judged before something is asked. */
const BEFORE = 60;
/** Milliseconds of the clock that judging one page again takes. */
const PER_PAGE = 60;
const names = Array.from({ length: PAGES }, (_, place) => {
  const letters = [Math.floor(place / 26), place % 26].map((one) => String.fromCharCode(97 + one));
  return `${A}/${letters.join('')}`;
});
const pages: TinyPages = {
  [`${A}/`]: { text: 'topic', links: names },
  ...Object.fromEntries(names.map((url, place) => [url, { text: place % 3 === 0 ? 'off' : 'topic' }])),
};

/** A clock that only work moves: whoever sleeps is woken by it, or by the signal. */
function workClock(): Clock & { work: (milliseconds: number) => void } {
  let now = Date.UTC(2024, 0, 1);
  const sleepers = new Map<() => void, number>();
  return {
    now: () => now,
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        sleepers.set(resolve, now + milliseconds);
        signal?.addEventListener('abort', () => resolve(), { once: true });
      }),
    work: (milliseconds) => {
      now += milliseconds;
      for (const [wake, at] of sleepers) if (at <= now && sleepers.delete(wake)) wake();
    },
  };
}

/** Brings all actions when so many events were written, in one go. */
function asking(actions: readonly Action[], events: () => number): CrawlControl {
  let waiting = actions.map((action, place): Command => ({ id: `${place}`, by: 'ada', action }));
  const due = (): boolean => waiting.length > 0 && events() >= BEFORE;
  return {
    hasNews: due,
    look: () => Promise.resolve(due()),
    news: () => {
      const taken = due() ? waiting : [];
      waiting = waiting.filter((one) => !taken.includes(one));
      return Promise.resolve(taken);
    },
    onNews: () => undefined,
    note: () => undefined,
    tell: () => Promise.resolve(),
  };
}

interface Outcome {
  readonly asked: readonly Asked[];
  readonly records: ReturnType<typeof tinyCrawl>['records'];
  readonly activities: readonly (CrawlActivity | undefined)[];
  readonly ended: string;
}

async function run(
  actions: readonly Action[],
  {
    concurrency = 1,
    signal,
    onActivity,
  }: {
    concurrency?: number;
    signal?: AbortSignal;
    onActivity?: (activity: CrawlActivity | undefined) => void;
  } = {},
): Promise<Outcome> {
  const clock = workClock();
  const asked: Asked[] = [];
  const trained = trainedJudge(clock);
  let look = (): void => undefined;
  const activities: (CrawlActivity | undefined)[] = [];
  const tiny = tinyCrawl(pages, {
    clock,
    fetcher: tinyFetcher(pages, () => clock.now(), asked),
    watchActivity: (activity) => {
      look = () => {
        activities.push(activity());
        onActivity?.(activity());
      };
    },
    judge: trained.judge,
  });
  const judged: JudgedPages = {
    events: async function* () {
      // Those that were written when it is called, each with its last judgement.
      for (const event of new Map(tiny.events().map((one) => [one.url, one])).values()) {
        yield await Promise.resolve(event);
        look();
      }
    },
    bodyOf({ url }) {
      look();
      return Promise.resolve(tiny.records.find(({ event }) => event.url === url)?.body);
    },
  };
  const control = asking(actions, () => tiny.records.length);
  const stored = { length: 0, add: () => ({ offset: 0, body: 0, text: 0 }) };
  const plan = {
    ...unlimitedPlan({ seeds: [`${A}/`], maxPages: 1000, maxDepth: 3, follow: 'accepted' }),
    concurrency,
  };
  const summary = await crawl(withParts(tiny.parts, { judged, control, pages: stored }), plan, signal, {
    features: [retrainingFeature(trained.trainer)],
  });
  look();
  return { asked, records: tiny.records, activities, ended: summary.ended };
}

/** The longest time without a request. */
function longestGap(asked: readonly Asked[]): number {
  return Math.max(...asked.slice(1).map(({ at }, place) => at - (asked[place]?.at ?? at)));
}

/** A judge whose judgements carry the number of its model, and the trainer that replaces it. */
function trainedJudge(clock: ReturnType<typeof workClock>): {
  readonly judge: PageJudge;
  readonly trainer: ModelTrainer;
} {
  let model: number | undefined;
  const tiny = judgeHere({ reader: tinyReader, classifier: tinyClassifier });
  return {
    judge: {
      ...tiny,
      read: async (...page) => {
        const read = await tiny.read(...page);
        const by = model;
        return {
          ...read,
          judge: async () => {
            if (by !== undefined) clock.work(PER_PAGE);
            return { ...(await read.judge()), ...(by === undefined ? {} : { model: by }) };
          },
        };
      },
    },
    trainer: {
      from: 8,
      train: (number) =>
        Promise.resolve({ number, file: 'models/model-2.json.gz', checksum: '0', yes: 6, no: 4 }),
      use: ({ number }) => Promise.resolve(void (model = number)),
      heldOut: () => [],
    },
  };
}
const answers = names
  .slice(0, 10)
  .map((url, place): Action => ({ kind: 'rate', url, answer: place % 3 === 0 ? 'no' : 'yes' }));

describe('pages that are judged again', () => {
  it('by a new model, are each judged once', async () => {
    const { asked, records, activities } = await run(answers, { concurrency: 4 });
    expect(asked).toHaveLength(PAGES + 2);
    expect(longestGap(asked)).toBeLessThanOrEqual(200);
    const byModel = records.filter(({ event }) => event.judgement?.model === 2).map(({ event }) => event.url);
    expect(new Set(byModel).size).toBe(PAGES + 1);
    expect(byModel).toHaveLength(PAGES + 1);
    // Requests were made while pages were judged again.
    const first = records.findIndex(({ event }) => event.rejudged?.model === undefined && event.rejudged);
    const last = records.findLastIndex(({ event }) => event.rejudged !== undefined);
    expect(records.slice(first, last).some(({ event }) => event.fetched)).toBe(true);
    const [standing] = activities.flatMap((activity) => activity?.judgingAgain ?? []);
    expect(standing?.pages).toBeGreaterThanOrEqual(BEFORE);
  });

  it('are left as they are where the crawl is interrupted', async () => {
    const stop = new AbortController();
    let [passes, before] = [0, 0];
    const { records, ended } = await run(answers, {
      signal: stop.signal,
      onActivity: (activity) => {
        // First by the threshold, which the answers move, and then by the model, which starts at the first page again.
        const { done = 0 } = activity?.judgingAgain ?? {};
        if (done < before) passes += 1;
        before = done;
        if (done === 7 && passes >= 1) stop.abort();
      },
    });
    expect(ended).toBe('interrupted');
    const again = records.filter(({ event }) => event.rejudged !== undefined);
    expect(again.length).toBeGreaterThanOrEqual(6);
    expect(again.length).toBeLessThan(20);
  });
});
