import { command } from '../../cli/command.js';
import { printResult } from '../../cli/io.js';
import { LOADING, watchWork } from '../../cli/work-watch.js';
import type { AnnotationReport } from './annotate.js';
import { annotateFields } from './annotate-settings.js';

export const annotateCommand = command({
  examples: ['sfwc annotate out', 'sfwc annotate out --kb kb --topic diabetes --json'],
  fields: annotateFields,
  interruption: 'saves',
  run: async (settings, [out = ''], io) => {
    const progress = await watchWork(io, 'annotating');
    try {
      progress.wait(LOADING);
      const { annotateCrawl } = await import('./annotate.js');
      const report = await annotateCrawl(out, settings, {
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

function reportText({
  out,
  file,
  kb,
  pages,
  pagesBefore,
  mentions,
  linked,
  missing,
}: AnnotationReport): string {
  const earlier =
    pagesBefore === 0 ? '' : `, ${pagesBefore === pages ? 'all' : pagesBefore} of them by an earlier call`;
  return [
    `${pages} ${pages === 1 ? 'page' : 'pages'} annotated in ${file}${earlier}`,
    `  ${mentions} mentions of nouns, ${linked} of them linked`,
    ...(missing === 0
      ? []
      : [`  ${missing} accepted ${missing === 1 ? 'page' : 'pages'} could not be annotated`]),
    ...(pagesBefore > 0 && pagesBefore === pages ? ['  --force annotates them again'] : []),
    `  to query them with the crawl: sfwc query ${kb} --crawl ${out} --crawl ${file} 'SELECT …'`,
    '',
  ].join('\n');
}
