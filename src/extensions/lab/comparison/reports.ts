import type { Comparison } from '../evaluation/comparison.js';
import { comparisonPage } from './comparison-page.js';
import { reportHtml } from './league-report-html.js';
import { COMPARISON_FILES, writeComparisonFile } from './results-file.js';
import { resultsCsv } from './league-table.js';

/** Writes the reports of a comparison. @throws OutputError */
export async function writeReports(folder: string, comparison: Comparison): Promise<void> {
  await writeComparisonFile(folder, COMPARISON_FILES.table, resultsCsv(comparison));
  await writeComparisonFile(folder, COMPARISON_FILES.text, `${comparisonPage(comparison).trimEnd()}\n`);
  await writeComparisonFile(folder, COMPARISON_FILES.report, reportHtml(comparison));
}
