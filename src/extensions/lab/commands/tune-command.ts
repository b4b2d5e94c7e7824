import type { TuneReport } from '../tune.js';
import { tuneFields } from '../tune-settings.js';
import { alignColumns } from '../../../support/text/columns.js';
import { command } from '../../../cli/command.js';
import { printResult } from '../../../cli/io.js';
import { LOADING, watchWork } from '../../../cli/work-watch.js';

export const tuneCommand = command({
  examples: [
    'sfwc tune out --kb kb',
    'sfwc tune out --kb kb --strategies learning,krs,hmm --pages 500 --max-seconds 600',
    'sfwc tune out --kb kb --web web --json',
  ],
  notes: [
    {
      heading: 'What is tried',
      text:
        'Each simulated crawl requests pages that the crawl in OUT fetched, with its delay and concurrency in simulated ' +
        'time. First strategies are tried, then --follow, --patience and --accept for the best so far. Pages that the ' +
        'crawl did not fetch are unknown and cannot be requested, so crawl broadly before tuning. Found pages are those ' +
        'that the crawl accepted. The mean curve is 1 when every request finds one until none is left. p is the probability of a ' +
        'difference from the best that is at least as large, if both were equally good (randomisation test over groups of pages ' +
        'with the same referrer). = marks settings that the crawl cannot tell from the best, at 5 % over all comparisons.',
    },
  ],
  fields: tuneFields,
  run: async (settings, [out = ''], io) => {
    const progress = await watchWork(io, 'tuning');
    progress.wait(LOADING);
    const { tuneCrawl } = await import('../tune.js');
    const { signal } = io;
    const surroundings = { logger: progress.logger, signal, onWait: progress.wait };
    const report = await tuneCrawl(out, settings, surroundings).finally(progress.stop);
    printResult(io, settings.json, report, tuneText);
    return 0;
  },
});

function tuneText(report: TuneReport): string {
  const { topic, fetched, pages, accepted, partial, points, candidates, isPartial } = report;
  const rows = [
    [
      'strategy',
      'follow',
      'patience',
      'accept',
      ...points.map((n) => `found at ${n}`),
      'mean curve',
      'simulated s',
      'p',
      '',
    ],
    ...candidates.map((one) => [
      one.strategy,
      one.follow,
      String(one.patience),
      one.accept,
      ...one.found.map(String),
      one.curve?.toFixed(3) ?? '–',
      one.seconds.toFixed(0),
      one.chance?.toFixed(3) ?? '–',
      one.chance !== null && one.tied ? '=' : '',
    ]),
  ];
  return [
    `${topic}: simulated crawls of ${pages} requests among the ${fetched} pages that were fetched, ${accepted} of them accepted`,
    '  pages that the crawl did not fetch are unknown and were not requested',
    partial > 0
      ? `  for ${partial} pages only title, links and anchor texts were kept; --web may have the rest`
      : '',
    alignColumns(rows).trimEnd(),
    isPartial ? '  time ran out before everything was tried; allow more with --max-seconds' : '',
    ...adviceOf(report),
    '',
  ]
    .filter((line, place, all) => line !== '' || place === all.length - 1)
    .join('\n');
}

/** What follows for a crawl; settings that are tied are not recommended. */
function adviceOf({ candidates, options, undecided, worse }: TuneReport): readonly string[] {
  const tied = candidates.filter((one) => one.tied).length;
  if (candidates.length < 2) return [];
  if (tied === candidates.length)
    return [
      `this crawl cannot tell these ${tied} settings apart: their differences may be chance`,
      '  keep the settings that you have, or tune on a crawl with more accepted pages',
    ];
  const names = undecided.map((name) => `--${name}`).join(', ');
  return [
    options.length > 0
      ? `the best: sfwc crawl … ${options.join(' ')}`
      : `this crawl cannot tell the best ${tied} settings apart: the first and those marked with =`,
    options.length === 0 || names === '' ? '' : `  this crawl cannot tell the tried values of ${names} apart`,
    worse.length === 0 ? '' : `  worse, and hardly by chance: ${worse.join(', ')}`,
  ];
}
