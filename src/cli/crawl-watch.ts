import type { CrawlCounts } from '../app/crawl-topic.js';
import { systemClock } from '../support/clock.js';
import { jsonLine, jsonLogger, lineLogger, type Logger } from '../support/logger.js';
import { crawlNote } from './crawl-text.js';
import type { CommandIo } from './io.js';
import { createProgress, LINE_INTERVAL } from './progress.js';

/** How a crawl is watched. */
export interface WatchSettings {
  readonly maxPages?: number | undefined;
  readonly logFormat: 'text' | 'json';
  readonly metrics?: number | undefined;
  readonly metricsHost: string;
}

/** Shows how a crawl goes: on stderr, and as metrics where that is wanted. */
export interface CrawlWatch {
  readonly logger: Logger;
  readonly update: (counts: CrawlCounts) => void;
  readonly stop: () => void;
}

/** Seconds over which the rate is taken. */
const RATE_SECONDS = 30;

/** @throws InputError when the metrics cannot be served */
export async function watchCrawl(settings: WatchSettings, io: CommandIo): Promise<CrawlWatch> {
  const logger =
    settings.logFormat === 'json' ? jsonLogger(io.stderr, () => systemClock.now()) : lineLogger(io.stderr);
  const metrics =
    settings.metrics === undefined ? undefined : await openMetrics(settings.metrics, settings, logger);
  const show = settings.logFormat === 'json' ? jsonProgress(io) : textProgress(io, settings.maxPages);
  const rate = createRate(() => performance.now() / 1000);
  return {
    logger,
    update(counts) {
      metrics?.update(counts);
      show.update(counts, rate(counts.fetched));
    },
    stop() {
      show.stop();
      void metrics?.close();
    },
  };
}

async function openMetrics(port: number, { metricsHost }: WatchSettings, logger: Logger) {
  const { serveMetrics } = await import('../server/metrics.js');
  const metrics = await serveMetrics(metricsHost, port);
  logger.info(`metrics at ${metrics.address}`);
  return metrics;
}

/** Says how many a second there were lately, of a number that grows. */
export function createRate(now: () => number): (count: number) => number {
  const seen: { readonly at: number; readonly count: number }[] = [];
  return (count) => {
    const at = now();
    seen.push({ at, count });
    while (seen.length > 2 && at - (seen[1]?.at ?? at) >= RATE_SECONDS) seen.shift();
    const first = seen[0];
    return first === undefined || at === first.at ? 0 : (count - first.count) / (at - first.at);
  };
}

interface Shown {
  update(counts: CrawlCounts, rate: number): void;
  stop(): void;
}

function textProgress(io: CommandIo, maxPages: number | undefined): Shown {
  const progress = createProgress(io, 'crawling');
  return {
    update: (counts, rate) =>
      progress.update(counts.fetched, maxPages, `${rate.toFixed(1)}/s, ${crawlNote(counts)}`),
    stop: () => progress.stop(),
  };
}

function jsonProgress(io: CommandIo): Shown {
  let last = performance.now();
  return {
    update(counts, rate) {
      if (performance.now() - last < LINE_INTERVAL * 1000) return;
      last = performance.now();
      const time = new Date(systemClock.now()).toISOString();
      io.stderr(
        jsonLine({ time, level: 'info', message: 'progress', rate: Number(rate.toFixed(2)), ...counts }),
      );
    },
    stop: () => undefined,
  };
}
