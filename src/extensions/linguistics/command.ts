import { command } from '../../cli/command.js';
import { LOADING, watchWork } from '../../cli/work-watch.js';
import { corpusExportFields } from './corpus-export-settings.js';
import type { CorpusReport } from './export-corpus.js';

export const corpusExportCommand = command({
  examples: [
    'sfwc corpus export out --to pages.conllu',
    'sfwc corpus export out --format vertical --to pages.vert',
    "sfwc corpus export out --format tei --licence 'CC BY*' --to pages.xml",
  ],
  fields: corpusExportFields,
  run: async (settings, [out = ''], io) => {
    const progress = await watchWork(io, 'writing the corpus');
    try {
      progress.wait(LOADING);
      const { exportCorpus } = await import('./export-corpus.js');
      const how = {
        signal: io.signal,
        logger: progress.logger,
        onProgress: (pages: number) => progress.update({ done: pages, unit: 'pages' }),
      };
      const report = await exportCorpus(out, settings, how, (pieces) => io.stream(pieces));
      progress.stop();
      if (report.pages === 0) {
        const { whyNoPages } = await import('../../app/crawl/pages.js');
        progress.logger.warn(await whyNoPages(out, settings));
      }
      for (const warning of warningsOf(report)) progress.logger.warn(warning);
      if (settings.to !== undefined) io.stderr(`wrote ${reportText(report)} to ${settings.to}\n`);
      return 0;
    } finally {
      progress.stop();
    }
  },
});

function reportText({ pages, sentences, words }: CorpusReport): string {
  return `${counted(pages, 'page')}, ${counted(sentences, 'sentence')} and ${counted(words, 'word')}`;
}

function warningsOf({ empty, untagged }: CorpusReport): readonly string[] {
  return [
    ...(empty === 0 ? [] : [`${counted(empty, 'page')} without a sentence`]),
    ...(untagged === 0
      ? []
      : [`${counted(untagged, 'page')} in other languages than English: words without lemmas and tags`]),
  ];
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
