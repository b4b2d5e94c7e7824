import type { CrawlCounts, CrawlReport } from '../app/crawl-topic.js';
import { crawlFields } from '../config/settings.js';
import { STRATEGIES } from '../model/strategy.js';
import { CLASSIFIERS } from '../model/topic.js';
import { lineLogger } from '../support/logger.js';
import { command, helpNotes } from './command.js';
import { createProgress } from './progress.js';

export const crawlCommand = command({
  name: 'crawl',
  args: '',
  summary: 'Crawl for pages about a topic; each page is kept or left with a reason. Ctrl-C ends it cleanly.',
  examples: [
    'sfwc crawl --kb kb --topic diabetes --seeds https://example.org/ --out out --max-pages 200',
    'sfwc crawl --kb kb --topic diabetes --seeds seeds.txt --out out --scope domain --delay 2',
    'sfwc crawl --kb kb --topic diabetes --seeds seeds.txt --out out --strategy learning',
  ],
  notes: [
    helpNotes('Classifiers', CLASSIFIERS),
    helpNotes(
      'Strategies',
      Object.fromEntries(Object.entries(STRATEGIES).map(([name, { summary }]) => [name, summary])),
    ),
  ],
  fields: crawlFields,
  run: async (settings, _args, io) => {
    const { crawlTopic } = await import('../app/crawl-topic.js');
    const progress = createProgress(io, 'crawling');
    try {
      const report = await crawlTopic(settings, {
        signal: io.signal,
        logger: lineLogger(io.stderr),
        onProgress: (counts) => progress.update(counts.fetched, settings.maxPages, crawlNote(counts)),
      });
      progress.stop();
      io.stdout(settings.json ? `${JSON.stringify(report)}\n` : reportText(report));
      return report.summary.ended === 'interrupted' ? 1 : 0;
    } finally {
      progress.stop();
    }
  },
});

/** How a crawl stands, behind the number of pages requested. */
export function crawlNote({ accepted, rejected, queued, failed, skipped }: CrawlCounts): string {
  const judged = accepted + rejected;
  const share = judged === 0 ? '' : ` (${Math.round((100 * accepted) / judged)} %)`;
  return `requested, ${accepted} accepted${share}, ${queued} queued, ${skipped} skipped, ${failed} failed`;
}

const ENDINGS = {
  'nothing-left': 'nothing was left to ask for',
  'max-pages': 'as many pages as allowed were requested',
  interrupted: 'it was interrupted; what was done is saved',
} as const;

function reportText({ out, topic, summary }: CrawlReport): string {
  const { fetched, accepted, rejected, skipped, failed, queued, seconds } = summary;
  const reasons = Object.entries(summary.reasons).map(([code, count]) => `${code} ${count}`);
  return [
    `${topic}: ${fetched} pages requested in ${seconds.toFixed(1)} s, ${accepted} accepted, ${rejected} rejected`,
    `  ended: ${ENDINGS[summary.ended]}; ${queued} addresses still queued`,
    `  ${skipped} skipped, ${failed} failed${reasons.length === 0 ? '' : `: ${reasons.join(', ')}`}`,
    `  results in ${out}: events.jsonl, pages/, crawl.nq.gz`,
    `  why a page was kept or left: sfwc explain ${out} <address>`,
    '',
  ].join('\n');
}
