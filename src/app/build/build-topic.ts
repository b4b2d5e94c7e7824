import { rm } from 'node:fs/promises';
import path from 'node:path';
import { buildFields, type BuildOptions, type BuildSettings } from '../../config/settings.js';
import { classifierFile } from '../../kb/files/classifier-file.js';
import { removeStale } from '../../kb/files/companions.js';
import type { RecordHeader } from '../../kb/files/corpus-record.js';
import { readCompanions, topicFile } from '../../kb/files/kb-folder.js';
import { writeTopicFile } from '../../kb/files/topic-store.js';
import { countBackground } from '../../krs/background.js';
import { documentsByLemma } from '../../krs/frequencies.js';
import { topicIris, type TopicIris } from '../../krs/iris.js';
import { topicQuads, type Provenance } from '../../krs/topic-quads.js';
import { topicStatistics, type TopicStatistics } from '../../krs/topic-statistics.js';
import { corpusLabels } from '../../linking/labels/corpus-labels.js';
import { labelChanges } from '../../linking/labels/label-changes.js';
import type { LabelEntry } from '../../linking/labels/label-entry.js';
import { openWordNet } from '../../wordnet/wordnet.js';
import type { CorpusProblem } from '../../model/document.js';
import { InputError, Interrupted } from '../../model/errors.js';
import type { Calibration } from '../../model/topic.js';
import { fileExists } from '../../support/files/file-exists.js';
import { fullText } from '../../support/text/full-text.js';
import { sha256 } from '../../support/hash.js';
import { untilAborted } from '../../support/interruptible.js';
import { ANNOTATOR_NAME } from '../../text/compromise-annotator.js';
import { calibrate, type CalibrationInput } from '../../topic/calibration.js';
import { createGeneralFrequency, type AnalyserPlan, type AskRemote } from '../../judging/analyser.js';
import { createAnnotationPool } from '../../judging/annotation-pool.js';
import { resolveOptions, type WithParts } from '../../plugins/options.js';
import { requirePart, type Plugins } from '../../plugins/registry.js';
import { documentKinds } from '../../building/own-readers.js';
import { expandTopic, expansionSettings } from './expand-topic.js';
import type { ChangeCounts } from '../../building/corpus-change.js';
import { contentWarning } from '../../building/corpus-check.js';
import { isEndpoint } from '../../knowledge/endpoint.js';
import { buildForEndpoint } from '../../building/endpoint-build.js';
import { bringTogether, type CorpusToBuild, type DocumentToBuild } from '../../building/corpus-to-build.js';
import { corpusChecksum, type HeldDocument } from '../../building/gather.js';
import { readLabelSources, type LabelSources } from '../../judging/label-sources.js';
import { readCorpus, type ReadCorpus } from '../../building/read-corpus.js';
import { trainClassifier } from './train-classifier.js';
import { openSpotlight, spotlightParameters } from '../../judging/spotlight.js';
import { checkArguments } from '../../support/check-arguments.js';
import { openAnnotator } from '../../judging/english.js';

/** How a build reports while it runs. */
export interface BuildObserver {
  readonly onProblem?: (problem: CorpusProblem) => void;
  /** Documents found in the sources so far, before the first of them is read. */
  readonly onFound?: (documents: number) => void;
  /** Documents read so far, of how many, of corpus and background together. */
  readonly onProgress?: (done: number, total: number) => void;
  /** What a person should know of the corpus; troubles with a SPARQL endpoint or another service that pass. */
  readonly onWarning?: (message: string) => void;
  /** Ends the build when aborted; the topic stays as it was, unless it was saved before. */
  readonly signal?: AbortSignal | undefined;
}

/** What a build made. */
export interface BuildReport {
  readonly topic: string;
  /** Where the topic is now: a file, or the address of an endpoint and the topic's graph there. */
  readonly file: string;
  readonly statistics: TopicStatistics;
  readonly calibration: Calibration;
  /** Documents of the background; 0 without one. */
  readonly backgroundDocuments: number;
  /** What came and went, where the topic was changed. */
  readonly change?: ChangeCounts;
  /** Documents, background included, whose texts had to be read; of the others it was known what is in them. */
  readonly textsRead: number;
  /** Whether the topic had an expansion, which was then made again. */
  readonly expandedAgain: boolean;
  /** What was skipped, and why. */
  readonly problems: readonly CorpusProblem[];
  /** Characters of text, background included. */
  readonly characters: number;
  readonly seconds: number;
}

/**
 * Builds the knowledge base of a topic from texts, or changes one (`add`, `replace`, `remove`, `fromCrawl`,
 * `removeCrawl`), and saves it. The topic's file is replaced once all of the new one is whole; until then, and whenever
 * a build fails or is killed, the old one stays. The same texts and settings give the same bytes, in however many steps
 * the texts came and went. With a background, the ensemble, which judges pages from then on, is trained at the end; one
 * that was trained before the topic was changed is taken away. Texts that are mostly not in English are refused
 * (`anyLanguage` builds all the same); a corpus that is small or has little in common is warned of, and judging refuses
 * what cannot work: a topic may be built step by step. An expansion that the topic had is made again. A SPARQL
 * endpoint gets the topic when it is whole, and neither of these.
 *
 * @param sources folders, text files or JSON lines; none where documents are only taken out
 * @throws UsageError for settings, InputError for sources and label files, OutputError when it cannot be saved; the signal's
 *   reason; Interrupted when only what is derived from the topic is missing
 */
export async function buildTopic(
  sources: readonly string[],
  options: WithParts<BuildOptions, 'linkers' | 'readers'>,
  observer: BuildObserver = {},
): Promise<BuildReport> {
  const startedAt = performance.now();
  checkArguments('buildTopic', {
    sources: [sources, 'strings'],
    options: [options, 'object'],
    observer: [observer, 'object'],
  });
  const { settings, plugins } = await resolveOptions(buildFields, options);
  const built = isEndpoint(settings.kb)
    ? await buildForEndpoint(
        settings,
        (kb) => buildInFolder(sources, { ...settings, kb }, observer, plugins),
        observer.onWarning,
      )
    : await buildWithDerived(sources, settings, observer, plugins);
  return { ...built, seconds: (performance.now() - startedAt) / 1000 };
}

/** Builds a topic and then what is derived from it: the ensemble, and the expansion where the topic had one. */
async function buildWithDerived(
  sources: readonly string[],
  settings: BuildSettings,
  observer: BuildObserver,
  plugins: Plugins,
): Promise<Omit<BuildReport, 'seconds'>> {
  const { kb, topic } = settings;
  const expansion = await expansionSettings(kb, topic);
  const built = await buildInFolder(sources, settings, observer, plugins);
  try {
    await trainEnsemble(built, settings, observer);
    if (expansion === undefined) return built;
    observer.signal?.throwIfAborted();
    await expandTopic({ kb, topic, ...expansion });
    return { ...built, expandedAgain: true };
  } catch (error) {
    if (observer.signal?.aborted !== true) throw error;
    throw new Interrupted(`interrupted after ${built.file} was saved`, {
      hint: 'what is derived from it is missing: make it with sfwc train and sfwc expand, or build again',
      cause: error,
    });
  }
}

/** With too little text to learn from, pages are judged by what the topic itself says. */
async function trainEnsemble(
  { backgroundDocuments }: Pick<BuildReport, 'backgroundDocuments'>,
  { kb, topic }: BuildSettings,
  { onWarning, signal }: BuildObserver,
): Promise<void> {
  const file = classifierFile(kb, topic, 'ensemble');
  const wasTrained = await fileExists(file);
  await rm(file, { force: true });
  if (backgroundDocuments === 0) {
    if (wasTrained)
      onWarning?.(
        `removed ${file}, which was trained before: without a background, pages are judged by krs-calibrated`,
      );
    return;
  }
  try {
    await trainClassifier({ kb, topic }, { signal });
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    onWarning?.(`the ensemble cannot be trained, pages are judged by krs-calibrated: ${error.message}`);
  }
}

async function buildInFolder(
  sources: readonly string[],
  settings: BuildSettings,
  observer: BuildObserver,
  plugins: Plugins,
): Promise<Omit<BuildReport, 'seconds'>> {
  const together = await bringTogether(sources, settings, {
    readers: documentKinds(plugins),
    onProblem: (problem) => observer.onProblem?.(problem),
    onDocument: (documents) => observer.onFound?.(documents),
    signal: observer.signal,
    onWarning: (message) => observer.onWarning?.(message),
  });
  try {
    const built = await build(together, observer, plugins);
    const texts = [...together.corpus, ...together.background];
    return {
      ...built,
      expandedAgain: false,
      ...(together.change === undefined ? {} : { change: together.change.counts }),
      problems: together.problems,
      characters: texts.reduce((sum, { characters }) => sum + characters, 0),
    };
  } finally {
    await together.remove();
  }
}

type Built = Omit<BuildReport, 'problems' | 'characters' | 'seconds' | 'change' | 'expandedAgain'>;

async function build(together: CorpusToBuild, observer: BuildObserver, plugins: Plugins): Promise<Built> {
  const { settings } = together;
  for (const linker of settings.linker) requirePart('linkers', linker, plugins, 'linker');
  const iris = topicIris(settings.baseIri, settings.topic);
  const sources: LabelSources = settings.linker.includes('gazetteer')
    ? await readLabelSources(settings.labels, settings.language)
    : { files: [] };
  const labels = titleLabels(settings, together.corpus, iris);
  const plan: AnalyserPlan = {
    linkers: settings.linker,
    labels: settings.linker.includes('gazetteer') ? [...sources.files, labels] : [],
    ...(sources.index === undefined ? {} : { index: sources.index }),
  };
  const header = describeRecord(settings, sources, together);
  const pool = createAnnotationPool(plan, settings.workers, {
    ask: askingService(settings, header, observer),
    signal: observer.signal,
    plugins,
  });
  try {
    const read = await readCorpus(together, {
      header,
      iris,
      pool,
      isStale: staleness(together, labels, iris),
      onProgress: (done, total) => observer.onProgress?.(done, total),
      signal: observer.signal,
    });
    return await save({ together, iris, header, read, signal: observer.signal }, observer);
  } finally {
    await pool.close();
  }
}

/** @throws InputError, when it is asked, if the service is down and no other linker is there to serve */
function askingService(
  settings: BuildSettings,
  { spotlight }: RecordHeader,
  { onWarning }: BuildObserver,
): AskRemote | undefined {
  if (spotlight === undefined) return undefined;
  const { annotate } = openSpotlight(spotlight, settings, (message) => onWarning?.(message));
  if (settings.linker.length > 1) return annotate;
  return async (text) => {
    const found = await annotate(text);
    if (found !== undefined) return found;
    throw new InputError(`DBpedia Spotlight at ${spotlight.url} is down, and there is no other linker`, {
      hint: 'try again later: what it answered is kept; or --linker spotlight,gazetteer,wordnet',
    });
  };
}

/** The labels that the corpus itself gives: the titles of its documents. */
function titleLabels(
  settings: BuildSettings,
  documents: readonly HeldDocument[],
  iris: TopicIris,
): LabelEntry[] {
  if (!settings.linker.includes('gazetteer')) return [];
  const ordered = [...documents].sort((a, b) => (a.id < b.id ? -1 : 1));
  return [...corpusLabels(ordered, ({ id }) => iris.document(id))];
}

/** A text must be read again where titles came or went that it may name. */
function staleness(
  { change, settings }: CorpusToBuild,
  labels: readonly LabelEntry[],
  iris: TopicIris,
): (document: DocumentToBuild) => boolean {
  if (change === undefined) return () => true;
  const before = titleLabels(settings, change.before.corpus, iris);
  const mayDiffer = labelChanges(before, labels, openAnnotator());
  return ({ document, analysis }) =>
    analysis === undefined || mayDiffer({ text: fullText(document), hiddenLemmas: analysis.hiddenLemmas });
}

/** @throws InputError when a topic is changed and its label files hold other labels by now */
function describeRecord(
  settings: BuildSettings,
  { files, index }: LabelSources,
  { change }: CorpusToBuild,
): RecordHeader {
  const { linker, labels, language, baseIri, nif } = settings;
  const rdfFiles = labels.length - (index === undefined ? 0 : 1);
  const checksum = rdfFiles === 0 ? undefined : sha256(JSON.stringify(files));
  const before = change?.before.record.header;
  const differs = before?.labelsChecksum !== checksum || before?.labelIndexChecksum !== index?.checksum;
  if (before !== undefined && differs) {
    throw new InputError(`${labels.join(', ')}: not the labels that the topic was built with`, {
      hint: 'build the topic whole, from its sources, so that all of it is linked alike',
    });
  }
  return {
    annotator: ANNOTATOR_NAME,
    linkers: linker,
    labels,
    ...(checksum === undefined ? {} : { labelsChecksum: checksum }),
    ...(index === undefined ? {} : { labelIndexChecksum: index.checksum }),
    ...(linker.includes('spotlight') ? { spotlight: spotlightParameters(settings) } : {}),
    language,
    baseIri,
    nif,
  };
}

interface Parts {
  readonly together: CorpusToBuild;
  readonly iris: TopicIris;
  readonly header: RecordHeader;
  readonly read: ReadCorpus;
  readonly signal: AbortSignal | undefined;
}

async function save(parts: Parts, { onWarning }: BuildObserver): Promise<Built> {
  const { settings, background } = parts.together;
  const { krs, profiles, backgroundProfiles, record, nif, textsRead } = parts.read;
  const file = path.normalize(topicFile(settings.kb, settings.topic));
  try {
    const input: CalibrationInput = {
      documents: profiles,
      background: backgroundProfiles,
      generalFrequency: createGeneralFrequency(openWordNet()),
    };
    const calibration = calibrate(input);
    const { name, checksum } = await record.close();
    const layer = await nif?.close(checksum);
    const byLemma = documentsByLemma(krs);
    const statistics = topicStatistics(krs, byLemma);
    const quads = topicQuads({
      name: settings.topic,
      iris: parts.iris,
      krs,
      byLemma,
      statistics,
      calibration,
      provenance: describeProvenance(parts, name, layer),
      ...(background.length === 0
        ? {}
        : { background: countBackground(backgroundProfiles.map(({ lemmas }) => lemmas)) }),
    });
    await record.commit();
    await nif?.commit();
    await writeTopicFile(file, untilAborted(quads, parts.signal));
    await removeStale(file, [name, ...(layer === undefined ? [] : [layer])]);
    const warning = contentWarning(input, calibration);
    if (warning !== undefined) onWarning?.(warning);
    return {
      topic: settings.topic,
      file,
      statistics,
      calibration,
      backgroundDocuments: background.length,
      textsRead,
    };
  } catch (error) {
    await record.discard();
    await nif?.discard();
    await removeStale(file, await validCompanions(file));
    throw error;
  }
}

/** The names of the files that the topic names as it is saved now. */
async function validCompanions(file: string): Promise<readonly string[]> {
  if (!(await fileExists(file))) return [];
  return Object.values(await readCompanions(file)).map((companion: string) => path.basename(companion));
}

function describeProvenance(
  { together, header }: Parts,
  record: string,
  nif: string | undefined,
): Provenance {
  const { corpus, background } = together;
  const { annotator, linkers, labelsChecksum, labelIndexChecksum, spotlight, baseIri, language } = header;
  return {
    annotator,
    linkers,
    settings: JSON.stringify({ baseIri, language, linker: linkers, spotlight }),
    corpusChecksum: corpusChecksum(corpus),
    ...(labelsChecksum === undefined ? {} : { labelsChecksum }),
    ...(labelIndexChecksum === undefined ? {} : { labelIndexChecksum }),
    ...(background.length === 0 ? {} : { backgroundChecksum: corpusChecksum(background) }),
    corpusRecord: record,
    ...(nif === undefined ? {} : { nifLayer: nif }),
  };
}
