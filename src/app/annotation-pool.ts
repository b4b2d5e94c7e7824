import { analysisOf, type DocumentAnalysis } from '../krs/analysis.js';
import type { RemoteLink } from '../linking/spotlight-answer.js';
import { given } from '../support/given.js';
import { openThreadPool } from '../threads/pool.js';
import { openWordNet } from '../wordnet/wordnet.js';
import { createAnalyser, type AnalyserPlan, type AskRemote } from './analyser.js';

/** What threads that annotate do. */
export interface AnnotationProtocol {
  readonly data: AnalyserPlan;
  readonly ready: undefined;
  readonly tasks: {
    /** Finds the nouns of a text; `remote` is what a service found in it. */
    readonly annotate: (text: {
      readonly text: string;
      readonly remote?: readonly RemoteLink[];
    }) => DocumentAnalysis;
  };
  readonly calls: Readonly<Record<string, never>>;
}

/** Finds the nouns of texts, several texts at a time. */
export interface AnnotationPool {
  /** How many texts may be under way at once without one waiting. */
  readonly size: number;
  annotate(text: string): Promise<DocumentAnalysis>;
  close(): Promise<void>;
}

/**
 * One worker works in this thread; more work in threads of their own. Results do not depend on their number.
 * @param ask a service that is asked of each text first, from this thread: it has one limit of requests for all
 */
export function createAnnotationPool(plan: AnalyserPlan, workers: number, ask?: AskRemote): AnnotationPool {
  const pool = workers === 1 ? inThisThread(plan) : inThreads(plan, workers);
  return {
    ...pool,
    annotate: async (text) => pool.annotate(text, await ask?.(text.normalize('NFC'))),
  };
}

/** A pool that is told what a service found. */
interface InnerPool extends AnnotationPool {
  annotate(text: string, remote?: readonly RemoteLink[]): Promise<DocumentAnalysis>;
}

function inThisThread(plan: AnalyserPlan): InnerPool {
  const analyse = createAnalyser(plan, openWordNet());
  return {
    size: 1,
    annotate: async (text, remote) => {
      const analysed = await analyse(text, remote);
      return analysisOf(analysed, analysed.nouns);
    },
    close: () => Promise.resolve(),
  };
}

/** Two texts a thread, so that none waits for the main thread to hand it the next. */
const TEXTS_AT_ONCE = 2;

function inThreads(plan: AnalyserPlan, count: number): InnerPool {
  const pool = openThreadPool<AnnotationProtocol>({
    script: new URL('./annotation-worker.js', import.meta.url),
    data: () => plan,
    calls: {},
    size: count,
    tasksAtOnce: TEXTS_AT_ONCE,
    purpose: 'annotate texts',
    hint: 'give sfwc more memory, or try --workers 1',
  });
  return {
    size: count * TEXTS_AT_ONCE,
    annotate: (text, remote) => pool.run('annotate', () => ({ text, ...given({ remote }) })),
    close: () => pool.close(),
  };
}
