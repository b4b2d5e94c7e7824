import { loadAnnotator } from '../../../judging/judge/languages.js';
import { PARTS } from '../../../judging/parts.js';
import type { RecordHeader } from '../../../knowledge/files/corpus-record.js';
import { openRdfFiles } from '../../../knowledge/formats/rdf-file.js';
import { topicIris } from '../../../knowledge/krs/iris.js';
import {
  corpusLabels,
  fitsLanguage,
  type LabelEntry,
  type LabelKind,
} from '../../../language/linking/labels/label-entry.js';
import type { AnalyserPlan, AskRemote } from '../../../language/linking/linker.js';
import { annotatorName, ENGLISH } from '../../../language/text/words-only-annotator.js';
import { InputError } from '../../../model/errors.js';
import { PUBLIC_SPOTLIGHT, SPOTLIGHT_NAME } from '../../../model/spotlight.js';
import { PREFIXES } from '../../../model/vocabulary.js';
import { given } from '../../../support/given.js';
import { sha256 } from '../../../support/hash.js';
import type { CorpusToBuild } from './corpus-to-build.js';

/** The least confidence of a link by DBpedia Spotlight. */
const SPOTLIGHT_CONFIDENCE = 0.5;

/** Linkers and annotator for the nouns of a corpus. */
export type LinkingPlan = Awaited<ReturnType<typeof planLinking>>;

/** Plans how the texts of a topic are read. @param concepts labels of its vocabulary @throws InputError for label files */
export async function planLinking(
  { settings, language: textLanguage, corpus }: CorpusToBuild,
  concepts: readonly LabelEntry[],
) {
  await loadAnnotator(textLanguage);
  const { about, linker, labels, language, baseIri, nif, spotlight: url = PUBLIC_SPOTLIGHT } = settings;
  const iris = topicIris(baseIri, settings.topic);
  const byName = linker.includes('gazetteer');
  const files = byName ? await readLabelFiles(labels, language) : [];
  const ordered = [...corpus].sort((a, b) => (a.id < b.id ? -1 : 1));
  const titles = [...corpusLabels(ordered, ({ id }) => iris.document(id))];
  const labelLists = byName ? [...files, concepts, titles] : [];
  const analyser: AnalyserPlan = { language: textLanguage, linkers: linker, labels: labelLists };
  // In this order: records have the same bytes.
  const header: RecordHeader = {
    ...given({ about }),
    ...{ annotator: annotatorName(textLanguage), linkers: linker, labels },
    labelsChecksum: labels.length === 0 ? undefined : sha256(JSON.stringify(files)),
    ...(linker.includes(SPOTLIGHT_NAME) ? { spotlight: { url, confidence: SPOTLIGHT_CONFIDENCE } } : {}),
    language,
    ...(textLanguage === ENGLISH ? {} : { textLanguage }),
    ...{ baseIri, nif },
  };
  return { iris, analyser, header };
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
      hint: 'try again later; or --linker spotlight,gazetteer,wordnet',
    });
  };
}
