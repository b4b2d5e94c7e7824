import type { Acceptance, PageJudge, ReadPage } from '../../model/judging.js';
import type { Judgement } from '../../model/topic.js';
import { given } from '../../support/given.js';
import { once } from '../../support/once.js';
import { verdictBy } from '../topic/verdict-by-threshold.js';

/** A judge with the number of its model, and how many of its pages are under way. */
interface Holder {
  readonly judge: PageJudge;
  readonly model: number | undefined;
  pages: number;
}

interface Judges {
  current: Holder;
  /** Judges that others took the place of while pages of theirs were under way. */
  readonly leaving: Set<Holder>;
  readonly closing: Promise<void>[];
}

/** A judge of pages, and how another one takes its place. */
interface Replaceable {
  readonly judge: PageJudge;
  /**
   * Has pages read and judged by another judge from now on. Pages that were read before are judged by the judge that read
   * them, which is closed when the last of them was left.
   * @param model the number of its model, which its judgements carry
   */
  readonly replace: (next: PageJudge, model: number) => void;
}

/**
 * Makes a judge of pages replaceable. A threshold decides on the scores of its own judge alone: judgements of an earlier one
 * stay as they are once it is closed.
 * @param first its judgements do not carry a number
 */
export function replaceableJudge(first: PageJudge): Replaceable {
  const judges: Judges = {
    current: { judge: first, model: undefined, pages: 0 },
    leaving: new Set(),
    closing: [],
  };
  const judge: PageJudge = {
    classifier: first.classifier,
    acceptance: first.acceptance && acceptanceAmong(judges),
    atOnce: first.atOnce,
    async judge(...page) {
      const holder = begin(judges);
      try {
        return numbered(await holder.judge.judge(...page), holder);
      } finally {
        leave(judges, holder);
      }
    },
    ...(first.trial && {
      trial: (...page) => judges.current.judge.trial?.(...page) ?? Promise.resolve(undefined),
    }),
    read: (...page) => readBy(judges, page),
    ended: (url) => judges.current.judge.ended?.(url),
    async close() {
      for (const holder of judges.leaving) close(judges, holder);
      await judges.current.judge.close();
      await Promise.all(judges.closing);
    },
  };
  return { judge, replace: (next, model) => replace(judges, next, model) };
}

function replace(judges: Judges, judge: PageJudge, model: number): void {
  const before = judges.current;
  judges.current = { judge, model, pages: 0 };
  judges.leaving.add(before);
  if (before.pages === 0) close(judges, before);
}

/** The current judge, with one more page under way. */
function begin({ current }: Judges): Holder {
  current.pages += 1;
  return current;
}

function leave(judges: Judges, holder: Holder): void {
  holder.pages -= 1;
  if (holder.pages === 0 && judges.leaving.has(holder)) close(judges, holder);
}

function close({ leaving, closing }: Judges, holder: Holder): void {
  leaving.delete(holder);
  const closed = holder.judge.close();
  // A failure is reported when all are closed.
  closed.catch(() => undefined);
  closing.push(closed);
}

function numbered(judgement: Judgement, { model }: Holder): Judgement {
  return { ...judgement, ...given({ model }) };
}

/** Reads a page by the current judge, which judges it however late that is. */
async function readBy(judges: Judges, page: Parameters<PageJudge['read']>): Promise<ReadPage> {
  const holder = begin(judges);
  // A page may be left more than once.
  const leaves = once(() => leave(judges, holder));
  try {
    const read = await holder.judge.read(...page);
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
}

/** The threshold of the judge that gave a judgement decides on it; that of the current one is moved. */
function acceptanceAmong(judges: Judges): Acceptance {
  const own = (): Acceptance | undefined => judges.current.judge.acceptance;
  const acceptanceFor = ({ model }: Judgement): Acceptance | undefined =>
    [judges.current, ...judges.leaving].find((holder) => holder.model === model)?.judge.acceptance;
  return {
    decide: (judgement) => verdictBy(acceptanceFor(judgement), judgement),
    mayAccept: (judgement) => acceptanceFor(judgement)?.mayAccept(judgement) === true,
    // Scores of other models lie elsewhere.
    note: (judgement) => {
      if (judgement.model === judges.current.model) own()?.note(judgement);
    },
    renew: () => own()?.renew?.(),
    moves: () => own()?.moves() === true,
    thresholds: () => own()?.thresholds() ?? [],
    steer: (wish) => own()?.steer(wish),
  };
}
