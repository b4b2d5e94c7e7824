import type { Acceptance } from '../../model/judging.js';
import type { Judgement } from '../../model/topic.js';
import { given } from '../../support/given.js';
import { once } from '../../support/once.js';
import { verdictBy } from '../topic/verdict-by-threshold.js';
import type { OpenPageJudge } from './judge-pool.js';

/** A judge with the number of its model, and how many of its pages are under way. */
interface Holder {
  readonly judge: OpenPageJudge;
  readonly model: number | undefined;
  pages: number;
}

/**
 * Makes a judge of pages replaceable. A threshold decides on the scores of its own judge alone: judgements of an earlier one
 * stay as they are once it is closed.
 * @param first its judgements do not carry a number
 */
export function replaceableJudge(first: OpenPageJudge): OpenPageJudge & {
  /**
   * Has pages read and judged by another judge from now on. Pages that were read before are judged by the judge that read
   * them, which is closed when the last of them was left.
   * @param model the number of its model, which its judgements carry
   */
  replace(next: OpenPageJudge, model: number): void;
} {
  let current: Holder = { judge: first, model: undefined, pages: 0 };
  /** Judges that others took the place of while pages of theirs were under way. */
  const leaving = new Set<Holder>();
  const closing: Promise<void>[] = [];

  function close(holder: Holder): void {
    leaving.delete(holder);
    const closed = holder.judge.close();
    // A failure is reported when this judge is closed.
    closed.catch(() => undefined);
    closing.push(closed);
  }

  function leave(holder: Holder): void {
    holder.pages -= 1;
    if (holder.pages === 0 && leaving.has(holder)) close(holder);
  }

  const numbered = (judgement: Judgement, { model }: Holder): Judgement => ({
    ...judgement,
    ...given({ model }),
  });
  const acceptance = acceptanceAmong(() => current, leaving);
  return {
    classifier: first.classifier,
    acceptance: first.acceptance && acceptance,
    atOnce: first.atOnce,
    ...(first.reads && { reads: (url, contentType) => current.judge.reads?.(url, contentType) === true }),
    async judgePage(page) {
      const holder = current;
      holder.pages += 1;
      try {
        return numbered(await holder.judge.judgePage(page), holder);
      } finally {
        leave(holder);
      }
    },
    async read(body, url, contentType) {
      const holder = current;
      holder.pages += 1;
      // A page may be left more than once.
      const leaves = once(() => leave(holder));
      try {
        const read = await holder.judge.read(body, url, contentType);
        return {
          ...read,
          judge: async (linkedFrom) => numbered(await read.judge(linkedFrom), holder),
          leave() {
            read.leave();
            leaves();
          },
        };
      } catch (thrown) {
        leaves();
        throw thrown;
      }
    },
    replace(next, number) {
      const before = current;
      current = { judge: next, model: number, pages: 0 };
      leaving.add(before);
      if (before.pages === 0) close(before);
    },
    async close() {
      for (const holder of leaving) close(holder);
      await current.judge.close();
      await Promise.all(closing);
    },
  };
}

/** The threshold of the judge that gave a judgement decides on it; that of the current one is moved. */
function acceptanceAmong(current: () => Holder, leaving: Iterable<Holder>): Acceptance {
  const own = (): Acceptance | undefined => current().judge.acceptance;
  const acceptanceFor = ({ model }: Judgement): Acceptance | undefined =>
    [current(), ...leaving].find((holder) => holder.model === model)?.judge.acceptance;
  return {
    decide: (judgement) => verdictBy(acceptanceFor(judgement), judgement),
    mayAccept: (judgement) => acceptanceFor(judgement)?.mayAccept(judgement) === true,
    note: (judgement) => own()?.note(judgement),
    moves: () => own()?.moves() === true,
    thresholds: () => own()?.thresholds() ?? [],
    steer: (wish) => own()?.steer(wish),
  };
}
