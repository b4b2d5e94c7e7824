import { shellWord } from '../../model/errors.js';
import type { WikiCorpusReport } from './read-category.js';
import { corpusWikipediaFields } from './read-category.js';
import { lineLogger } from '../../support/logger.js';
import { command } from '../../cli/command.js';
import { printResult } from '../../cli/io.js';
import { watchWork } from '../../cli/work-watch.js';

export const corpusWikipediaCommand = command({
  examples: [
    'sfwc corpus wikipedia --category Diabetes --max-depth 1 --exclude-persons --out corpora/diabetes.jsonl',
    'sfwc corpus wikipedia --category Raumfahrt --api https://de.wikipedia.org/w/api.php --out space.jsonl.gz',
    "sfwc corpus wikipedia --category Politics --out politics.jsonl --exclude-category 'Lists of *' --max-documents 500",
  ],
  fields: corpusWikipediaFields,
  interruption: 'saves',
  run: async (settings, _args, io) => {
    const { makeWikiCorpus } = await import('./read-category.js');
    const progress = watchWork(io, `reading ${settings.category}`);
    try {
      const report = await makeWikiCorpus(settings, {
        signal: io.signal,
        onWarning: (message) => lineLogger(io.stderr).warn(message),
        onProgress: (taken, known) =>
          progress.update({ done: taken, unit: 'documents', notes: [`${known} pages known`] }),
      });
      progress.stop();
      printResult(io, settings.json, report, wikiCorpusText);
      return 0;
    } finally {
      progress.stop();
    }
  },
});

/** Summary of a corpus of a wiki, in a few lines. */
function wikiCorpusText(report: WikiCorpusReport): string {
  const { out, from, wiki, documents, categories, leftOut, licence } = report;
  const left = Object.entries(leftOut).map(([reason, count]) => `${reason} ${count}`);
  return [
    `${documents} documents in ${out}, from category ${from.category} of ${wiki} (${categories} ${categories === 1 ? 'category' : 'categories'} read)`,
    ...(left.length === 0 ? [] : [`  skipped: ${left.join(', ')}`]),
    ...(licence === '' ? [] : [`  licence of the texts: ${licence}`]),
    `  to build with it: sfwc build ${shellWord(out)} --topic NAME --kb kb`,
    '',
  ].join('\n');
}
