import type { CorpusStatistics, Range } from './corpus-stats.js';
import { corpusStatsFields } from './corpus-stats-settings.js';
import { alignColumns } from '../../support/text/columns.js';
import { command } from '../../cli/command.js';
import { printResult } from '../../cli/io.js';
import { createSkippedLines } from '../../cli/skipped-lines.js';

export const corpusStatsCommand = command({
  examples: [
    'sfwc corpus stats corpora/diabetes',
    'sfwc corpus stats crawl.warc.gz --json',
    'sfwc corpus stats news.csv --text-field body --title-field headline',
  ],
  fields: corpusStatsFields,
  run: async (settings, sources, io) => {
    const { describeCorpus } = await import('./corpus-stats.js');
    const skipped = createSkippedLines(io);
    const statistics = await describeCorpus(sources, settings, skipped.note).finally(skipped.end);
    printResult(io, settings.json, statistics, statisticsTable);
    return 0;
  },
});

/** Figures of a corpus, one a line. */
export function statisticsTable(statistics: CorpusStatistics): string {
  const { documents, words, characters, languages, duplicates, empty, unreadable } = statistics;
  const figures: [string, number][] = [
    ['documents', documents],
    ['words', words],
    ['characters', characters],
    ['duplicates (same text)', duplicates.length],
    ['empty', empty],
    ['unreadable', unreadable],
  ];
  const spoken = Object.entries(languages).map(([language, count]): [string, string] => [
    `language ${language}`,
    String(count),
  ]);
  const sizes = (name: string, { minimum, median, maximum }: Range): string[] => [
    name,
    String(minimum),
    String(median),
    String(maximum),
  ];
  return [
    alignColumns([...figures.map(([name, value]) => [name, String(value)]), ...spoken]),
    alignColumns([
      ['per document', 'min', 'median', 'max'],
      sizes('words', statistics.wordsPerDocument),
      sizes('characters', statistics.charactersPerDocument),
    ]),
  ].join('\n');
}
