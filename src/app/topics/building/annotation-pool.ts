import type { DocumentAnalysis } from '../../../knowledge/krs/analysis.js';
import {
  answerForThreads,
  pluginsForThread,
  type AskPart,
  type PluginsOfThread,
} from '../../../judging/plugins/in-threads.js';
import { NO_PLUGINS, type Plugins } from '../../../judging/plugins/registry.js';
import { openThreadPool } from '../../../support/threads/pool.js';
import { shareWordNet, type SharedWordNet } from '../../../language/wordnet/wordnet-files.js';
import { openWordNet } from '../../../language/wordnet/wordnet.js';
import type { AnalyserPlan, AskRemote } from '../../../language/linking/linker.js';
import { createTextReader, type ReadingInput, type ReadText } from './text-reading.js';
import { normalForm } from '../../../support/text/normal-form.js';

/** Protocol of annotation threads. */
export interface AnnotationProtocol {
  readonly data: {
    readonly plan: AnalyserPlan;
    readonly plugins: PluginsOfThread;
    readonly wordNet: SharedWordNet;
  };
  readonly ready: undefined;
  readonly tasks: {
    /** Finds the nouns of a text. */
    readonly read: (text: { readonly text: string } & ReadingInput) => ReadText;
  };
  readonly calls: {
    /** Calls a linker that is an object in the main thread. */
    readonly askPart: AskPart;
  };
}

/** Finds the nouns of several texts at a time. */
export interface AnnotationPool {
  /** Number of texts that can be in progress without waiting. */
  readonly size: number;
  annotate(text: string): Promise<DocumentAnalysis>;
  /** The same, where a reading of the text may be known or is to be kept. */
  read(text: string, input: Omit<ReadingInput, 'remote'>): Promise<ReadText>;
  close(): Promise<void>;
}

/** Services of a pool. */
export interface PoolDeps {
  /** A service to query for each text first, from this thread, since its rate limit applies to all threads. */
  readonly ask?: AskRemote;
  /** Aborted: texts in progress are abandoned and reject with its reason. */
  readonly signal?: AbortSignal;
  /** The user's own linkers. */
  readonly plugins?: Plugins;
}

/** Names the start of a pool. @param workers as of {@link createAnnotationPool} */
export function startingText(workers: number): string {
  return workers === 1 ? 'loading WordNet and the annotator' : `starting ${workers} annotation threads`;
}

/** One worker runs in this thread; several run in their own threads. Results do not depend on the number. */
export function createAnnotationPool(
  plan: AnalyserPlan,
  workers: number,
  { ask, signal, plugins = NO_PLUGINS }: PoolDeps = {},
): AnnotationPool {
  const pool =
    workers === 1 ? inThisThread(plan, plugins, signal) : inThreads(plan, plugins, workers, signal);
  const read: AnnotationPool['read'] = async (text, input) => {
    const remote = await ask?.(normalForm(text));
    return pool.read(text, { ...input, remote });
  };
  return { ...pool, read, annotate: async (text) => (await read(text, {})).analysis };
}

/** A pool that takes the links by a service. */
interface InnerPool extends Pick<AnnotationPool, 'size' | 'close'> {
  read(text: string, input: ReadingInput): Promise<ReadText>;
}

function inThisThread(plan: AnalyserPlan, plugins: Plugins, signal: AbortSignal | undefined): InnerPool {
  const read = createTextReader(plan, openWordNet(), plugins);
  return {
    size: 1,
    read: (text, input) => read(text, input, signal),
    close: () => Promise.resolve(),
  };
}

/** Two texts per thread, so that no thread waits for the main thread. */
const TEXTS_AT_ONCE = 2;

function inThreads(
  plan: AnalyserPlan,
  plugins: Plugins,
  count: number,
  signal: AbortSignal | undefined,
): InnerPool {
  const pool = openThreadPool<AnnotationProtocol>({
    script: new URL('./annotation-worker.js', import.meta.url),
    data: () => ({ plan, plugins: pluginsForThread(plugins), wordNet: shareWordNet() }),
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
    read: async (text, input) => {
      try {
        return await pool.run('read', () => ({ text, ...input }));
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
