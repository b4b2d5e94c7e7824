import { analysisOf, type DocumentAnalysis } from '../krs/analysis.js';
import type { RemoteLink } from '../linking/spotlight/spotlight-answer.js';
import {
  answerForThreads,
  pluginsForThread,
  type AskPart,
  type PluginsOfThread,
} from '../plugins/in-threads.js';
import { NO_PLUGINS, type Plugins } from '../plugins/registry.js';
import { given } from '../support/given.js';
import { openThreadPool } from '../threads/pool.js';
import { openWordNet } from '../wordnet/wordnet.js';
import { createAnalyser, type AnalyserPlan, type AskRemote } from './analyser.js';

/** What threads that annotate do. */
export interface AnnotationProtocol {
  readonly data: { readonly plan: AnalyserPlan; readonly plugins: PluginsOfThread };
  readonly ready: undefined;
  readonly tasks: {
    /** Finds the nouns of a text; `remote` is what a service found in it. */
    readonly annotate: (text: {
      readonly text: string;
      readonly remote?: readonly RemoteLink[];
    }) => DocumentAnalysis;
  };
  readonly calls: {
    /** Asks a linker that the main thread has as an object. */
    readonly askPart: AskPart;
  };
}

/** Finds the nouns of texts, several texts at a time. */
export interface AnnotationPool {
  /** How many texts may be under way at once without one waiting. */
  readonly size: number;
  annotate(text: string): Promise<DocumentAnalysis>;
  close(): Promise<void>;
}

/** What a pool may be given from outside. */
export interface PoolSurroundings {
  /** A service that is asked of each text first, from this thread: it has one limit of requests for all. */
  readonly ask?: AskRemote | undefined;
  /** When aborted, texts that are being read are given up: they reject with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Linkers of one's own. */
  readonly plugins?: Plugins;
}

/** One worker works in this thread; more work in threads of their own. Results do not depend on their number. */
export function createAnnotationPool(
  plan: AnalyserPlan,
  workers: number,
  { ask, signal, plugins = NO_PLUGINS }: PoolSurroundings = {},
): AnnotationPool {
  const pool =
    workers === 1 ? inThisThread(plan, plugins, signal) : inThreads(plan, plugins, workers, signal);
  return {
    ...pool,
    annotate: async (text) => pool.annotate(text, await ask?.(text.normalize('NFC'))),
  };
}

/** A pool that is told what a service found. */
interface InnerPool extends AnnotationPool {
  annotate(text: string, remote?: readonly RemoteLink[]): Promise<DocumentAnalysis>;
}

function inThisThread(plan: AnalyserPlan, plugins: Plugins, signal: AbortSignal | undefined): InnerPool {
  const analyse = createAnalyser(plan, openWordNet(), undefined, plugins);
  return {
    size: 1,
    annotate: async (text, remote) => {
      const analysed = await analyse(text, remote, signal);
      return analysisOf(analysed, analysed.nouns);
    },
    close: () => Promise.resolve(),
  };
}

/** Two texts a thread, so that none waits for the main thread to hand it the next. */
const TEXTS_AT_ONCE = 2;

function inThreads(
  plan: AnalyserPlan,
  plugins: Plugins,
  count: number,
  signal: AbortSignal | undefined,
): InnerPool {
  const pool = openThreadPool<AnnotationProtocol>({
    script: new URL('./annotation-worker.js', import.meta.url),
    data: () => ({ plan, plugins: pluginsForThread(plugins) }),
    calls: { askPart: answerForThreads(plugins) },
    size: count,
    tasksAtOnce: TEXTS_AT_ONCE,
    purpose: 'annotate texts',
    hint: 'give sfwc more memory, or try --workers 1',
  });
  const interrupt = (): void => void pool.close();
  signal?.addEventListener('abort', interrupt, { once: true });
  return {
    size: count * TEXTS_AT_ONCE,
    annotate: async (text, remote) => {
      try {
        return await pool.run('annotate', () => ({ text, ...given({ remote }) }));
      } catch (error) {
        signal?.throwIfAborted();
        throw error;
      }
    },
    close: () => {
      signal?.removeEventListener('abort', interrupt);
      return pool.close();
    },
  };
}
