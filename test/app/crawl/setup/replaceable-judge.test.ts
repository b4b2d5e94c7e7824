import { expect, it } from '@jest/globals';
import type { PageJudge } from '../../../../src/model/judging.js';
import { replaceableJudge } from '../../../../src/app/crawl/setup/replaceable-judge.js';
import type { Judgement } from '../../../../src/model/topic.js';
import { judged, pageOf } from '../../../support/small-sight.js';

const page = pageOf('http://a.example/', 'a page');

/** A judge that gives every page a score, and accepts from a threshold. */
function judgeOf(score: number, threshold: number, closed: string[] = []): PageJudge {
  const judgement: Judgement = { ...judged(false), score };
  return {
    classifier: 'ensemble',
    acceptance: {
      decide: (one) => ({ ...one, accepted: one.score >= threshold }),
      mayAccept: () => true,
      note: () => undefined,
      moves: () => threshold > 0.5,
      thresholds: () => [threshold],
      steer: () => undefined,
    },
    read: () => Promise.resolve({ page, sketch: new Uint32Array(), judge: () => Promise.resolve(judgement) }),
    judge: () => Promise.resolve(judgement),
    close: () => Promise.resolve(void closed.push(`from ${threshold}`)),
  };
}

it('has pages judged by the judge of now, whose threshold decides on its own scores alone', async () => {
  const closed: string[] = [];
  const { judge, replace } = replaceableJudge(judgeOf(0.4, 0.5, closed));
  const before = await judge.judge(page);
  expect(before).not.toHaveProperty('model');
  expect(judge.acceptance?.decide({ ...before, score: 0.6 }).accepted).toBe(true);

  expect(judge.acceptance?.moves()).toBe(false);

  replace(judgeOf(0.7, 0.8, closed), 2);
  expect(closed).toEqual(['from 0.5']);
  const now = await (await judge.read(new Uint8Array(), page.url, '')).judge();
  expect(now).toMatchObject({ model: 2, score: 0.7 });
  expect(judge.acceptance?.thresholds()).toEqual([0.8]);
  expect(judge.acceptance?.moves()).toBe(true);
  expect(judge.acceptance?.decide({ ...now, score: 0.9 }).accepted).toBe(true);
  expect(judge.acceptance?.decide({ ...before, score: 0.6 }).accepted).toBe(true);
  expect(judge.acceptance?.mayAccept({ ...now, model: 9 })).toBe(false);
  await judge.close();
  expect(closed).toEqual(['from 0.5', 'from 0.8']);
});

it('has a page that was read before judged by the judge of now, and closes the judge before when its calls have ended', async () => {
  const closed: string[] = [];
  const first = judgeOf(0.4, 0.5, closed);
  let answer: (judgement: Judgement) => void = () => undefined;
  const slow = new Promise<Judgement>((resolve) => (answer = resolve));
  const { judge, replace } = replaceableJudge({ ...first, judge: () => slow });
  const read = await judge.read(new Uint8Array(), page.url, '');
  const underWay = judge.judge(page);
  replace(judgeOf(0.7, 0.8, closed), 2);
  expect(await read.judge()).toMatchObject({ score: 0.7, model: 2 });
  expect(closed).toEqual([]);
  answer({ ...judged(false), score: 0.4 });
  const judgement = await underWay;
  expect(judgement).not.toHaveProperty('model');
  expect(closed).toEqual(['from 0.5']);
  // Its own threshold decides until a third judge comes.
  expect(judge.acceptance?.decide({ ...judgement, score: 0.6 }).accepted).toBe(true);
  replace(judgeOf(0.7, 0.9, closed), 3);
  expect(judge.acceptance?.decide({ ...judgement, score: 0.6 }).accepted).toBe(false);
  await judge.close();
  expect(closed).toEqual(['from 0.5', 'from 0.8', 'from 0.9']);
});
