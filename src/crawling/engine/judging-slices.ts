import type { CrawlContext } from './crawl-context.js';
import { judgeAgain, mustJudgeAgain } from './judge-again.js';
import type { Pause } from './feature.js';

/** Milliseconds of the crawl's clock for which pages are judged again before free hosts are contacted. */
const SLICE = 50;

/** Judges pages again in slices, between which the crawl requests others. */
export interface JudgingSlices {
  /** Whether pages are being judged again, or have to be. */
  readonly isDue: boolean;
  /** Ends when the next page has been judged; undefined where there is none. */
  readonly step: Promise<unknown> | undefined;
  /**
   * Judges pages, where that is due, until the time of a slice is over. The page that is then under way is the next step.
   * Where time is simulated, judging takes none of it, and a slice is the whole.
   * @param meanwhile called between two pages
   * @throws as {@link judgeAgain}
   */
  slice(meanwhile: () => Promise<void>): Promise<void>;
  /** Ends what is under way; to be called when the crawl was aborted, after its visits have ended. @throws as slice */
  end(): Promise<void>;
}

type Step = IteratorResult<Pause, void>;

const asItIs = <T>(work: Promise<T>): Promise<T> => work;

/** Pages that are judged again, and the one that is under way. */
interface Judging {
  readonly context: CrawlContext;
  readonly visits: () => Iterable<Promise<unknown>>;
  pages?: AsyncGenerator<Pause, void>;
  step?: Promise<Step>;
}

/** @param visits those under way */
export function createJudgingSlices(
  context: CrawlContext,
  visits: () => Iterable<Promise<unknown>>,
): JudgingSlices {
  const { clock } = context.parts;
  const judging: Judging = { context, visits };
  return {
    get isDue() {
      return judging.pages !== undefined || mustJudgeAgain(context);
    },
    get step() {
      return judging.step;
    },
    async slice(meanwhile) {
      if (next(judging) === undefined) return;
      const begun = clock.now();
      const timer = new AbortController();
      const isOver = clock.sleep(SLICE, timer.signal).then(() => 'over' as const);
      try {
        for (let step = next(judging); step !== undefined; step = next(judging)) {
          if ((await Promise.race([step, isOver])) === 'over') return;
          await take(step, judging);
          await meanwhile();
          if (context.ending.signal.aborted) return;
          if (clock.now() - begun >= SLICE) return void next(judging);
        }
      } finally {
        timer.abort('over');
      }
    },
    async end() {
      while (judging.pages !== undefined) {
        const begun = next(judging);
        if (begun !== undefined) await take(begun, judging);
      }
    },
  };
}

/** The next page, which is begun with the one before it. */
function next(judging: Judging): Promise<Step> | undefined {
  const { context, visits } = judging;
  const { untimed = asItIs } = context.parts;
  if (judging.pages === undefined && mustJudgeAgain(context)) judging.pages = judgeAgain(context, visits);
  if (judging.step === undefined && judging.pages !== undefined) {
    judging.step = untimed(judging.pages.next());
    // A failure is reported when the step is waited for.
    judging.step.catch(() => undefined);
  }
  return judging.step;
}

async function take(begun: Promise<Step>, judging: Judging): Promise<void> {
  const { done, value } = await begun;
  judging.step = undefined;
  if (done === true) judging.pages = undefined;
  else if (value !== undefined) judging.step = value.visits.then(() => ({ done: false, value: undefined }));
}
