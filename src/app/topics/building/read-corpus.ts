import { loadAnnotator } from '../../../judging/judge/languages.js';
import { PARTS } from '../../../judging/parts.js';
import {
  createCorpusRecord,
  type CorpusRole,
  type RecordDocument,
  type RecordEntry,
  type RecordHeader,
  type RecordWriter,
  createNifWriter,
  type NifWriter,
  createReadingsWriter,
  type ReadingsWriter,
  readingsOf,
  readReadings,
} from '../../../knowledge/files/corpus-record.js';
import { readCompanions, topicFile } from '../../../knowledge/files/kb-folder.js';
import { openRdfFiles } from '../../../knowledge/formats/rdf-file.js';
import type { DocumentAnalysis } from '../../../knowledge/krs/analysis.js';
import { toProfile, type DocumentProfile } from '../../../knowledge/krs/document-profile.js';
import { topicIris, type TopicIris } from '../../../knowledge/krs/iris.js';
import { KrsBuilder, type Krs } from '../../../knowledge/krs/krs.js';
import {
  fitsLanguage,
  type LabelEntry,
  type LabelKind,
  corpusLabels,
} from '../../../language/linking/labels/label-entry.js';
import type { AnalyserPlan, AskRemote } from '../../../language/linking/linker.js';
import { WORDNET_NAME } from '../../../language/linking/wordnet-linker.js';
import { annotatorName, ENGLISH } from '../../../language/text/words-only-annotator.js';
import { InputError } from '../../../model/errors.js';
import { PUBLIC_SPOTLIGHT, SPOTLIGHT_NAME } from '../../../model/spotlight.js';
import { PREFIXES } from '../../../model/vocabulary.js';
import { concurrentMap } from '../../../support/concurrent-map.js';
import { fileExists } from '../../../support/files/file-exists.js';
import { given } from '../../../support/given.js';
import { sha256 } from '../../../support/hash.js';
import { interruptible } from '../../../support/interruptible.js';
import { fullText } from '../../../support/text/full-text.js';
import { readingVersion, type AnnotationPool } from './annotation-pool.js';
import type { CorpusToBuild } from './corpus-to-build.js';
import { nifLayer } from '../../../knowledge/krs/topic-quads.js';

/** The least confidence of a link by DBpedia Spotlight. */
const SPOTLIGHT_CONFIDENCE = 0.5;

/** Linkers and annotator for the nouns of a corpus. */
export interface LinkingPlan {
  readonly iris: TopicIris;
  readonly analyser: AnalyserPlan;
  readonly header: RecordHeader;
}

/**
 * Plans how the texts of a topic are read.
 * @param concepts labels of its vocabulary
 * @throws InputError for label files
 */
export async function planLinking(
  { settings, language: textLanguage, corpus }: CorpusToBuild,
  concepts: readonly LabelEntry[],
): Promise<LinkingPlan> {
  await loadAnnotator(textLanguage);
  const { linker, labels, language, baseIri, nif, spotlight } = settings;
  const iris = topicIris(baseIri, settings.topic);
  const byName = linker.includes('gazetteer');
  const files = byName ? await readLabelFiles(labels, language) : [];
  const ordered = [...corpus].sort((a, b) => (a.id < b.id ? -1 : 1));
  const titles = [...corpusLabels(ordered, ({ id }) => iris.document(id))];
  return {
    iris,
    analyser: { language: textLanguage, linkers: linker, labels: byName ? [...files, concepts, titles] : [] },
    header: {
      ...given({ about: settings.about }),
      annotator: annotatorName(textLanguage),
      linkers: linker,
      labels,
      labelsChecksum: labels.length === 0 ? undefined : sha256(JSON.stringify(files)),
      ...(linker.includes(SPOTLIGHT_NAME)
        ? { spotlight: { url: spotlight ?? PUBLIC_SPOTLIGHT, confidence: SPOTLIGHT_CONFIDENCE } }
        : {}),
      language,
      ...(textLanguage === ENGLISH ? {} : { textLanguage }),
      baseIri,
      nif,
    },
  };
}

const LABELS = `PREFIX rdfs: <${PREFIXES.rdfs}>
PREFIX skos: <${PREFIXES.skos}>
SELECT ?resource ?kind ?label WHERE {
  { ?resource rdfs:label|skos:prefLabel ?label . BIND("preferred" AS ?kind) }
  UNION { ?resource skos:altLabel ?label . BIND("alternative" AS ?kind) }
  FILTER(isIRI(?resource) && isLiteral(?label))
} ORDER BY ?resource DESC(?kind) ?label`;

/**
 * Reads names of resources from RDF files: `rdfs:label`, `skos:prefLabel`, `skos:altLabel`.
 * @param language BCP 47 primary tag; labels in it, in a variant ('en-GB' for 'en') or without language are taken
 * @returns one list per file, in the order of the paths, as `createGazetteer` takes them
 * @throws InputError as `openRdfFiles`
 */
export async function readLabelFiles(paths: readonly string[], language: string): Promise<LabelEntry[][]> {
  const lists: LabelEntry[][] = [];
  for (const path of paths) {
    const { rows } = await (await openRdfFiles([path])).select(LABELS);
    const fitting = rows.filter(({ label }) => fitsLanguage(label?.language?.toLowerCase() ?? '', language));
    lists.push(
      fitting.map(({ resource, kind, label }) => ({
        label: label?.value ?? '',
        iri: resource?.value ?? '',
        kind: kind?.value as LabelKind,
      })),
    );
  }
  return lists;
}

/**
 * Asks the service that nouns are linked by, where one is.
 * @throws InputError, at the first request, if the service is down and no other linker is there to serve
 */
export async function askingService(
  { linkers, spotlight }: RecordHeader,
  onWarning: (message: string) => void,
): Promise<AskRemote | undefined> {
  if (spotlight === undefined) return undefined;
  const annotate = (await PARTS.openSpotlight())(spotlight, onWarning);
  if (linkers.length > 1) return annotate;
  return async (text) => {
    const found = await annotate(text);
    if (found !== undefined) return found;
    throw new InputError(`DBpedia Spotlight at ${spotlight.url} is down, and there is no other linker`, {
      hint: 'try again later: what it answered is kept; or --linker spotlight,gazetteer,wordnet',
    });
  };
}

/** The readings that the topic has of these documents, by the same annotator and WordNet. A damaged file is passed over. */
export async function readKept({ settings, language, read }: CorpusToBuild) {
  /** Readings by the checksum of the text. */
  const byText = new Map<string, string>();
  // Elsewhere reading takes no time.
  if (language !== ENGLISH) return { version: undefined, byText };
  const version = readingVersion(settings.linker.includes(WORDNET_NAME));
  try {
    const { corpus } = await readCompanions(topicFile(settings.kb, settings.topic));
    if (corpus === undefined || !(await fileExists(readingsOf(corpus)))) return { version, byText };
    const wanted = new Set<string>();
    for await (const { document } of read()) wanted.add(sha256(fullText(document)));
    for await (const one of readReadings(readingsOf(corpus), version, (checksum) => wanted.has(checksum)))
      byText.set(one.text, one.reading);
  } catch (thrown) {
    // Readings only save time.
    if (!(thrown instanceof InputError)) throw thrown;
  }
  return { version, byText };
}

export interface ReadCorpus {
  readonly krs: Krs;
  readonly profiles: Readonly<Record<CorpusRole, readonly DocumentProfile[]>>;
  /** Documents whose text was annotated; the annotations of the others were known. */
  readonly textsRead: number;
  readonly record: RecordWriter<DocumentAnalysis>;
  readonly nif?: NifWriter;
  readonly readings?: ReadingsWriter;
}

/** Needs of reading a corpus in addition to it. */
interface ReadingPlan extends Pick<LinkingPlan, 'header' | 'iris'> {
  readonly folder: string;
  readonly pool: AnnotationPool;
  readonly kept: Awaited<ReturnType<typeof readKept>>;
  readonly onRead: (entry: RecordEntry<DocumentAnalysis>) => void;
  /** Documents done, of how many. */
  readonly onProgress: (done: number, total: number) => void;
  /** Ends the reading when aborted: nothing of it stays. */
  readonly signal?: AbortSignal;
}

/**
 * Reads every document of corpus and background, and writes record, NIF layer and readings as it goes; all are still to be
 * committed.
 */
export async function readCorpus(corpus: CorpusToBuild, plan: ReadingPlan): Promise<ReadCorpus> {
  const { topic, nif: withNif } = corpus.settings;
  const file = topicFile(plan.folder, topic);
  const { version } = plan.kept;
  const record = await createCorpusRecord<DocumentAnalysis>(file, topic, plan.header);
  const nif = withNif ? await createNifWriter(file, topic) : undefined;
  const readings = version === undefined ? undefined : await createReadingsWriter(file, topic, version);
  try {
    return await readAll(corpus, plan, { record, nif, readings });
  } catch (error) {
    for (const part of [record, nif, readings]) await part?.discard();
    throw error;
  }
}

async function readAll(
  { corpus, background, read }: CorpusToBuild,
  plan: ReadingPlan,
  writers: Pick<ReadCorpus, 'record' | 'nif' | 'readings'>,
): Promise<ReadCorpus> {
  const { pool, kept, iris, onRead, onProgress, signal } = plan;
  const total = corpus.length + background.length;
  const builder = new KrsBuilder();
  const profiles: Record<CorpusRole, DocumentProfile[]> = { corpus: [], background: [] };
  let [done, textsRead] = [0, 0];
  const readOne = async (item: RecordDocument) => {
    const text = fullText(item.document);
    const keep = kept.version !== undefined;
    const checksum = keep ? sha256(text) : '';
    return { ...item, ...(await pool.read(text, { keep, kept: kept.byText.get(checksum) })), checksum };
  };
  const analysed = concurrentMap(interruptible(read(), signal), pool.size, readOne);
  for await (const { role, document, analysis, isNew, checksum, reading } of analysed) {
    if (isNew) textsRead += 1;
    await writers.record.add({ role, document, analysis });
    onRead({ role, document, analysis });
    if (reading !== undefined) await writers.readings?.add(checksum, reading);
    profiles[role].push(toProfile(analysis.nouns));
    if (role === 'corpus') {
      const { id, title, sourceUrl, language, crawl } = document;
      builder.add({ document: { id, title, sourceUrl, language, crawl }, nouns: analysis.nouns });
      await writers.nif?.add(nifLayer(document, analysis, iris));
    }
    onProgress((done += 1), total);
  }
  return { krs: builder.finish(), profiles, textsRead, ...writers };
}
