import { describe, expect, it } from '@jest/globals';
import {
  changedJudgement,
  formerOf,
  isCorrection,
  Rejudging,
  type RejudgingState,
} from '../../../src/crawling/engine/rejudging.js';
import { replay } from '../../../src/crawling/engine/judge-again.js';
import { NOTHING_QUEUED, Tally } from '../../../src/crawling/engine/tally.js';
import { judgeHere } from '../../../src/extensions/lab/comparison/judge-here.js';
import type { CrawlEvent, LinkPriority } from '../../../src/model/crawl-event.js';
import type { Acceptance } from '../../../src/model/judging.js';
import { judged, entryOf, eventOf, pageOf } from '../../support/small-sight.js';
import { tinyClassifier, tinyReader } from '../../support/tiny-web.js';

/** Accepts from a score that can be set. */
function acceptance(from: number): Acceptance & { from: number } {
  const made: Acceptance & { from: number } = {
    from,
    decide: (judgement) => ({ ...judgement, accepted: judgement.score >= made.from }),
    mayAccept: () => true,
    note: () => undefined,
    moves: () => true,
    thresholds: () => [0, made.from],
    steer: () => undefined,
  };
  return made;
}

const event: CrawlEvent = eventOf(pageOf('http://a.example/', 'a page'), true);

describe('Rejudging', () => {
  it('is due after 30 pages, and whenever there are twice as many', () => {
    const rejudging = new Rejudging(acceptance(0));
    const due: number[] = [];
    for (let done = 1; done <= 500; done += 1) {
      if (!rejudging.isDue(done)) continue;
      due.push(done);
      rejudging.passed(done);
    }
    expect(due).toEqual([30, 60, 120, 240, 480]);
  });

  it('goes on from where it was', () => {
    const moving = acceptance(0);
    const before = new Rejudging(moving);
    before.passed(30);
    moving.from = 1;
    const again = new Rejudging(moving, JSON.parse(JSON.stringify(before.state())) as RejudgingState);
    expect([again.isDue(59), again.isDue(60), again.hasMoved()]).toEqual([false, true, true]);
  });
});

describe('changedJudgement', () => {
  it('gives a judgement whose verdict is another by now', () => {
    expect(changedJudgement(event, acceptance(2))).toMatchObject({ accepted: false });
    expect(changedJudgement(event, acceptance(1))).toBeUndefined();
  });
});

it('formerOf names the event that came first, however often a page is judged again', () => {
  const once = formerOf(event, judged(true));
  expect(once).toEqual({ sequence: event.sequence, time: event.time, accepted: true, threshold: null });
  const twice = formerOf({ ...event, sequence: 99, time: 'later', rejudged: once }, judged(false));
  expect(twice).toEqual({ ...once, accepted: false });
});

it('a strategy that is replayed hears of a page once', async () => {
  const heard: string[] = [];
  const priority: LinkPriority = {
    name: 'listening',
    prioritise: ({ link }) => {
      heard.push(link.url);
      return { value: 0, reason: '' };
    },
    observe: ({ url }) => void heard.push(`observed ${url}`),
  };
  const body = Buffer.from(JSON.stringify({ text: 'a page', links: ['/next'] }));
  const one = {
    entry: entryOf(event.url),
    event,
    body,
    judgement: judged(true),
    valued: ['http://a.example/next'],
  };
  const parts = {
    judge: judgeHere({ reader: tinyReader, classifier: tinyClassifier }),
    plan: { keepParameters: false },
  };
  await replay([one], priority, parts);
  await replay([{ ...one, event: { ...event, rejudged: formerOf(event, judged(false)) } }], priority, parts);
  expect(heard).toEqual(['http://a.example/next', `observed ${event.url}`, 'http://a.example/next']);
});

describe('a page that a new model judged again', () => {
  const again = (accepted: boolean) => ({
    ...event,
    judgement: { ...judged(accepted), model: 2 },
    rejudged: { sequence: 1, time: '', accepted: true, threshold: null },
  });

  it('is a correction for strategies, and a changed verdict, only where the verdict is another', () => {
    expect([isCorrection(again(true)), isCorrection(again(false)), isCorrection(event)]).toEqual([
      false,
      true,
      false,
    ]);
    const tally = new Tally(NOTHING_QUEUED);
    tally.countEvent(event);
    tally.countEvent(again(true));
    expect(tally.counts().rejudged).toBeUndefined();
    tally.countEvent(again(false));
    expect(tally.counts()).toMatchObject({ rejudged: 1, accepted: 0 });
  });
});
