import { annotateText, createLinking } from '../../../judging/judge/analyser.js';
import { annotatorFor } from '../../../judging/judge/languages.js';
import {
  answerForThreads,
  pluginsForThread,
  type AskPart,
  type PluginsOfThread,
} from '../../../judging/plugins/in-threads.js';
import { NO_PLUGINS, type Plugins } from '../../../judging/plugins/registry.js';
import { analysisOf, type DocumentAnalysis } from '../../../knowledge/krs/analysis.js';
import type { AnalyserPlan, AskRemote } from '../../../language/linking/linker.js';
import { shareWordNet, type SharedWordNet } from '../../../language/wordnet/wordnet-files.js';
import { openWordNet, type WordNet } from '../../../language/wordnet/wordnet.js';
import type { KnownLinks } from '../../../model/noun.js';
import { unlessAborted } from '../../../support/interruptible.js';
import { normalForm } from '../../../support/text/normal-form.js';
import { openThreadPool } from '../../../support/threads/pool.js';

type TextReader = (
  text: string,
  remote: KnownLinks['remote'],
  signal?: AbortSignal,
) => Promise<DocumentAnalysis>;

/** Makes a reader of texts, which finds their nouns and links them. @throws InputError for an unknown linker */
export function createTextReader(plan: AnalyserPlan, wordNet: WordNet, plugins: Plugins): TextReader {
  const annotator = annotatorFor(plan, wordNet);
  const link = createLinking(plan, { wordNet, annotator, plugins });
  return async (text, remote, signal) =>
    analysisOf(await link(await annotateText(text, annotator, signal), { remote }));
}

export interface AnnotationProtocol {
  readonly data: Readonly<{ plan: AnalyserPlan; plugins: PluginsOfThread; wordNet: SharedWordNet }>;
  readonly tasks: {
    readonly annotate: (text: { readonly text: string } & Pick<KnownLinks, 'remote'>) => DocumentAnalysis;
  };
  readonly calls: { readonly askPart: AskPart };
}

/** Finds the nouns of several texts at a time. */
export type AnnotationPool = ReturnType<typeof createAnnotationPool>;

/** Two texts per thread, so that no thread waits for the main thread. */
const TEXTS_AT_ONCE = 2;

/**
 * One worker runs in this thread; several run in their own threads. Results do not depend on the number.
 * @param deps.ask a service to query for each text first, from this thread, since its rate limit applies to all threads
 */
export function createAnnotationPool(
  plan: AnalyserPlan,
  workers: number,
  {
    ask,
    signal,
    plugins = NO_PLUGINS,
  }: { readonly ask?: AskRemote; readonly signal?: AbortSignal; readonly plugins?: Plugins } = {},
) {
  const threads = workers === 1 ? undefined : openThreads(plan, plugins, workers);
  const read: TextReader =
    threads === undefined
      ? createTextReader(plan, openWordNet(), plugins)
      : (text, remote) => unlessAborted(threads.run('annotate', { text, remote }), signal);
  return {
    /** Number of texts that can be in progress without waiting. */
    size: workers === 1 ? 1 : workers * TEXTS_AT_ONCE,
    annotate: async (text: string) => read(text, await ask?.(normalForm(text)), signal),
    close: async () => threads?.close(),
  };
}

function openThreads(plan: AnalyserPlan, plugins: Plugins, size: number) {
  return openThreadPool<AnnotationProtocol>({
    script: new URL('./annotation-worker.js', import.meta.url),
    data: () => ({ plan, plugins: pluginsForThread(plugins), wordNet: shareWordNet() }),
    calls: { askPart: answerForThreads(plugins) },
    size,
    tasksAtOnce: TEXTS_AT_ONCE,
    purpose: 'annotate texts',
    hint: 'give sfwc more memory, or try --workers 1',
  });
}
