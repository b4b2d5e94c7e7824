import { command } from '../../cli/command.js';
import { printResult } from '../../cli/io.js';
import { LOADING, watchWork } from '../../cli/work-watch.js';
import type { ExtractionReport } from './extract.js';
import { extractFields } from './extract-settings.js';

export const extractCommand = command({
  examples: ['sfwc extract out', 'sfwc extract out --force --json'],
  fields: extractFields,
  interruption: 'saves',
  run: async (settings, [out = ''], io) => {
    const progress = await watchWork(io, 'reading pages');
    try {
      progress.wait(LOADING);
      const { extractPageData } = await import('./extract.js');
      const report = await extractPageData(out, settings, {
        logger: progress.logger,
        onWait: progress.wait,
        onProgress: (done, total) => progress.update({ done, total, unit: 'pages' }),
        signal: io.signal,
      });
      progress.stop();
      printResult(io, settings.json, report, reportText);
      return 0;
    } finally {
      progress.stop();
    }
  },
});

function reportText(report: ExtractionReport): string {
  const { out, file, list, pages, pagesBefore, missing } = report;
  const earlier =
    pagesBefore === 0 ? '' : `, ${pagesBefore === pages ? 'all' : pagesBefore} of them by an earlier call`;
  return [
    `${pages} ${pages === 1 ? 'page' : 'pages'} read${earlier}: ${list}, ${file}`,
    `  ${report.dated} with a date of publication, ${report.withAuthors} with authors`,
    `  ${report.statements} statements in JSON-LD, microdata and RDFa on ${report.withStatements} pages`,
    ...(report.withProblems === 0
      ? []
      : [`  of ${report.withProblems} pages, some statements were left out`]),
    ...(missing === 0 ? [] : [`  ${missing} accepted ${missing === 1 ? 'page' : 'pages'} could not be read`]),
    ...(pagesBefore > 0 && pagesBefore === pages ? ['  --force reads them again'] : []),
    `  to query them with the crawl: sfwc query KB --crawl ${out} --crawl ${file} 'SELECT …'`,
    '',
  ].join('\n');
}
