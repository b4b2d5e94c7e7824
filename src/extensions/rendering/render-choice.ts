import type { CrawlEvent } from '../../model/crawl-event.js';
import type { Page } from '../../model/page.js';
import { RENDER_FAILURES } from '../../model/page-reading.js';
import { hostOf } from '../../crawling/urls/urls.js';

/** Pages of a host that are rendered before it is known whether that pays there. */
const TRIALS = 3;
/** A host is rendered on while that pays for such a share of its pages. */
const WORTH = 0.25;
/** Of pages for which it does not pay, one in so many is tried again: sites change. */
const TRY_AGAIN = 25;

/** Says which pages are rendered. */
export type RenderChoice = ReturnType<typeof createRenderChoice>;

/**
 * A choice that knows nothing yet. It follows from the events that it hears, so that those of a crawl restore it.
 * @param every true for every HTML page; otherwise those that look like shells, where experience says that it pays
 */
export function createRenderChoice(every: boolean) {
  /** Experience with hosts: pages that were rendered, that paid, and that were left out since the last rendered one. */
  const hosts = new Map<string, { rendered: number; paid: number; left: number }>();
  const experienceOf = (url: string) => {
    const known = hosts.get(hostOf(url)) ?? { rendered: 0, paid: 0, left: 0 };
    hosts.set(hostOf(url), known);
    return known;
  };
  return {
    decide(page: Page): 'render' | 'as-it-is' | 'unpromising' {
      if (every) return 'render';
      if (page.shell === undefined) return 'as-it-is';
      const { rendered, paid, left } = experienceOf(page.url);
      const pays = rendered < TRIALS || paid >= WORTH * rendered;
      return pays || left + 1 >= TRY_AGAIN ? 'render' : 'unpromising';
    },
    /** Hears of each event, those of earlier runs of the crawl included. */
    note({ url, finalUrl = url, reading, fetched, rejudged }: CrawlEvent): void {
      // After a resume, the last event of a page that was judged again says that it was requested.
      if (reading === undefined || (rejudged !== undefined && !fetched)) return;
      const { paid, unrendered } = reading;
      const failed = unrendered !== undefined && unrendered in RENDER_FAILURES && unrendered !== 'no-browser';
      const host = experienceOf(finalUrl);
      if (unrendered === 'unpromising') host.left += 1;
      // Of a page that was not judged it is not known.
      if (paid === undefined && !failed) return;
      host.rendered += 1;
      host.paid += paid === true ? 1 : 0;
      host.left = 0;
    },
  };
}
