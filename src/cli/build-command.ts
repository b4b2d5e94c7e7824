import type { BuildReport } from '../app/topics/build-topic.js';
import { buildFields } from '../app/settings/build-settings.js';
import { command } from './command.js';
import { printResult } from './io.js';
import { languageName } from '../support/text/language-name.js';
import { alignColumns } from '../support/text/columns.js';
import { createSkippedLines } from './skipped-lines.js';
import { LOADING, watchWork } from './work-watch.js';

export const buildCommand = command({
  argumentsReplacedBy: ['vocabulary'],
  examples: [
    'sfwc build corpora/diabetes --topic diabetes --kb kb',
    'sfwc build texts.jsonl.gz --topic space --kb kb --labels labels.ttl --background corpora/background --workers 2',
    'sfwc build new-texts --topic diabetes --kb kb --add',
    'sfwc build corpora/diabetes out --topic diabetes --kb kb',
  ],
  fields: buildFields,
  readsProject: true,
  takesSources: true,
  run: async (settings, sources, io) => {
    const progress = await watchWork(io, `building ${settings.topic}`);
    progress.wait(LOADING);
    const { buildTopic } = await import('../app/topics/build-topic.js');
    const skipped = createSkippedLines(io);
    try {
      const report = await buildTopic(sources, settings, {
        onProblem: skipped.note,
        onWarning: (message) => progress.logger.warn(message),
        onWait: progress.wait,
        onFound: (documents) => progress.update({ done: documents, unit: 'documents found' }),
        onProgress: (done, total, work) => progress.update({ done, total, unit: 'documents', work }),
        signal: io.signal,
      });
      progress.stop();
      skipped.end();
      if (report.problems.length > 0) io.stderr(`${report.problems.length} skipped, see above\n`);
      printResult(io, settings.json, report, (built) => buildTable([built]));
      if (report.change !== undefined) io.stderr(`${changeText(report.change, report.textsRead)}\n`);
      if (report.expandedAgain) io.stderr('expanded again\n');
      io.stderr(`saved ${report.file}\n`);
      return 0;
    } finally {
      progress.stop();
      skipped.end();
    }
  },
});

function changeText(
  { added, replaced, unchanged }: NonNullable<BuildReport['change']>,
  textsRead: number,
): string {
  return `documents: ${added} added, ${replaced} replaced, ${unchanged} unchanged; ${textsRead} texts read`;
}

/** A row for each topic that was built. Without nouns, the figures are those that words have. */
export function buildTable(reports: readonly BuildReport[]): string {
  const tables = [
    nounTable(reports.filter(({ wordsOnly }) => !wordsOnly)),
    wordTable(reports.filter(({ wordsOnly }) => wordsOnly)),
  ];
  return tables.filter((text) => text !== '').join('\n');
}

function wordTable(reports: readonly BuildReport[]): string {
  if (reports.length === 0) return '';
  const rows = reports.map(({ topic, language, statistics, backgroundDocuments, seconds }) => [
    topic,
    languageName(language),
    String(statistics.documents),
    String(backgroundDocuments),
    seconds.toFixed(1),
  ]);
  return [
    alignColumns([['topic', 'language', 'documents', 'background', 'seconds'], ...rows], ['left', 'left']),
    'read as words, since nouns are not found in this language\n',
  ].join('');
}

function nounTable(reports: readonly BuildReport[]): string {
  if (reports.length === 0) return '';
  const header = ['topic', 'documents', 'nouns', 'linked', 'μ', 'σ', 'band μ±σ', 'seconds'];
  const rows = reports.map(({ topic, statistics, seconds }) => {
    const { mean, deviation } = statistics.idf;
    return [
      topic,
      String(statistics.documents),
      String(statistics.nouns),
      String(statistics.linkedNouns),
      mean.toFixed(2),
      deviation.toFixed(2),
      `${(mean - deviation).toFixed(2)}–${(mean + deviation).toFixed(2)}`,
      seconds.toFixed(1),
    ];
  });
  return alignColumns([header, ...rows]);
}
