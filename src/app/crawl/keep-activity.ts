import type { CrawlActivity } from '../../model/crawl-activity.js';
import type { Closable } from '../../support/with-resources.js';

/** Milliseconds between two looks. */
const LOOK_EVERY = 1000;

/** Keeps what a crawl is occupied with where others can read it, once a second where it has changed. */
export function keepActivity(
  activity: () => CrawlActivity | undefined,
  keep: (activity: CrawlActivity | undefined) => void,
): Closable {
  let kept = JSON.stringify(null);
  const timer = setInterval(() => {
    const now = activity();
    const text = JSON.stringify(now ?? null);
    if (text === kept) return;
    try {
      keep(now);
      kept = text;
    } catch {
      // What cannot be written now ends the crawl with its next page.
    }
  }, LOOK_EVERY);
  timer.unref();
  return { close: () => clearInterval(timer) };
}
