import { given } from '../../../support/given.js';
import type { BuildSettings } from '../../settings/settings.js';
import type { AnalyserPlan, AskRemote } from '../../../language/linking/linker.js';
import { loadAnnotator } from '../../../judging/judge/languages.js';
import { PARTS } from '../../../judging/parts.js';
import { SPOTLIGHT_NAME, spotlightParameters } from '../../../model/spotlight.js';
import type { RecordHeader } from '../../../knowledge/files/corpus-record.js';
import { topicIris, type TopicIris } from '../../../knowledge/krs/iris.js';
import { corpusLabels, type LabelEntry } from '../../../language/linking/labels/label-entry.js';
import { InputError } from '../../../model/errors.js';
import { sha256 } from '../../../support/hash.js';
import { annotatorName, ENGLISH } from '../../../language/text/words-only-annotator.js';
import type { CorpusToBuild } from './corpus-to-build.js';
import type { HeldDocument } from './gather.js';

/** Linkers and annotator for the nouns of a corpus. */
export interface LinkingPlan {
  readonly iris: TopicIris;
  readonly analyser: AnalyserPlan;
  /** Header of the record of the corpus. */
  readonly header: RecordHeader;
}

/**
 * Plans how the texts of a topic are read.
 * @param concepts labels of its vocabulary
 * @throws InputError for label files
 */
export async function planLinking(
  corpus: CorpusToBuild,
  concepts: readonly LabelEntry[],
): Promise<LinkingPlan> {
  const { settings } = corpus;
  await loadAnnotator(corpus.language);
  const iris = topicIris(settings.baseIri, settings.topic);
  const byName = settings.linker.includes('gazetteer');
  const files = byName ? await labelsOfFiles(settings) : [];
  const labels = titleLabels(settings, corpus.corpus, iris);
  return {
    iris,
    analyser: {
      language: corpus.language,
      linkers: settings.linker,
      labels: byName ? [...files, concepts, labels] : [],
    },
    header: describeRecord(settings, files, corpus.language),
  };
}

/** The labels of `--labels`, by file; those of a topic that is not linked by labels are not read. @throws InputError */
async function labelsOfFiles({
  labels,
  language,
}: BuildSettings): Promise<readonly (readonly LabelEntry[])[]> {
  const { readLabelFiles } = await import('./label-files.js');
  return readLabelFiles(labels, language);
}

/**
 * Asks the service that nouns are linked by, where one is.
 * @throws InputError, at the first request, if the service is down and no other linker is there to serve
 */
export async function askingService(
  settings: BuildSettings,
  { spotlight }: RecordHeader,
  onWarning: ((message: string) => void) | undefined,
): Promise<AskRemote | undefined> {
  if (spotlight === undefined) return undefined;
  const openSpotlight = await PARTS.openSpotlight();
  const annotate = openSpotlight(spotlight, settings, (message) => onWarning?.(message));
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

function describeRecord(
  settings: BuildSettings,
  files: readonly (readonly LabelEntry[])[],
  textLanguage: string,
): RecordHeader {
  const { linker, labels, language, baseIri, nif } = settings;
  const checksum = labels.length === 0 ? undefined : sha256(JSON.stringify(files));
  return {
    ...given({ about: settings.about }),
    annotator: annotatorName(textLanguage),
    linkers: linker,
    labels,
    labelsChecksum: checksum,
    ...(linker.includes(SPOTLIGHT_NAME) ? { spotlight: spotlightParameters(settings) } : {}),
    language,
    ...(textLanguage === ENGLISH ? {} : { textLanguage }),
    baseIri,
    nif,
  };
}
