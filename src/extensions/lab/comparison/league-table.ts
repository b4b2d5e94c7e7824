import type { Comparison } from '../evaluation/comparison.js';
import {
  type RetrievalQuality,
  type LeagueCell,
  type MeasuredCrawl,
  leagueOf,
  measureAll,
} from '../evaluation/league.js';
import { alignColumns } from '../../../support/text/columns.js';
import { csvRow } from '../../../support/text/csv-row.js';

/** The league table for a terminal, with notes: a header, then a row per strategy and classifier. */
export function leagueText(comparison: Comparison): string {
  const names = comparison.topics.map(({ name }) => name);
  const rows = leagueOf(measureAll(comparison), names);
  const several = new Set(rows.map(({ classifier }) => classifier)).size > 1;
  const header = ['strategy', ...(several ? ['classifier'] : []), ...names, 'mean'];
  const cells = rows.map((row) => [
    row.strategy,
    ...(several ? [row.classifier] : []),
    ...row.cells.map(cellText),
    row.mean === null ? '–' : row.mean.toFixed(3),
  ]);
  const alignments = header.map((_, column) => (column === 0 ? 'left' : 'right'));
  return `${alignColumns([header, ...cells], alignments)}\n${leagueNotes(comparison).join('\n')}\n`;
}

/** `0.712 (43/62)`, with the confidence band if there are repeats: `0.712 [0.584, 0.840] (43/62)`. */
function cellText(cell: LeagueCell | undefined): string {
  if (cell === undefined || cell.curve === null) return '–';
  const { curve, found, targets } = cell;
  const band = curve.count > 1 ? ` [${curve.low.toFixed(3)}, ${curve.high.toFixed(3)}]` : '';
  const count = found.mean.toFixed(found.count > 1 ? 1 : 0);
  return `${curve.mean.toFixed(3)}${band} (${count}/${targets})`;
}

/** Notes on the league table. */
function leagueNotes({ maxPages, crawls, topics }: Comparison): readonly string[] {
  const unlabelled = topics.filter(({ truth }) => truth === 'verdicts').map(({ name }) => name);
  const repeats = Math.max(0, ...crawls.map(({ repeat }) => repeat + 1));
  const classifiers = [...new Set(crawls.map(({ classifier }) => classifier))];
  return [
    `Share of the best possible curve, Σ found(n) / Σ min(n, targets), n up to ${maxPages} fetches (targets found / all).`,
    `Pages were judged by ${classifiers.join(', ')}; krs, krs-best-first, learning and three-phase use its verdicts.`,
    repeats > 1 &&
      `In brackets: a 95 % confidence band (Student's t, cut off at 0 and 1) over ${repeats} draws of seeds.`,
    unlabelled.length > 0 &&
      `${unlabelled.join(', ')}: no labels; a page counts as found if the classifier accepts it, and the targets are the pages that any crawl accepted.`,
  ].filter((note) => note !== false);
}

interface ResultLine {
  readonly one: MeasuredCrawl;
  readonly truth: string | undefined;
  readonly seeds: string;
  readonly withoutFocus: RetrievalQuality;
}

const RESULT_COLUMNS: Readonly<Record<string, (line: ResultLine) => CsvValue>> = {
  topic: ({ one }) => one.crawl.topic,
  truth: ({ truth }) => truth,
  classifier: ({ one }) => one.crawl.classifier,
  strategy: ({ one }) => one.crawl.strategy,
  repeat: ({ one }) => one.crawl.repeat,
  seeds: ({ seeds }) => seeds,
  fetched: ({ one }) => one.fetched,
  targets: ({ one }) => one.targets,
  found: ({ one }) => one.found,
  curve: ({ one }) => one.curve,
  harvest_rate: ({ one }) => one.harvestRate,
  target_recall: ({ one }) => one.targetRecall,
  accepted: ({ one }) => one.crawl.accepted.length,
  accepted_rightly: ({ one }) => one.acceptedRightly,
  precision: ({ one }) => one.retrieval.precision,
  recall: ({ one }) => one.retrieval.recall,
  accuracy: ({ one }) => one.retrieval.accuracy,
  precision_without_focus: ({ withoutFocus }) => withoutFocus.precision,
  recall_without_focus: ({ withoutFocus }) => withoutFocus.recall,
  accuracy_without_focus: ({ withoutFocus }) => withoutFocus.accuracy,
  max_average_similarity: ({ one }) => one.crawl.maxAverageSimilarity,
  ended: ({ one }) => one.crawl.ended,
  seconds: ({ one }) => one.crawl.seconds,
};

/** All measures as CSV (RFC 4180), one line per crawl. */
export function resultsCsv(comparison: Comparison): string {
  const measured = measureAll(comparison);
  const truths = new Map(comparison.topics.map(({ name, truth }) => [name, truth]));
  const rows = measured.map((one) => {
    const { crawl } = one;
    const withoutFocus = unfocused(one, measured)?.retrievalAt(one.fetched) ?? NOTHING;
    const seeds = crawl.seeds.map((page) => comparison.pages[page]).join(' ');
    const line = { one, truth: truths.get(crawl.topic), seeds, withoutFocus };
    return Object.values(RESULT_COLUMNS).map((valueOf) => rounded(valueOf(line)));
  });
  return [Object.keys(RESULT_COLUMNS), ...rows].map(csvRow).join('');
}

const NOTHING = { precision: null, recall: null, accuracy: null };

/** The breadth-first crawl of the same topic, seeds and classifier: Devi's run "without focused crawling" (2017, Table 3). */
function unfocused({ crawl }: MeasuredCrawl, measured: readonly MeasuredCrawl[]): MeasuredCrawl | undefined {
  return measured.find(
    ({ crawl: other }) =>
      other.strategy === 'breadth-first' &&
      other.topic === crawl.topic &&
      other.classifier === crawl.classifier &&
      other.repeat === crawl.repeat,
  );
}

type CsvValue = string | number | null | undefined;

function rounded(value: CsvValue): string | number | undefined {
  return typeof value === 'number' && !Number.isInteger(value) ? value.toFixed(4) : (value ?? undefined);
}
