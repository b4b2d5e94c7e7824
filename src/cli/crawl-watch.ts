import type { CrawlCounts } from '../app/crawl/crawl-topic.js';
import { systemClock } from '../support/time/clock.js';
import { jsonLine, jsonLogger, lineLogger, type Logger } from '../support/logger.js';
import { crawlStanding } from './crawl-text.js';
import type { CommandIo } from './io.js';
import { createProgress, createRate, LINE_INTERVAL } from './progress.js';

/** How a crawl is watched. */
export interface WatchSettings {
  readonly logFormat: 'text' | 'json';
  readonly metrics?: number | undefined;
  readonly metricsHost: string;
}

/** Shows the progress of a crawl on stderr and, if requested, as metrics. */
export interface CrawlWatch {
  readonly logger: Logger;
  readonly update: (counts: CrawlCounts, maxPages: number) => void;
  readonly stop: () => void;
}

/** @throws InputError when the metrics cannot be served */
export async function watchCrawl(settings: WatchSettings, io: CommandIo): Promise<CrawlWatch> {
  const logger =
    settings.logFormat === 'json' ? jsonLogger(io.stderr, () => systemClock.now()) : lineLogger(io.stderr);
  const metrics =
    settings.metrics === undefined ? undefined : await openMetrics(settings.metrics, settings, logger);
  const show = settings.logFormat === 'json' ? jsonProgress(io) : textProgress(io);
  const rate = createRate(() => performance.now() / 1000);
  return {
    logger,
    update(counts, maxPages) {
      metrics?.update(counts);
      show.update(counts, maxPages, rate(counts.fetched));
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

interface Shown {
  update(counts: CrawlCounts, maxPages: number, rate: number): void;
  stop(): void;
}

function textProgress(io: CommandIo): Shown {
  const progress = createProgress(io, 'crawling');
  return {
    update: (counts, maxPages, rate) => progress.update(crawlStanding(counts, maxPages, rate)),
    stop: () => progress.stop(),
  };
}

function jsonProgress(io: CommandIo): Shown {
  let last = performance.now();
  return {
    update(counts, maxPages, rate) {
      if (performance.now() - last < LINE_INTERVAL * 1000) return;
      last = performance.now();
      const time = new Date(systemClock.now()).toISOString();
      io.stderr(
        jsonLine({
          time,
          level: 'info',
          message: 'progress',
          rate: Number(rate.toFixed(2)),
          maxPages,
          ...counts,
        }),
      );
    },
    stop: () => undefined,
  };
}
