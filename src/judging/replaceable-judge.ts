import type { Acceptance } from '../model/judging.js';
import type { Judgement } from '../model/topic.js';
import { given } from '../support/given.js';
import { verdictBy } from '../support/verdict.js';
import type { PageJudgePool } from './judge-pool.js';

/** A judge of pages that another one may take the place of. */
export interface ReplaceableJudge extends PageJudgePool {
  /**
   * Has pages read and judged by another judge from now on. Called while no page is under way.
   * @param model the number of its model, which its judgements carry
   */
  replace(next: PageJudgePool, model: number): Promise<void>;
}

/**
 * Makes a judge of pages replaceable. A threshold decides on the scores of its own judge alone: judgements of an earlier one
 * stay as they are.
 * @param first its judgements do not carry a number
 */
export function replaceableJudge(first: PageJudgePool): ReplaceableJudge {
  let current = first;
  let model: number | undefined;
  const numbered = (judgement: Judgement): Judgement => ({ ...judgement, ...given({ model }) });
  const ofCurrent = (judgement: Judgement): Acceptance | undefined =>
    judgement.model === model ? current.acceptance : undefined;
  const acceptance: Acceptance = {
    decide: (judgement) => verdictBy(ofCurrent(judgement), judgement),
    mayAccept: (judgement) => ofCurrent(judgement)?.mayAccept(judgement) === true,
    note: (judgement) => current.acceptance?.note(judgement),
    thresholds: () => current.acceptance?.thresholds() ?? [],
    steer: (wish) => current.acceptance?.steer(wish),
  };
  return {
    classifier: first.classifier,
    ...given({ acceptance: first.acceptance && acceptance }),
    ...(first.reads && { reads: (url, contentType) => current.reads?.(url, contentType) === true }),
    judgePage: async (page) => numbered(await current.judgePage(page)),
    async read(body, url, contentType) {
      const read = await current.read(body, url, contentType);
      return { ...read, judge: async (linkedFrom) => numbered(await read.judge(linkedFrom)) };
    },
    async replace(next, number) {
      const before = current;
      [current, model] = [next, number];
      await before.close();
    },
    close: () => current.close(),
  };
}
