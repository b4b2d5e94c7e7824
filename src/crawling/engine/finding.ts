import type { CrawlContext } from './crawl-context.js';
import type { FindUrls } from './crawl-types.js';
import { enqueueFound } from './found-urls.js';

/** Addresses that come while the crawl runs. */
export interface Finding {
  /** False when no more can come. */
  readonly isUnderWay: boolean;
  /** Ends it. */
  close(): Promise<void>;
}

/**
 * Finds addresses next to the visits of a crawl, such as those that sitemaps name: they share the crawl's pauses, and never
 * keep its pages waiting.
 * @param onNews called when some were queued, and at the end
 * @param onFailure called when it fails
 */
export function startFinding(
  find: FindUrls | undefined,
  context: CrawlContext,
  onNews: () => void,
  onFailure: (thrown: unknown) => void,
): Finding {
  if (find === undefined) return { isUnderWay: false, close: () => Promise.resolve() };
  const { hosts, plan, progress, ending } = context;
  const stop = new AbortController();
  const end = (): void => stop.abort();
  ending.signal.addEventListener('abort', end, { once: true });
  if (ending.signal.aborted) end();
  let isUnderWay = true;
  const atOnce = Math.max(1, Math.floor(plan.concurrency / 4));
  const finding = find({ politeness: hosts.politeness, atOnce, signal: stop.signal }, async (found) => {
    if (stop.signal.aborted) return;
    enqueueFound(found, context);
    await progress.recorder.flush();
    onNews();
  })
    .catch(onFailure)
    .finally(() => {
      isUnderWay = false;
      ending.signal.removeEventListener('abort', end);
      onNews();
    });
  return {
    get isUnderWay() {
      return isUnderWay;
    },
    async close() {
      end();
      await finding;
    },
  };
}
