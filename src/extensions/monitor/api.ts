/** `sfwc/monitor`: collections that stay fresh. */
import { monitorCollection as monitor, type MonitorReport, type MonitorDeps } from './monitor.js';
import type { MonitorOptions } from './collection.js';
import type { CrawlCounts } from '../../crawling/engine/crawl-counts.js';
import { takeCall, type CallOptions } from '../../app/settings/call-options.js';

export type { PageChange, RoundReport } from './round-report.js';
export type { MonitorOptions, MonitorReport };

/**
 * Keeps a collection fresh, round by round, until `signal` ends it. `onRound` receives the report of each round.
 * @param file of the collection
 * @throws UsageError, InputError, OutputError
 */
export async function monitorCollection(
  file: string,
  options: MonitorOptions & CallOptions<CrawlCounts> & Pick<MonitorDeps, 'onRound'> = {},
): Promise<MonitorReport> {
  const { how, settings: asked } = takeCall<typeof options, CrawlCounts>('monitorCollection', options);
  const { onRound, ...settings } = asked;
  return monitor(file, settings, { ...how, onRound });
}
