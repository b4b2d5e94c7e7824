import type { JudgedAgain, MissingBody, Reordered } from '../replay.js';
import { replayFields } from '../replay-settings.js';
import { alignColumns } from '../../../support/text/columns.js';
import { command } from '../../../cli/command.js';
import { scoreText } from '../../../cli/numbers.js';
import { LOADING, watchWork } from '../../../cli/work-watch.js';

/** Maximum number of pages listed per kind of change. */
const NAMED = 10;

export const replayCommand = command({
  examples: [
    'sfwc replay out --kb kb --classifier krs-paper',
    'sfwc replay out --kb kb --strategy lpe',
    'sfwc replay out --kb kb --classifier ensemble --strategy best-first-page --web web',
  ],
  fields: replayFields,
  run: async (settings, [out = ''], io) => {
    const progress = await watchWork(io, 'replaying');
    progress.wait(LOADING);
    const { replayCrawl } = await import('../replay.js');
    const surroundings = { logger: progress.logger, onWait: progress.wait };
    const report = await replayCrawl(out, settings, surroundings).finally(progress.stop);
    if (report.judgedAgain !== undefined) io.stderr(coverageText(report.judgedAgain));
    if (settings.json) {
      io.data(`${JSON.stringify(report)}\n`);
      return 0;
    }
    const parts = [
      report.judgedAgain === undefined ? '' : judgedText(report.judgedAgain),
      report.reordered === undefined ? '' : orderText(report.reordered),
    ];
    io.stdout(parts.filter((part) => part !== '').join('\n'));
    return 0;
  },
});

const MISSING: Readonly<Record<MissingBody, string>> = {
  unchanged: 'had not changed since an earlier crawl, which stores them',
  'not-archived':
    'were not kept: only archives (--warc all) keep rejected pages, and the crawl has none (--web may have them)',
  'not-in-archive': 'are not in the archive of the crawl as they were judged (--web may have them)',
};

/** How many pages were judged again, and why others were not. */
function coverageText({ judged, judgedAgain, missing }: JudgedAgain): string {
  const reasons = Object.entries(missing).map(([why, count]) => `  ${count} ${MISSING[why as MissingBody]}`);
  const rest = judged - judgedAgain;
  const others = rest === 0 ? '' : `; ${rest} keep the verdict of the crawl:`;
  return [`${judgedAgain} of ${judged} pages were judged again${others}`, ...reasons, ''].join('\n');
}

function judgedText(report: JudgedAgain): string {
  const { classifier, gained, lost, modelBefore } = report;
  const before = `${report.classifierBefore}${modelBefore === undefined ? '' : `, model ${modelBefore}`}`;
  const changes = [...named('accepted now', gained), ...named('rejected now', lost)];
  return [
    `${classifier} instead of ${before}: ${report.acceptedBefore} pages were accepted, ${report.acceptedNow} are now`,
    ...(changes.length === 0 ? ['  no verdict changed'] : changes),
    '',
  ].join('\n');
}

function named(what: string, changes: JudgedAgain['gained']): readonly string[] {
  const lines = changes
    .slice(0, NAMED)
    .map(({ url, before, now }) => `  ${what}: ${url} (score ${scoreText(before)} → ${scoreText(now)})`);
  const rest = changes.length - lines.length;
  return rest > 0 ? [...lines, `  … and ${rest} more`] : lines;
}

function orderText(report: Reordered): string {
  const { strategyBefore, strategy, partial, fetches, fetchesBefore } = report;
  const rows = [
    ['fetches', strategyBefore, strategy === strategyBefore ? `${strategy} now` : strategy],
    ...report.points.map((point) => [String(point.fetches), String(point.before), String(point.now)]),
    ['best curve', share(report.curveBefore), share(report.curve)],
  ];
  return [
    `accepted pages found by then, of ${report.accepted} (without seeds), among the ${fetchesBefore} fetched pages:`,
    alignColumns(rows).trimEnd(),
    fetches < fetchesBefore
      ? `  ${strategy} would have reached ${fetches} of them; no link that it follows leads to the rest`
      : '',
    partial > 0
      ? `  ${strategy} saw only title, links and anchor texts of ${partial} pages, whose text was not kept (--web may have it)`
      : '',
    ...report.earlier.map(({ url, before, now }) => `  earlier: ${url} (${before} → ${now ?? ''})`),
    ...report.later.map(
      ({ url, before, now }) => `  later: ${url} (${before} → ${now === undefined ? 'not reached' : now})`,
    ),
    '',
  ]
    .filter((line, index, all) => line !== '' || index === all.length - 1)
    .join('\n');
}

function share(value: number | null): string {
  return value === null ? '–' : value.toFixed(3);
}
