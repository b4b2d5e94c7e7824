import { buildFields } from '../app/settings/build-settings.js';
import type { BuildReport } from '../app/topics/build-topic.js';
import { alignColumns } from '../support/text/columns.js';
import { languageName } from '../support/text/language-name.js';
import { command } from './command.js';
import { createSkippedLines, printResult } from './io.js';
import { LOADING, watchWork } from './work-watch.js';

export const buildCommand = command({
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
    const progress = watchWork(io, `building ${settings.topic}`);
    progress.wait(LOADING);
    const { buildTopic } = await import('../app/topics/build-topic.js');
    const skipped = createSkippedLines(io);
    try {
      const report = await buildTopic(sources, settings, {
        onProblem: (problem) => skipped.note(problem),
        onWarning: (message) => progress.logger.warn(message),
        onWait: progress.wait,
        onFound: (documents) => progress.update({ done: documents, unit: 'documents found' }),
        onProgress: (done, total) => progress.update({ done, total, unit: 'documents' }),
        signal: io.signal,
      });
      progress.stop();
      skipped.end();
      if (report.problems.length > 0) io.stderr(`${report.problems.length} skipped, see above\n`);
      printResult(io, settings.json, report, (built) => buildTable([built]));
      const { change, file } = report;
      if (change !== undefined) {
        const { added, replaced, unchanged } = change;
        io.stderr(`documents: ${added} added, ${replaced} replaced, ${unchanged} unchanged\n`);
      }
      io.stderr(`saved ${file}\n`);
      return 0;
    } finally {
      progress.stop();
      skipped.end();
    }
  },
});

/** A row for each topic that was built. Without nouns, the figures about them are missing. */
export function buildTable(reports: readonly BuildReport[]): string {
  const header = ['topic', 'documents', 'nouns', 'linked', 'μ', 'σ', 'band μ±σ', 'seconds'];
  const rows = reports.map(({ topic, wordsOnly, statistics, seconds }) => {
    const { documents, nouns, linkedNouns, idf } = statistics;
    const [low, high] = [idf.mean - idf.deviation, idf.mean + idf.deviation];
    const figures = wordsOnly
      ? Array<string>(5).fill('–')
      : [
          ...[nouns, linkedNouns].map(String),
          ...[idf.mean, idf.deviation].map((bits) => bits.toFixed(2)),
          `${low.toFixed(2)}–${high.toFixed(2)}`,
        ];
    return [topic, String(documents), ...figures, seconds.toFixed(1)];
  });
  const byWords = reports
    .filter(({ wordsOnly }) => wordsOnly)
    .map(({ language }) => `nouns are not found in ${languageName(language)}: read as words\n`);
  return [alignColumns([header, ...rows]), ...byWords].join('');
}
