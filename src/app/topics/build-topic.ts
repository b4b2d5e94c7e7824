import { requirePart, type Plugins } from '../../judging/plugins/registry.js';
import type { TopicStatistics } from '../../knowledge/krs/topic-quads.js';
import { parsePlace } from '../../knowledge/places/parse-place.js';
import { hasNouns } from '../../language/text/words-only-annotator.js';
import type { CorpusProblem, CorpusReader } from '../../model/document.js';
import type { OnWait } from '../../model/wait.js';
import { holdsCrawl } from '../../support/crawl-folder.js';
import { fullText } from '../../support/text/full-text.js';
import { withResources, type Own } from '../../support/with-resources.js';
import { withoutCredentials } from '../../support/without-credentials.js';
import { buildFields } from '../settings/build-settings.js';
import { resolveOptions, type WithParts } from '../settings/plugin-options.js';
import type { BuildOptions, BuildSettings } from '../settings/settings.js';
import { createAnnotationPool } from './building/annotation-pool.js';
import {
  gatherTopic,
  lineReader,
  type AddedDocuments,
  type CorpusToBuild,
} from './building/corpus-to-build.js';
import { documentKinds } from './building/own-readers.js';
import { askingService, planLinking, readCorpus, readKept } from './building/read-corpus.js';
import { openBuildTarget, saveTopic } from './building/save-topic.js';
import { openVocabulary, saveVocabulary, type TopicVocabulary } from './building/topic-vocabulary.js';
import { deriveFrom, learnDerived } from './derived.js';

export interface BuildObserver {
  readonly onProblem?: (problem: CorpusProblem) => void;
  /** Hears of the steps that are not counted in documents. */
  readonly onWait?: OnWait;
  /** Documents found in the sources so far, before the first of them is read. */
  readonly onFound?: (documents: number) => void;
  /** Documents read so far, of how many, of corpus and background together. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Called with warnings about the corpus, and about passing troubles with a SPARQL endpoint or another service. */
  readonly onWarning?: (message: string) => void;
  /** Ends the build when aborted; the topic stays as it was. */
  readonly signal?: AbortSignal;
}

export interface BuildReport {
  readonly topic: string;
  /** Place of the topic: a file, or the address of an endpoint and the topic's graph there. */
  readonly file: string;
  /** Of its texts, as an ISO 639-1 code. */
  readonly language: string;
  /** True if nouns are not found in that language, so that all figures about nouns are 0. */
  readonly wordsOnly: boolean;
  readonly statistics: TopicStatistics;
  readonly backgroundDocuments: number;
  /** Present where texts were added to the topic. */
  readonly change?: AddedDocuments;
  /** Documents, background included, whose texts were annotated; the readings of the others were kept from the build before. */
  readonly textsRead: number;
  /** True if the topic had an expansion, which was then made again. */
  readonly expandedAgain: boolean;
  readonly problems: readonly CorpusProblem[];
  readonly seconds: number;
}

/**
 * Builds the knowledge base of a topic from texts, or adds texts to those that it has (`add`), and saves it. The topic is
 * replaced once all of the new one is whole, with all that is derived from it; until then, and whenever a build fails or is killed,
 * the old one stays. The same texts and settings give the same bytes, in however many steps the texts came. The ensemble, which
 * judges pages from then on, is trained at the end, also with what people answered about pages of crawls among the sources. The
 * topic is in the language of most texts; others are left out, and a language that is not read is refused (`anyLanguage` takes
 * all as English). An expansion that the topic had is made again. A
 * SPARQL endpoint gets the topic with its ensemble when both are whole, and no expansion.
 *
 * @param sources folders and files of texts, and result folders of crawls, whose accepted pages are texts
 * @throws UsageError for settings, InputError for sources and label files, OutputError when it cannot be saved; the signal's
 *   reason
 */
export async function buildTopic(
  sources: readonly string[],
  options: WithParts<BuildOptions, 'linkers' | 'readers'>,
  observer: BuildObserver = {},
): Promise<BuildReport> {
  const startedAt = performance.now();
  const { settings, plugins } = await resolveOptions(buildFields, options);
  const built = await withResources((own) => buildWith(own, sources, { settings, plugins }, observer));
  return { ...built, seconds: (performance.now() - startedAt) / 1000 };
}

/** Without texts, a topic is made of the concepts of its vocabulary, or of the line. */
function insteadOf(
  sources: readonly string[],
  { topic, about, add, like, vocabulary }: BuildSettings,
  opened: TopicVocabulary | undefined,
): readonly CorpusReader[] {
  if (sources.length + like.length > 0 || (add && vocabulary.length === 0)) return [];
  if (opened !== undefined) return [opened.concepts];
  return about === undefined ? [] : [lineReader(topic, about)];
}

/** Builds a topic, with resources that its caller closes. */
async function buildWith(
  own: Own,
  sources: readonly string[],
  { settings, plugins }: { readonly settings: BuildSettings; readonly plugins: Plugins },
  observer: BuildObserver,
): Promise<Omit<BuildReport, 'seconds'>> {
  const { kb, topic, workers } = settings;
  const { signal, onWait = () => undefined } = observer;
  const onWarning = (message: string): void => observer.onWarning?.(message);
  const isFolder = parsePlace(kb).path !== undefined;
  onWait('reading the sources');
  const target = own(await openBuildTarget(settings, onWarning));
  const { folder, before } = target;
  const vocabulary = await openVocabulary(settings, { onWarning, onWait, signal });
  const gathering = {
    kinds: documentKinds(plugins),
    others: insteadOf(sources, settings, vocabulary),
    onProblem: (problem: CorpusProblem) => observer.onProblem?.(problem),
    onDocument: (documents: number) => observer.onFound?.(documents),
    ...{ onWarning, onWait, signal },
  };
  const corpus = own(await gatherTopic(sources, { ...settings, kb: before }, gathering));
  for (const linker of corpus.settings.linker) requirePart('linkers', linker, plugins, 'linker');
  onWait('reading the labels');
  const plan = await planLinking(corpus, (await vocabulary?.labelsIn(textsOf(corpus))) ?? []);
  onWait('looking for texts that were read before');
  const kept = await readKept(corpus);
  onWait('loading WordNet and the annotator');
  const ask = await askingService(plan.header, onWarning);
  const pool = own(createAnnotationPool(plan.analyser, workers, { ask, signal, plugins }));
  const learning = learnDerived(corpus);
  const read = await readCorpus(corpus, {
    ...{ ...plan, folder, kept, pool, signal },
    onRead: (entry) => learning.add(entry),
    onProgress: (...standing) => observer.onProgress?.(...standing),
  });
  const saved = await saveTopic(corpus, { ...plan, named: vocabulary?.named }, read, observer, folder);
  if (isFolder) await saveVocabulary(vocabulary, saved.file);
  const crawls = sources.filter(holdsCrawl);
  const expandedAgain = await deriveFrom({ folder, before, topic, crawls, learning }, observer);
  if (!isFolder) onWait(`sending the topic to ${withoutCredentials(kb)}`);
  const file = await target.publish(saved.file);
  return {
    ...{ topic, file, expandedAgain, textsRead: read.textsRead, statistics: saved.statistics },
    language: corpus.language,
    wordsOnly: !hasNouns(corpus.language),
    backgroundDocuments: corpus.background.length,
    change: corpus.change,
    problems: corpus.problems,
  };
}

async function* textsOf({ read }: CorpusToBuild): AsyncGenerator<string> {
  for await (const { role, document } of read()) if (role === 'corpus') yield fullText(document);
}
