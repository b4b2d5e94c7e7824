import { Hono } from 'hono';
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import type { CrawlCounts } from '../../app/crawl/crawl-topic.js';
import { listen } from './listen.js';

/** The figure of an estimate, where it has one. */
function knownOf(remaining: CrawlCounts['remaining']): { left: number; recall: number } | undefined {
  return remaining?.notKnown === undefined ? remaining : undefined;
}

const GAUGES = {
  sfwc_pages_requested: ['URLs that were requested', ({ fetched }: CrawlCounts) => fetched],
  sfwc_pages_accepted: ['pages that were accepted', ({ accepted }: CrawlCounts) => accepted],
  sfwc_pages_rejected: ['pages that were judged and rejected', ({ rejected }: CrawlCounts) => rejected],
  sfwc_urls_skipped: ['URLs that were skipped', ({ skipped }: CrawlCounts) => skipped],
  sfwc_urls_failed: ['URLs that failed', ({ failed }: CrawlCounts) => failed],
  sfwc_urls_queued: ['URLs in the queue', ({ queued }: CrawlCounts) => queued],
  sfwc_hosts_queued: ['hosts that have URLs queued', ({ hosts }: CrawlCounts) => hosts],
  sfwc_hosts_waiting: [
    'hosts that must not be contacted yet',
    ({ hostsWaiting }: CrawlCounts) => hostsWaiting,
  ],
  sfwc_body_bytes: ['bytes of all bodies, after decompression', ({ bytes }: CrawlCounts) => bytes],
  sfwc_harvest_rate: [
    'share of accepted pages among all requests of the crawl',
    ({ harvestRate }: CrawlCounts) => harvestRate ?? 0,
  ],
  sfwc_relevant_left: [
    'estimated number of relevant pages that are left; NaN while it is not known',
    ({ remaining }: CrawlCounts) => knownOf(remaining)?.left ?? Number.NaN,
  ],
  sfwc_estimated_recall: [
    'estimated share of relevant pages that were found; NaN while it is not known',
    ({ remaining }: CrawlCounts) => knownOf(remaining)?.recall ?? Number.NaN,
  ],
  sfwc_recent_harvest_rate: [
    'share of accepted pages among the last 100 requests',
    ({ recentHarvestRate }: CrawlCounts) => recentHarvestRate ?? 0,
  ],
} as const;

/** The metrics of a crawl, served. */
interface MetricsServer {
  /** `http://127.0.0.1:9464/metrics` */
  readonly address: string;
  update(counts: CrawlCounts): void;
  close(): Promise<void>;
}

/**
 * Serves the metrics of a crawl and its process at `/metrics` for Prometheus. Counts continue across resumed crawls,
 * so they are gauges that only grow; `sfwc_events_total` counts from the start of the process, as Prometheus expects
 * of counters.
 * @throws InputError when the address is in use
 */
export async function serveMetrics(host: string, port: number): Promise<MetricsServer> {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const gauges = Object.entries(GAUGES).map(([name, [help, value]]) => {
    const gauge = new Gauge({ name, help, registers: [register] });
    return (counts: CrawlCounts): void => gauge.set(value(counts));
  });
  const events = new Counter({
    name: 'sfwc_events_total',
    help: 'URLs that were processed',
    registers: [register],
  });
  const reasons = new Gauge({
    name: 'sfwc_reasons',
    help: 'skipped and failed URLs by reason',
    labelNames: ['code'],
    registers: [register],
  });
  const app = new Hono();
  app.get('/metrics', async (context) => {
    const text = await register.metrics();
    return context.body(text, 200, { 'content-type': register.contentType });
  });
  const listening = await listen(app, host, port);
  return {
    address: `${listening.address}metrics`,
    update(counts) {
      events.inc();
      for (const set of gauges) set(counts);
      for (const [code, count] of Object.entries(counts.reasons)) reasons.set({ code }, count);
    },
    close: () => listening.close(),
  };
}
