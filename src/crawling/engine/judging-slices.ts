import type { CrawlContext } from './crawl-context.js';
import { judgeAgain, mustJudgeAgain } from './judge-again.js';
import type { Pause } from './pause.js';

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

/** @param visits those under way */
export function createJudgingSlices(
  context: CrawlContext,
  visits: () => Iterable<Promise<unknown>>,
): JudgingSlices {
  const { clock, untimed = asItIs } = context.parts;
  let pages: AsyncGenerator<Pause, void> | undefined;
  let step: Promise<Step> | undefined;

  /** The next page, which is begun with the one before it. */
  function next(): Promise<Step> | undefined {
    if (pages === undefined && mustJudgeAgain(context)) pages = judgeAgain(context, visits);
    if (step === undefined && pages !== undefined) {
      step = untimed(pages.next());
      // A failure is reported when the step is waited for.
      step.catch(() => undefined);
    }
    return step;
  }

  async function take(begun: Promise<Step>): Promise<void> {
    const { done, value } = await begun;
    step = undefined;
    if (done === true) pages = undefined;
    else if (value !== undefined) {
      step = value.visits.then(() => ({ done: false, value: undefined }));
    }
  }

  return {
    get isDue() {
      return pages !== undefined || mustJudgeAgain(context);
    },
    get step() {
      return step;
    },
    async slice(meanwhile) {
      if (next() === undefined) return;
      const begun = clock.now();
      const timer = new AbortController();
      const isOver = clock.sleep(SLICE, timer.signal).then(() => 'over' as const);
      try {
        for (let begunStep = next(); begunStep !== undefined; begunStep = next()) {
          if ((await Promise.race([begunStep, isOver])) === 'over') return;
          await take(begunStep);
          await meanwhile();
          if (context.ending.signal.aborted) return;
          if (clock.now() - begun >= SLICE) return void next();
        }
      } finally {
        timer.abort('over');
      }
    },
    async end() {
      while (pages !== undefined) {
        const begun = next();
        if (begun !== undefined) await take(begun);
      }
    },
  };
}
