import { checkSettings } from '../../settings/resolve.js';
import { buildFields, type BuildSettings } from '../../settings/build-settings.js';
import {
  openCorpusRecord,
  type CorpusRecord,
  type CorpusRole,
} from '../../../knowledge/files/corpus-record.js';
import { readCompanions, topicFile } from '../../../knowledge/files/kb-folder.js';
import { readRecordIndex } from '../../../knowledge/files/record-index.js';
import type { DocumentAnalysis } from '../../../knowledge/krs/analysis.js';
import { InputError, UsageError } from '../../../model/errors.js';
import { spotlightParameters, type SpotlightParameters } from '../../../model/spotlight.js';
import { fileExists } from '../../../support/files/file-exists.js';
import { annotatorName, ENGLISH } from '../../../language/text/words-only-annotator.js';
import { holdDocument, type HeldDocument } from './gather.js';

/** A topic as it is before a change. */
export interface TopicBefore {
  readonly record: CorpusRecord<DocumentAnalysis>;
  readonly corpus: readonly HeldDocument[];
  readonly background: readonly HeldDocument[];
  /** SHA-256 of the bytes of the topic's file as it was saved; absent where no index of the record tells it. */
  readonly topicFileChecksum?: string;
}

/**
 * Reads what a topic is made of, so that it can be changed.
 * @throws InputError when there is no such topic, or it cannot be changed by this version
 */
export async function readTopicBefore({ kb, topic }: BuildSettings): Promise<TopicBefore> {
  const file = topicFile(kb, topic);
  if (!(await fileExists(file))) {
    throw new InputError(`there is no topic '${topic}' in ${kb} to change`, {
      hint: `build it first: sfwc build <folder of texts> --topic '${topic}' --kb ${kb}`,
    });
  }
  const companion = (await readCompanions(file)).corpus;
  if (companion === undefined || !(await fileExists(companion))) {
    throw new InputError(
      `${file} has no record of its corpus${companion === undefined ? '' : `: ${companion} is missing`}`,
      {
        hint: 'build the topic whole, from its sources; then it can be changed',
      },
    );
  }
  const record = await openCorpusRecord<DocumentAnalysis>(companion);
  const held = (await readRecordIndex<HeldDocument>(companion)) ?? (await readDocuments(record));
  return { record, ...held };
}

async function readDocuments(
  record: CorpusRecord<DocumentAnalysis>,
): Promise<Record<CorpusRole, readonly HeldDocument[]>> {
  const held: Record<CorpusRole, HeldDocument[]> = { corpus: [], background: [] };
  for await (const { role, document } of record.documents()) held[role].push(holdDocument(document));
  return held;
}

/**
 * The settings that a topic is changed with: those it was built with.
 * @throws UsageError when others were asked for; InputError when the annotator is another by now
 */
export function settingsForChange(settings: BuildSettings, { record }: TopicBefore): BuildSettings {
  const { header } = record;
  const annotator = annotatorName(header.textLanguage ?? ENGLISH);
  if (header.annotator !== annotator) {
    throw new InputError(`the topic was annotated by ${header.annotator}, this is ${annotator}`, {
      hint: 'build the topic whole, from its sources, so that all of it is read alike',
    });
  }
  if (settings.background.length > 0) {
    throw new UsageError('a background cannot be changed together with the corpus', {
      hint: 'leave --background out, or build the topic whole',
    });
  }
  const { language, baseIri } = header;
  const standard = checkSettings(buildFields, { topic: settings.topic, kb: settings.kb });
  keepsTo('linker', settings.linker.join(','), header.linkers.join(','), standard.linker.join(','));
  keepsTo('language', settings.language, language, standard.language);
  keepsTo('base-iri', settings.baseIri, baseIri, standard.baseIri);
  if (header.spotlight !== undefined) keepsToSpotlight(settings, header.spotlight, standard);
  return {
    ...settings,
    about: settings.about ?? header.about,
    linker: [...header.linkers] as BuildSettings['linker'],
    labels: settings.labels.length === 0 ? [...header.labels] : settings.labels,
    language,
    baseIri,
    nif: settings.nif || header.nif,
    ...(header.spotlight === undefined ? {} : spotlightSettings(header.spotlight)),
  };
}

function keepsToSpotlight(
  settings: BuildSettings,
  before: SpotlightParameters,
  standard: BuildSettings,
): void {
  const [asked, usual] = [spotlightParameters(settings), spotlightParameters(standard)];
  keepsTo('spotlight', asked.url, before.url, usual.url);
  keepsTo('spotlight-types', asked.types.join(','), before.types.join(','), usual.types.join(','));
  keepsTo('spotlight-policy', asked.policy, before.policy, usual.policy);
  for (const name of ['confidence', 'support'] as const) {
    keepsTo(`spotlight-${name}`, String(asked[name]), String(before[name]), String(usual[name]));
  }
}

function spotlightSettings({
  url,
  confidence,
  support,
  types,
  policy,
}: SpotlightParameters): Partial<BuildSettings> {
  return {
    spotlight: url,
    spotlightConfidence: confidence,
    spotlightSupport: support,
    spotlightTypes: [...types],
    spotlightPolicy: policy,
  };
}

/** Naming a setting at its default is the same as not naming it. */
function keepsTo(option: string, asked: string, before: string, standard: string): void {
  if (asked === before || asked === standard) return;
  throw new UsageError(`--${option} ${asked} differs from what the topic was built with (${before})`, {
    hint: 'leave it out, or build the topic whole',
  });
}
