import path from 'node:path';
import { buildFields, type BuildOptions, type BuildSettings } from '../config/settings.js';
import { checkSettings } from '../config/resolve.js';
import { openCorpora } from '../corpus/open-source.js';
import { topicFile } from '../kb/kb-folder.js';
import { writeNQuads } from '../kb/nquads-file.js';
import { countBackground, type BackgroundFrequencies } from '../krs/background.js';
import { documentsByLemma } from '../krs/frequencies.js';
import { topicIris, type TopicIris } from '../krs/iris.js';
import { KrsBuilder, type CountedNoun, type Krs } from '../krs/krs.js';
import { topicQuads, type Provenance } from '../krs/topic-quads.js';
import { topicStatistics, type TopicStatistics } from '../krs/topic-statistics.js';
import { corpusLabels } from '../linking/corpus-labels.js';
import { readLabelFiles } from '../linking/labels.js';
import { openWordNet } from '../linking/wordnet.js';
import type { CorpusDocument, CorpusProblem } from '../model/document.js';
import type { Calibration } from '../model/topic.js';
import { concurrentMap } from '../support/concurrent-map.js';
import { sha256 } from '../support/hash.js';
import { toNQuads } from '../support/quads.js';
import { calibrate } from '../topic/calibration.js';
import { toProfile, type DocumentProfile } from '../topic/profile.js';
import { createCompromiseAnnotator } from '../text/compromise-annotator.js';
import { createGeneralFrequency, textToAnalyse, type AnalyserPlan } from './analyser.js';
import { createAnnotationPool, type AnnotationPool } from './annotation-pool.js';
import { gatherCorpus, type GatheredCorpus } from './gather.js';
import { openSpool, type Spool } from './spool.js';

/** How a build reports while it runs. */
export interface BuildObserver {
  readonly onProblem?: (problem: CorpusProblem) => void;
  /** Documents read so far, of how many, of corpus and background together. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** What a build made. */
export interface BuildReport {
  readonly topic: string;
  /** The file that holds the topic now. */
  readonly file: string;
  readonly statistics: TopicStatistics;
  readonly calibration: Calibration;
  /** Documents of the background; 0 without one. */
  readonly backgroundDocuments: number;
  /** What was skipped, and why. */
  readonly problems: readonly CorpusProblem[];
  /** Characters of text read, background included. */
  readonly characters: number;
  readonly seconds: number;
}

/**
 * Builds the knowledge base of a topic from texts, and saves it. A topic of the same name is replaced once the new one
 * is whole; until then, and whenever a build fails, the old one stays. The same texts and settings give the same bytes.
 *
 * @param sources folders, text files or JSON lines
 * @throws UsageError for settings, InputError for sources and label files, OutputError when it cannot be saved
 */
export async function buildTopic(
  sources: readonly string[],
  options: BuildOptions,
  observer: BuildObserver = {},
): Promise<BuildReport> {
  const startedAt = performance.now();
  const settings = checkSettings(buildFields, options);
  const corpusSpool = await openSpool();
  const backgroundSpool = await openSpool();
  try {
    const corpus = await gather(sources, settings, corpusSpool, observer);
    const background =
      settings.background.length === 0
        ? undefined
        : await gather(settings.background, settings, backgroundSpool, observer);
    const built = await annotateAndBuild({
      settings,
      corpus,
      background,
      corpusSpool,
      backgroundSpool,
      observer,
    });
    return {
      ...built,
      problems: [...corpus.problems, ...(background?.problems ?? [])],
      characters: corpus.characters + (background?.characters ?? 0),
      seconds: (performance.now() - startedAt) / 1000,
    };
  } finally {
    await corpusSpool.remove();
    await backgroundSpool.remove();
  }
}

function gather(
  sources: readonly string[],
  settings: BuildSettings,
  spool: Spool,
  observer: BuildObserver,
): Promise<GatheredCorpus> {
  const { textField, titleField, idField, strict } = settings;
  const reader = openCorpora(sources, { textField, titleField, idField });
  return gatherCorpus(reader, spool, { strict, onProblem: (problem) => observer.onProblem?.(problem) });
}

interface Materials {
  readonly settings: BuildSettings;
  readonly corpus: GatheredCorpus;
  readonly background: GatheredCorpus | undefined;
  readonly corpusSpool: Spool;
  readonly backgroundSpool: Spool;
  readonly observer: BuildObserver;
}

async function annotateAndBuild(
  materials: Materials,
): Promise<Omit<BuildReport, 'problems' | 'characters' | 'seconds'>> {
  const { settings, corpus, background } = materials;
  const iris = topicIris(settings.baseIri, settings.topic);
  const plan = await planAnalyser(settings, corpus, iris);
  const pool = createAnnotationPool(plan, settings.workers);
  try {
    const annotated = await annotateAll(materials, pool);
    const calibration = calibrate({
      documents: annotated.profiles,
      background: annotated.backgroundProfiles,
      generalFrequency: createGeneralFrequency(openWordNet()),
    });
    const provenance = describeProvenance(settings, plan, corpus, background);
    const frequencies =
      background === undefined
        ? undefined
        : countBackground(annotated.backgroundProfiles.map(({ lemmas }) => lemmas));
    return await save({
      settings,
      iris,
      krs: annotated.krs,
      calibration,
      provenance,
      background: frequencies,
    });
  } finally {
    await pool.close();
  }
}

/** The label files first, since the user chose them; then what the corpus itself names. */
async function planAnalyser(
  { linker, labels, language }: BuildSettings,
  { documents }: GatheredCorpus,
  iris: TopicIris,
): Promise<AnalyserPlan> {
  if (!linker.includes('gazetteer')) return { linkers: linker, labels: [] };
  const files = await readLabelFiles(labels, { language });
  const ordered = [...documents].sort((a, b) => (a.id < b.id ? -1 : 1));
  return { linkers: linker, labels: [...files, [...corpusLabels(ordered, ({ id }) => iris.document(id))]] };
}

interface Annotated {
  readonly krs: Krs;
  readonly profiles: readonly DocumentProfile[];
  readonly backgroundProfiles: readonly DocumentProfile[];
}

async function annotateAll(materials: Materials, pool: AnnotationPool): Promise<Annotated> {
  const { corpus, background, corpusSpool, backgroundSpool, observer } = materials;
  const total = corpus.documents.length + (background?.documents.length ?? 0);
  let done = 0;
  const annotate = (spool: Spool): AsyncGenerator<readonly [CorpusDocument, readonly CountedNoun[]]> =>
    concurrentMap(spool.read(), pool.size, async (document) => {
      const nouns = await pool.annotate(textToAnalyse(document));
      observer.onProgress?.((done += 1), total);
      return [document, nouns] as const;
    });
  const builder = new KrsBuilder();
  const profiles = new Map<string, DocumentProfile>();
  for await (const [document, nouns] of annotate(corpusSpool)) {
    builder.add({ document, nouns });
    profiles.set(document.id, toProfile(nouns));
  }
  const backgroundProfiles = new Map<string, DocumentProfile>();
  if (background !== undefined) {
    for await (const [{ id }, nouns] of annotate(backgroundSpool))
      backgroundProfiles.set(id, toProfile(nouns));
  }
  return {
    krs: builder.finish(),
    profiles: inOrder(profiles),
    backgroundProfiles: inOrder(backgroundProfiles),
  };
}

/** By id, so that nothing depends on the order in which documents came. */
function inOrder(profiles: ReadonlyMap<string, DocumentProfile>): DocumentProfile[] {
  return [...profiles].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, profile]) => profile);
}

function describeProvenance(
  settings: BuildSettings,
  plan: AnalyserPlan,
  corpus: GatheredCorpus,
  background: GatheredCorpus | undefined,
): Provenance {
  const { baseIri, language, linker } = settings;
  return {
    annotator: createCompromiseAnnotator().name,
    linkers: plan.linkers,
    settings: JSON.stringify({ baseIri, language, linker }),
    corpusChecksum: corpus.checksum,
    ...(settings.labels.length === 0
      ? {}
      : { labelsChecksum: sha256(JSON.stringify(plan.labels.slice(0, -1))) }),
    ...(background === undefined ? {} : { backgroundChecksum: background.checksum }),
  };
}

interface Parts {
  readonly settings: BuildSettings;
  readonly iris: TopicIris;
  readonly krs: Krs;
  readonly calibration: Calibration;
  readonly provenance: Provenance;
  readonly background: BackgroundFrequencies | undefined;
}

async function save(parts: Parts): Promise<Omit<BuildReport, 'problems' | 'characters' | 'seconds'>> {
  const { settings, iris, krs, calibration, provenance, background } = parts;
  const byLemma = documentsByLemma(krs);
  const statistics = topicStatistics(krs, byLemma);
  const file = path.normalize(topicFile(settings.kb, settings.topic));
  const quads = topicQuads({
    name: settings.topic,
    iris,
    krs,
    byLemma,
    statistics,
    calibration,
    provenance,
    ...(background === undefined ? {} : { background }),
  });
  await writeNQuads(file, toNQuads(quads));
  return {
    topic: settings.topic,
    file,
    statistics,
    calibration,
    backgroundDocuments: background?.documents ?? 0,
  };
}
