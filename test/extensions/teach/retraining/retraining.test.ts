import { describe, expect, it } from '@jest/globals';
import { isTrainingDue, Retraining } from '../../../../src/extensions/teach/retraining/retraining.js';
import type { AnsweredPage } from '../../../../src/extensions/teach/retraining/train-model.js';
import { InputError } from '../../../../src/model/errors.js';
import type { CrawlModel } from '../../../../src/model/steering.js';
import { pageOf } from '../../../support/small-sight.js';

const MODEL: CrawlModel = { number: 2, file: 'models/model-2.json.gz', checksum: '0', yes: 30, no: 20 };
const NEVER = new AbortController().signal;

/** Answers, of which so many say yes. */
const answers = (yes: number, no: number) => ({ yes, no });

describe('isTrainingDue', () => {
  it('is with the first so many answers, and whenever there are half as many again', () => {
    const trained: number[] = [];
    for (let all = 1; all <= 200; all += 1)
      if (isTrainingDue(answers(Math.ceil(all / 2), Math.floor(all / 2)), 50, trained.at(-1) ?? 0))
        trained.push(all);
    expect(trained).toEqual([50, 75, 113, 170]);
  });

  it('needs answers of both kinds, and enough of them to set a threshold', () => {
    expect(isTrainingDue(answers(60, 1), 50, 0)).toBe(false);
    expect(isTrainingDue(answers(60, 2), 50, 0)).toBe(true);
    expect(isTrainingDue(answers(3, 4), 1, 0)).toBe(false);
    expect(isTrainingDue(answers(4, 4), 1, 0)).toBe(true);
    expect(isTrainingDue(answers(500, 500), Infinity, 0)).toBe(false);
  });
});

describe('Retraining', () => {
  const pages = Array.from({ length: 50 }, (_, place): AnsweredPage => {
    const url = `http://a.example/${place}`;
    return { url, page: pageOf(url, 'a page'), relevant: place < 30 };
  });
  const warnings: string[] = [];
  const logger = { info: () => undefined, warn: (message: string) => void warnings.push(message) };

  it('trains one model at a time, which judges when it is taken', async () => {
    const asked: number[] = [];
    const trainer = {
      from: 50,
      train: (number: number) => Promise.resolve({ ...MODEL, number: asked.push(number) + 1 }),
    };
    const retraining = new Retraining(trainer, undefined, logger, NEVER);
    expect([retraining.isDue(answers(30, 20)), retraining.isBehind]).toEqual([true, false]);
    const ended = retraining.train(pages);
    expect([retraining.isUnderWay, retraining.isDue(answers(300, 200))]).toEqual([true, false]);
    await ended;
    expect([retraining.isUnderWay, retraining.trained?.number, retraining.model]).toEqual([
      false,
      2,
      undefined,
    ]);
    // It waits until no page is under way.
    expect(retraining.isDue(answers(300, 200))).toBe(false);
    retraining.taken();
    expect([retraining.trained, retraining.model?.number, retraining.isBehind]).toEqual([undefined, 2, true]);
    expect([retraining.isDue(answers(44, 30)), retraining.isDue(answers(45, 30))]).toEqual([false, true]);
    expect(asked).toEqual([2]);
  });

  it('tells of a training that fails, and tries again with half as many answers again', async () => {
    const trainer = { from: 50, train: () => Promise.reject(new InputError('too little')) };
    const retraining = new Retraining(trainer, undefined, logger, NEVER);
    await retraining.train(pages);
    expect(warnings).toEqual(['no new model was trained from 50 answers: too little']);
    expect(retraining.trained).toBeUndefined();
    expect([retraining.isDue(answers(31, 20)), retraining.isDue(answers(45, 30))]).toEqual([false, true]);
  });
});
