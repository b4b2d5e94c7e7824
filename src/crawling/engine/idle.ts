import type { GaveUp } from '../../model/crawl-activity.js';
import type { CrawlContext } from './crawl-context.js';
import type { UrlChoice } from './url-choice.js';

/** Watches over a crawl that has nothing to do but wait. */
export interface IdleWatch {
  /** The crawl does something, or people keep it from it. */
  busy(): void;
  /** Present where it would have to wait too long. Asked while no visit is under way and URLs are queued. */
  givesUp(choice: Pick<UrlChoice, 'untilNext'>): GaveUp | undefined;
}

/**
 * A crawl gives up when no host that is left may be contacted within `maxIdle` seconds after the last visit: a server may ask
 * for years by its Retry-After. It does not wait to find that out. Pauses between requests never end a crawl, however long
 * they are. Another worker of a shared crawl may still find URLs: there the time has to pass.
 */
export function createIdleWatch({ parts, plan }: Pick<CrawlContext, 'parts' | 'plan'>): IdleWatch {
  const { crew } = parts.queue;
  const { clock } = parts;
  let lastAt = clock.now();
  return {
    busy() {
      lastAt = clock.now();
    },
    givesUp(choice) {
      const now = clock.now();
      const wait = choice.untilNext() ?? 0;
      const { seconds, maxSeconds } = plan.pause;
      const most = 1000 * Math.max(plan.maxIdle, seconds, maxSeconds);
      const idle = now - lastAt;
      if (idle + (crew === undefined ? wait : 0) <= most) return undefined;
      return { seconds: idle / 1000, until: new Date(now + wait).toISOString() };
    },
  };
}
