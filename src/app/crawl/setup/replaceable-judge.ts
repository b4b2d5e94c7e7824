import type { Acceptance, PageJudge } from '../../../model/judging.js';
import type { Judgement } from '../../../model/topic.js';
import { given } from '../../../support/given.js';
import { verdictBy } from '../../../model/verdict-by-threshold.js';

/** A judge with the number of its model, and how many of its calls are under way. */
interface Holder {
  readonly judge: PageJudge;
  readonly model: number | undefined;
  calls: number;
  closed?: Promise<void>;
}

/**
 * Makes a judge of pages replaceable. `replace` has pages read and judged by another judge from then on, also pages that were read
 * before; the judge before is closed when its calls have ended. Judgements carry the number of the model, but those of the first judge.
 */
export function replaceableJudge(first: PageJudge) {
  const holders: Holder[] = [{ judge: first, model: undefined, calls: 0 }];
  const current = (): Holder => holders.at(-1) as Holder;
  const closeIfDone = (holder: Holder): void => {
    if (holder === current() || holder.calls > 0) return;
    holder.closed ??= holder.judge.close();
    // A failure is reported when all are closed.
    holder.closed.catch(() => undefined);
  };
  const calling = async <T>(call: (judge: PageJudge) => Promise<T>, holder: Holder): Promise<T> => {
    holder.calls += 1;
    try {
      return await call(holder.judge);
    } finally {
      holder.calls -= 1;
      closeIfDone(holder);
    }
  };
  const judgeBy = async (call: (judge: PageJudge) => Promise<Judgement>): Promise<Judgement> => {
    const holder = current();
    return { ...(await calling(call, holder)), ...given({ model: holder.model }) };
  };
  const judge: PageJudge = {
    classifier: first.classifier,
    acceptance: first.acceptance && acceptanceAmong(holders, current),
    atOnce: first.atOnce,
    judge: (...page) => judgeBy((by) => by.judge(...page)),
    async read(...response) {
      const holder = current();
      const read = await calling((by) => by.read(...response), holder);
      return {
        ...read,
        judge: (linkedFrom) =>
          judgeBy((by) =>
            by === holder.judge ? read.judge(linkedFrom) : by.judge(read.page, given({ linkedFrom })),
          ),
      };
    },
    async close() {
      await current().judge.close();
      await Promise.all(holders.flatMap(({ closed }) => closed ?? []));
    },
  };
  const replace = (next: PageJudge, model: number): void => {
    const before = current();
    holders.push({ judge: next, model, calls: 0 });
    closeIfDone(before);
  };
  return { judge, replace };
}

/** The threshold of the judge that gave a judgement decides on it, if it is the current or the last one; the current one moves. */
function acceptanceAmong(holders: readonly Holder[], current: () => Holder): Acceptance {
  const own = (): Acceptance | undefined => current().judge.acceptance;
  const acceptanceFor = ({ model }: Judgement): Acceptance | undefined =>
    holders.slice(-2).find((holder) => holder.model === model)?.judge.acceptance;
  return {
    decide: (judgement) => verdictBy(acceptanceFor(judgement), judgement),
    mayAccept: (judgement) => acceptanceFor(judgement)?.mayAccept(judgement) === true,
    // Scores of other models lie elsewhere.
    note: (judgement) => {
      if (judgement.model === current().model) own()?.note(judgement);
    },
    renew: () => own()?.renew?.(),
    moves: () => own()?.moves() === true,
    thresholds: () => own()?.thresholds() ?? [],
    steer: (wish) => own()?.steer(wish),
  };
}
