import { join } from 'node:path';
import { openFetcher } from '../../web/http/open-fetcher.js';
import { Interrupted, messageOf } from '../../model/errors.js';
import { MOST_ENTRIES, reportAtom } from './report-atom.js';
import { replaceFile } from '../../support/files/replace-file.js';
import { silentLogger } from '../../support/logger.js';
import { systemClock } from '../../support/time/clock.js';
import { withResources } from '../../support/with-resources.js';
import type { CrawlSurroundings } from '../../app/crawl/crawl-topic.js';
import type { OpenCollection } from './run-round.js';
import { callWebhook } from './webhook.js';

/**
 * Writes the feed of a collection and sends its committed rounds to the webhook, the first one first. A webhook that fails is
 * warned of; its rounds are sent after the next round, or when the monitor is started again.
 * @throws OutputError when the feed cannot be written; Interrupted
 */
export async function publish(
  { settings, store }: OpenCollection,
  secret: string | undefined,
  surroundings: CrawlSurroundings,
): Promise<void> {
  const waiting = store.unpublished();
  if (waiting.length === 0) return;
  const { out, reports, webhook, crawl } = settings;
  if (reports.includes('atom'))
    await replaceFile(join(out, 'feed.atom'), reportAtom(store.reports(MOST_ENTRIES)));
  const { logger = silentLogger, clock = systemClock, signal } = surroundings;
  const warn = (message: string): void => logger.warn(message);
  await withResources(async (own) => {
    for (const report of waiting) {
      if (webhook !== undefined && report.matters.length > 0) {
        const fetcher = surroundings.fetcher ?? own(openFetcher(crawl, [webhook]));
        try {
          await callWebhook(webhook, report, { fetcher, clock, secret, signal, warn });
        } catch (thrown) {
          if (thrown instanceof Interrupted) throw thrown;
          warn(
            `webhook of round ${report.round}: ${messageOf(thrown)}; it is sent again after the next round`,
          );
          return;
        }
      }
      store.published(report.round);
    }
  });
}
