import { rm } from 'node:fs/promises';
import { PARTS } from '../../judging/parts.js';
import { requirePart, type Plugins } from '../../judging/plugins/registry.js';
import { vocabularyFile } from '../../knowledge/files/companions.js';
import { LINE_DOCUMENT } from '../../knowledge/files/corpus-record.js';
import { topicFile } from '../../knowledge/files/kb-folder.js';
import type { TopicStatistics } from '../../knowledge/krs/topic-quads.js';
import { parsePlace } from '../../knowledge/places/parse-place.js';
import type { LabelEntry } from '../../language/linking/labels/label-entry.js';
import { hasNouns } from '../../language/text/words-only-annotator.js';
import type { CorpusProblem, CorpusReader } from '../../model/document.js';
import { UsageError } from '../../model/errors.js';
import { holdsCrawl } from '../../support/crawl-folder.js';
import { fileExists } from '../../support/files/file-exists.js';
import { fullText } from '../../support/text/full-text.js';
import { withResources, type Own } from '../../support/with-resources.js';
import { buildFields } from '../settings/build-settings.js';
import { resolveOptions, type WithParts } from '../settings/plugin-options.js';
import type { BuildOptions, BuildSettings } from '../settings/settings.js';
import { createAnnotationPool } from './building/annotation-pool.js';
import { openBuildTarget } from './building/build-target.js';
import {
  documentsReader,
  gatherTopic,
  type AddedDocuments,
  type BuildCallbacks,
  type CorpusToBuild,
} from './building/corpus-to-build.js';
import { askingService, planLinking } from './building/linking-plan.js';
import { documentKinds } from './building/own-readers.js';
import type { NamedConcept } from './building/topic-concepts.js';
import { writeTopic } from './building/write-topic.js';
import { deriveFrom, learnDerived } from './derived.js';

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
  readonly problems: readonly CorpusProblem[];
  readonly seconds: number;
}

/** The vocabulary that a topic is built with. */
export interface TopicVocabulary {
  /** Its concepts as texts, of which a topic without others consists. */
  readonly concepts: CorpusReader;
  /** The IRIs of its concepts with their labels in the language of the topic, in the order of the vocabulary. */
  readonly named: readonly NamedConcept[];
  /** The labels of concepts that texts name, each with the concept that it means there. */
  labelsIn(texts: AsyncIterable<string>): Promise<readonly LabelEntry[]>;
  /** Writes it next to a topic. @throws OutputError */
  save(topicFile: string): Promise<void>;
}

/**
 * Builds the knowledge base of a topic from texts, or adds texts to those that it has (`add`), and saves it with all that is derived
 * from it, also the ensemble, which judges pages from then on. The topic is replaced at the end, at once; until then, and whenever a
 * build fails or is killed, the old one stays. The same texts and settings give the same bytes, in however many steps the texts
 * came. The topic is in the language of most texts; others are left out, and a language that is not read is refused
 * (`anyLanguage` takes all as English).
 *
 * @param sources folders and files of texts, and result folders of crawls, whose accepted pages are texts
 * @throws UsageError for settings, InputError for sources and label files, OutputError when it cannot be saved; the signal's
 *   reason
 */
export async function buildTopic(
  sources: readonly string[],
  options: WithParts<BuildOptions, 'linkers' | 'readers'>,
  observer: BuildCallbacks = {},
): Promise<BuildReport> {
  const startedAt = performance.now();
  const { settings, plugins } = await resolveOptions(buildFields, options);
  const built = await withResources((own) => buildWith(own, sources, { settings, plugins }, observer));
  return { ...built, seconds: (performance.now() - startedAt) / 1000 };
}

/** Builds a topic, with resources that its caller closes. */
async function buildWith(
  own: Own,
  sources: readonly string[],
  { settings, plugins }: Readonly<{ settings: BuildSettings; plugins: Plugins }>,
  observer: BuildCallbacks,
): Promise<Omit<BuildReport, 'seconds'>> {
  const { topic } = settings;
  const { signal, onWait = () => undefined } = observer;
  const warn = (message: string): void => observer.onWarning?.(message);
  onWait('reading the sources');
  const target = own(await openBuildTarget(settings, observer));
  const { folder, before } = target;
  const vocabulary = await openVocabulary(settings, observer);
  const others = insteadOf(sources, settings, vocabulary);
  const from = { sources, others, kinds: documentKinds(plugins) };
  const corpus = await gatherTopic(own, from, { ...settings, kb: before }, observer);
  for (const linker of corpus.settings.linker) requirePart('linkers', linker, plugins, 'linker');
  onWait('loading WordNet and the annotator');
  const linking = await planLinking(corpus, (await vocabulary?.labelsIn(textsOf(corpus))) ?? []);
  const ask = await askingService(linking.header, warn);
  const pool = own(createAnnotationPool(linking.analyser, settings.workers, { ask, signal, plugins }));
  const learning = learnDerived(corpus);
  const plan = { ...linking, folder, pool, named: vocabulary?.named, onRead: learning.add };
  const { file, statistics } = await writeTopic(own, corpus, plan, observer);
  if (vocabulary === undefined) await rm(vocabularyFile(file), { force: true });
  else await vocabulary.save(file);
  await deriveFrom({ folder, before, topic, learning, crawls: sources.filter(holdsCrawl) }, observer);
  const { language, background, change, problems } = corpus;
  return {
    ...{ topic, file: await target.publish(), language, statistics, change, problems },
    wordsOnly: !hasNouns(language),
    backgroundDocuments: background.length,
  };
}

/** Opens the vocabulary that a topic is built with: one that the settings name, or that of a topic that texts are added to. */
async function openVocabulary(
  settings: BuildSettings,
  observer: BuildCallbacks,
): Promise<TopicVocabulary | undefined> {
  const { kb, topic, add, vocabulary, concept, depth } = settings;
  const { path } = parsePlace(kb);
  if (vocabulary.length === 0 && (concept !== undefined || depth !== undefined))
    throw new UsageError('concept and depth choose from a vocabulary', { hint: 'name it with --vocabulary' });
  if (vocabulary.length > 0 && path === undefined)
    throw new UsageError('a vocabulary is kept next to a topic in a folder, not in a SPARQL endpoint', {
      hint: 'build into a folder: --kb DIR',
    });
  const isKept = add && path !== undefined && (await fileExists(vocabularyFile(topicFile(path, topic))));
  if (vocabulary.length === 0 && !isKept) return undefined;
  return (await PARTS.vocabularies()).openTopicVocabulary(settings, observer);
}

/** Without texts, a topic is made of the concepts of its vocabulary, or of the line. */
function insteadOf(
  sources: readonly string[],
  { topic, about, add, vocabulary }: BuildSettings,
  opened: TopicVocabulary | undefined,
): readonly CorpusReader[] {
  if (sources.length > 0 || (add && vocabulary.length === 0)) return [];
  if (opened !== undefined) return [opened.concepts];
  if (about === undefined) return [];
  return [documentsReader('the line about the topic', [{ id: LINE_DOCUMENT, title: topic, text: about }])];
}

async function* textsOf({ read }: CorpusToBuild): AsyncGenerator<string> {
  for await (const { role, document } of read()) if (role === 'corpus') yield fullText(document);
}
