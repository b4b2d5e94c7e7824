import { isDeepStrictEqual } from 'node:util';
import { checkSettings } from '../../settings/resolve.js';
import { buildFields, type BuildSettings } from '../../settings/build-settings.js';
import {
  openCorpusRecord,
  type CorpusRecord,
  type RecordHeader,
} from '../../../knowledge/files/corpus-record.js';
import { readCompanions, topicFile } from '../../../knowledge/files/kb-folder.js';
import type { DocumentAnalysis } from '../../../knowledge/krs/analysis.js';
import { InputError } from '../../../model/errors.js';
import type { SpotlightParameters } from '../../../model/spotlight.js';
import { fileExists } from '../../../support/files/file-exists.js';

/**
 * Opens the record of a topic that texts are added to.
 * @throws InputError when there is no such topic, or its record is missing or of another version
 */
export async function openRecordBefore({
  kb,
  topic,
}: BuildSettings): Promise<CorpusRecord<DocumentAnalysis>> {
  const file = topicFile(kb, topic);
  if (!(await fileExists(file))) {
    throw new InputError(`there is no topic '${topic}' in ${kb} to add to`, {
      hint: `build it first: sfwc build <folder of texts> --topic '${topic}' --kb ${kb}`,
    });
  }
  const record = (await readCompanions(file)).corpus;
  if (record === undefined || !(await fileExists(record))) {
    throw new InputError(
      `${file} has no record of its corpus${record === undefined ? '' : `: ${record} is missing`}`,
      { hint: 'build the topic from all of its sources; then texts can be added' },
    );
  }
  return openCorpusRecord<DocumentAnalysis>(record);
}

/** The settings of a topic that texts are added to: those it was built with, unless others are given. */
export function settingsToAdd(given: BuildSettings, header: RecordHeader): BuildSettings {
  const { about, linkers, labels, language, baseIri, nif, spotlight } = header;
  const standard = checkSettings(buildFields, { topic: given.topic, kb: given.kb });
  const before: Partial<BuildSettings> = {
    about,
    linker: [...linkers] as BuildSettings['linker'],
    labels: [...labels],
    language,
    baseIri,
    nif,
    ...(spotlight && spotlightSettings(spotlight)),
  };
  const names = Object.keys(before) as (keyof BuildSettings)[];
  const kept = names.filter((name) => isDeepStrictEqual(given[name], standard[name]));
  return { ...given, ...Object.fromEntries(kept.map((name) => [name, before[name]])) };
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
