import { shellWord } from '../../../model/errors.js';
import { command } from '../../../cli/command.js';
import { printResult, secondsText } from '../../../cli/io.js';
import { LOADING, watchWork } from '../../../cli/work-watch.js';
import { type HarvestReport, harvestFields } from './harvest.js';
import type { HarvestSummary } from './harvest-pages.js';

export const harvestCommand = command({
  examples: [
    'sfwc harvest --kb kb --topic diabetes --thesaurus kb/thesaurus-diabetes.ttl --engine https://searx.example/ --out found',
    'sfwc harvest --kb kb --topic diabetes --engine https://en.wikipedia.org/w/api.php --searches 20 --out found',
    'sfwc explain found/runs/001 https://example.org/insulin.html',
  ],
  fields: harvestFields,
  interruption: 'saves',
  run: async (settings, _args, io) => {
    const progress = watchWork(io, 'harvesting');
    progress.wait(LOADING);
    const { harvestTopic } = await import('./harvest.js');
    try {
      const report = await harvestTopic(settings, {
        signal: io.signal,
        logger: progress.logger,
        onWait: progress.wait,
        watchActivity: progress.watchActivity,
        onProgress: ({ requested, relevant }) =>
          progress.update({
            done: requested,
            total: settings.maxPages,
            unit: 'pages requested',
            notes: [`${relevant} relevant`],
          }),
      });
      progress.stop();
      printResult(io, settings.json, report, harvestText);
      if (report.summary.ended === 'interrupted') return 130;
      const failure = failureOf(report.summary);
      if (failure !== '') io.stderr(`error: ${failure}`);
      return failure === '' ? 0 : 1;
    } finally {
      progress.stop();
    }
  },
});

/** Why a run failed; empty if it did not. */
function failureOf({ searches, pages, reasons }: HarvestSummary): string {
  if (searches.made === 0 && searches.failure !== undefined)
    return `no search succeeded: ${searches.failure}\n`;
  const read = ['unchanged', 'verbatim-copy', 'hub', 'no-content'] as const;
  if (pages.relevant + pages.irrelevant > 0 || read.some((code) => reasons[code] !== undefined)) return '';
  return 'no page could be fetched and read; events.jsonl says why\n';
}

const ENDINGS = {
  complete: 'every URL that was found was requested',
  'max-pages': 'reached --max-pages',
  interrupted: 'interrupted; results are saved, and the next run uses them',
} as const;

function harvestText({ out, results, topic, summary, simulatedTime }: HarvestReport): string {
  const { searches, pages, hubs, sites, requested, seconds, run, ended } = summary;
  const reasons = Object.entries(summary.reasons).map(([code, count]) => `${code} ${count}`);
  const cut = searches.made < searches.planned ? ` of ${searches.planned}` : '';
  return [
    `${topic}, run ${run}: ${searches.made}${cut} searches found ${searches.addresses} URLs; ${requested} pages requested in ${secondsText(seconds, simulatedTime === true)}\n`,
    `  ended: ${ENDINGS[ended]}\n`,
    `  ${pages.relevant} relevant, ${pages.irrelevant} not relevant, ${pages.unchangedRelevant} relevant and unchanged; ${pages.skipped} skipped, ${pages.failed} failed\n`,
    reasons.length === 0 ? '' : `  reasons for skips and failures: ${reasons.join(', ')}\n`,
    `  kept for the next run in ${out}: ${hubs.now} hubs (${hubs.before} before), ${sites.now} sites (${sites.before} before)\n`,
    `  results in ${results}: events.jsonl, pages.warc, crawl.nq.gz\n`,
    `  why a page was accepted or rejected: sfwc explain ${shellWord(results)} <url>\n`,
  ].join('');
}
