import { join } from 'node:path';
import type { CollectionSettings } from './collection-settings.js';
import { writeNQuads } from '../../knowledge/files/nquads-file.js';
import { reportMarkdown } from './report-markdown.js';
import { reportQuads } from './report-quads.js';
import type { RoundReport } from './round-report.js';
import { jsonFile, replaceFile } from '../../support/files/replace-file.js';
import { toNQuads } from '../../support/rdf/quads.js';

/** Writes the report of a round into its folder. The same report gives the same files. @throws OutputError */
export async function writeReports(
  folder: string,
  report: RoundReport,
  forms: CollectionSettings['reports'],
): Promise<void> {
  if (forms.includes('markdown')) await replaceFile(join(folder, 'report.md'), reportMarkdown(report));
  if (forms.includes('json')) await replaceFile(join(folder, 'report.json'), jsonFile(report));
  if (forms.includes('rdf')) await writeNQuads(join(folder, 'report.nq.gz'), toNQuads(reportQuads(report)));
}
