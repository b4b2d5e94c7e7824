import type { CrawlCounts } from '../app/crawl-topic.js';

/** How a crawl stands, behind the number of pages requested. */
export function crawlNote(counts: CrawlCounts): string {
  const { accepted, rejected, queued, failed, skipped, harvestRate, hosts, hostsWaiting } = counts;
  const judged = accepted + rejected;
  const share = judged === 0 ? '' : ` (${Math.round((100 * accepted) / judged)} %)`;
  const harvest = harvestRate === null ? '' : `, ${Math.round(100 * harvestRate)} % of the last 100`;
  const reasons = Object.entries(counts.reasons).sort(([, a], [, b]) => b - a);
  const most = reasons.slice(0, 3).map(([code, count]) => `${code} ${count}`);
  return [
    `requested, ${accepted} accepted${share}${harvest}`,
    `${queued} queued at ${hosts} hosts, ${hostsWaiting} of them waiting`,
    `${skipped} skipped, ${failed} failed${most.length === 0 ? '' : `: ${most.join(', ')}`}`,
  ].join(', ');
}

/** Why a crawl ended. */
export const ENDINGS = {
  'nothing-left': 'nothing was left to ask for',
  'max-pages': 'as many pages as allowed were requested; --resume with more --max-pages goes on',
  interrupted: 'it was interrupted; --resume goes on',
} as const;
