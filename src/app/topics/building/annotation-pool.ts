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
import {
  openWordNetLinker,
  packLinks,
  unpackLinks,
  WORDNET_LINKER,
  WORDNET_NAME,
} from '../../../language/linking/wordnet-linker.js';
import { ANNOTATOR_NAME } from '../../../language/text/compromise-annotator.js';
import { packText, unpackText, type PackedText } from '../../../language/text/packed-text.js';
import { shareWordNet, type SharedWordNet } from '../../../language/wordnet/wordnet-files.js';
import { openWordNet, type WordNet } from '../../../language/wordnet/wordnet.js';
import type { AnnotatedText, EntityLink, KnownLinks } from '../../../model/noun.js';
import { normalForm } from '../../../support/text/normal-form.js';
import { openThreadPool } from '../../../support/threads/pool.js';

/**
 * Identifies how texts are read apart from the topic. A reading of another version must not be taken.
 * @param withLinks whether WordNet is one of the linkers
 */
export function readingVersion(withLinks: boolean): string {
  return withLinks ? `${ANNOTATOR_NAME}, ${WORDNET_LINKER}` : ANNOTATOR_NAME;
}

interface ReadingInput extends Pick<KnownLinks, 'remote'> {
  /** A reading of the same text and version. One that does not fit the text is not used. */
  readonly kept?: string;
  /** True if the reading is to be kept. */
  readonly keep?: boolean;
}

export interface ReadText {
  readonly analysis: DocumentAnalysis;
  /**
   * Findings in the text that do not depend on the topic: its annotation and, if WordNet is one of the linkers, the links
   * to it; as JSON. Only where it is to be kept. Equal texts give equal readings.
   */
  readonly reading?: string;
  /** True if the text was annotated: false where a reading was kept. */
  readonly isNew: boolean;
}

type TextReader = (text: string, input: ReadingInput, signal?: AbortSignal) => Promise<ReadText>;

/** Makes a reader of texts, which takes what was kept of them and links it. @throws InputError for an unknown linker */
export function createTextReader(plan: AnalyserPlan, wordNet: WordNet, plugins: Plugins): TextReader {
  const annotator = annotatorFor(plan, wordNet);
  const link = createLinking(plan, { wordNet, annotator, plugins });
  const linker = plan.linkers.includes(WORDNET_NAME) ? openWordNetLinker(wordNet) : undefined;
  return async (written, { remote, kept, keep = false }, signal) => {
    const text = normalForm(written);
    const known = kept === undefined ? undefined : unpackReading(kept, text);
    const annotated = known?.annotated ?? (await annotateText(text, annotator, signal));
    const links = known?.links ?? (await linker?.link(annotated));
    const nouns = await link(annotated, { remote, wordNet: links });
    const reading = known === undefined ? packReading(annotated, links) : kept;
    return { analysis: analysisOf(nouns), isNew: known === undefined, ...(keep ? { reading } : {}) };
  };
}

interface PackedReading extends PackedText {
  readonly links?: readonly number[];
}

function packReading(annotated: AnnotatedText, links: readonly EntityLink[] | undefined): string {
  const reading: PackedReading = { ...packText(annotated), links: links && packLinks(links) };
  return JSON.stringify(reading);
}

function unpackReading(kept: string, text: string) {
  try {
    const reading = JSON.parse(kept) as PackedReading;
    return { annotated: unpackText(reading, text), links: reading.links && unpackLinks(reading.links) };
  } catch {
    return undefined;
  }
}

export interface AnnotationProtocol {
  readonly data: {
    readonly plan: AnalyserPlan;
    readonly plugins: PluginsOfThread;
    readonly wordNet: SharedWordNet;
  };
  readonly tasks: {
    readonly read: (text: { readonly text: string } & ReadingInput) => ReadText;
  };
  readonly calls: {
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
): AnnotationPool {
  const inner = workers === 1 ? undefined : openThreads(plan, plugins, workers);
  const here = inner === undefined ? createTextReader(plan, openWordNet(), plugins) : undefined;
  const interrupt = (): void => void inner?.close();
  signal?.addEventListener('abort', interrupt, { once: true });
  const read: AnnotationPool['read'] = async (text, input) => {
    const known = { ...input, remote: await ask?.(normalForm(text)) };
    if (here !== undefined) return here(text, known, signal);
    try {
      return (await inner?.run('read', { text, ...known })) as ReadText;
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
  };
  return {
    size: workers === 1 ? 1 : workers * TEXTS_AT_ONCE,
    read,
    annotate: async (text) => (await read(text, {})).analysis,
    close: async () => {
      signal?.removeEventListener('abort', interrupt);
      await inner?.close();
    },
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
