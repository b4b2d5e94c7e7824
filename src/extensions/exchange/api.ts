import { takeCall, type CallOptions } from '../../app/settings/call-options.js';
import { checkSettings } from '../../app/settings/resolve.js';
import { UsageError } from '../../model/errors.js';
import { checkArguments } from '../../support/check-arguments.js';
import { exportKnowledgeBases as writeExport, type ExportReport } from './export-topics.js';
import { kbExportFields, type KbExportOptions } from './export-settings.js';
import { describeUnits, type OtherInfo, type TopicInfo } from './kb-info.js';
import { kbInfoFields, type KbInfoOptions } from './kb-info-settings.js';

/** The API of this extension: what knowledge bases hold, and knowledge bases in other formats. */
export type { CallOptions, ExportReport, KbExportOptions, KbInfoOptions, OtherInfo, TopicInfo };

/**
 * Describes the topics and other datasets of knowledge bases, one after the other.
 * @param kbs folders, files and SPARQL endpoints
 */
export async function* describeKnowledgeBases(
  kbs: readonly string[],
  options: KbInfoOptions & CallOptions = {},
): AsyncGenerator<TopicInfo | OtherInfo, void> {
  checkArguments('describeKnowledgeBases', { kbs: [kbs, 'strings'] });
  const { warn, settings } = takeCall('describeKnowledgeBases', options);
  yield* describeUnits({ kbs, settings: checkSettings(kbInfoFields, settings), warn });
}

/**
 * Writes knowledge bases to a file, in any form of RDF.
 * @throws UsageError without a file; otherwise as the command `sfwc kb export`
 */
export async function exportKnowledgeBases(
  kbs: readonly string[],
  options: KbExportOptions & CallOptions & { readonly out: string },
): Promise<ExportReport> {
  checkArguments('exportKnowledgeBases', { kbs: [kbs, 'strings'] });
  const { warn, settings: asked } = takeCall('exportKnowledgeBases', options);
  const settings = checkSettings(kbExportFields, asked);
  if (settings.out === undefined) throw new UsageError('exportKnowledgeBases: out is required');
  return writeExport({ ...settings, kbs, warn, print: () => Promise.resolve() });
}
