import type { CrawlEvent } from '../../model/crawl-event.js';
import type { Page } from '../../model/page.js';
import { RENDER_FAILURES, type PageReading } from '../../model/page-reading.js';
import type { PageRenderer } from './page-renderer.js';
import { hostOf } from '../../crawling/urls/urls.js';

/** Which pages are rendered, and by what. */
export interface Rendering {
  /** Every HTML page; otherwise those that look like shells, where experience says that it pays. */
  readonly every: boolean;
  /** Share of the requested pages that may be rendered, where not every one is. */
  readonly share: number;
  /** Undefined where there is no renderer. Called when the first page is to be rendered. */
  readonly renderer: () => Promise<PageRenderer | undefined>;
}

/** Pages that may be rendered whatever share of the pages so far they are: a crawl may begin at a shell. */
const FIRST = 10;

/** Pages of a host that are rendered before it is known whether that pays there. */
const TRIALS = 3;
/** A host is rendered on while that pays for such a share of its pages. */
const WORTH = 0.25;
/** Of pages for which it does not pay, one in so many is tried again: sites change. */
const TRY_AGAIN = 25;

/** Says which pages are rendered. */
export interface RenderChoice {
  /**
   * Takes the decision on a page. Where the page is to be rendered, {@link RenderChoice.ended} has to be called when it has
   * come to its end.
   * @param url the address under which the crawl knows the page
   */
  decide(url: string, page: Page): Decision;
  /** A URL has come to its end, or was put back. */
  ended(url: string): void;
  /** Hears of each event, those of earlier runs of the crawl included. */
  note(event: CrawlEvent): void;
}

/** Decision about a page. */
export type Decision = 'render' | 'as-it-is' | Extract<PageReading['unrendered'], 'unpromising' | 'share'>;

/** The experience with a host: how many of its pages were rendered, paid, and were left out since the last one that was rendered. */
interface Experience {
  rendered: number;
  paid: number;
  left: number;
}

/** A choice that knows nothing yet. It follows from the events that it hears, so that those of a crawl restore it. */
export function createRenderChoice({ every, share }: Pick<Rendering, 'every' | 'share'>): RenderChoice {
  const hosts = new Map<string, Experience>();
  const underWay = new Set<string>();
  let [requested, rendered] = [0, 0];
  const experienceOf = (url: string): Experience => {
    const known = hosts.get(hostOf(url)) ?? { rendered: 0, paid: 0, left: 0 };
    hosts.set(hostOf(url), known);
    return known;
  };
  return {
    decide(url, page) {
      if (!every && page.shell?.lacks === undefined) return 'as-it-is';
      const host = experienceOf(page.url);
      const pays = host.rendered < TRIALS || host.paid >= WORTH * host.rendered;
      if (!every && !pays && host.left + 1 < TRY_AGAIN) return 'unpromising';
      if (!every && rendered + underWay.size >= Math.max(FIRST, share * requested)) return 'share';
      underWay.add(url);
      return 'render';
    },
    ended: (url) => void underWay.delete(url),
    note({ url, finalUrl = url, reading, fetched, rejudged }) {
      // After a resume, the last event of a page that was judged again says that it was requested.
      if (rejudged !== undefined && !fetched) return;
      if (fetched) requested += 1;
      if (reading === undefined) return;
      const { paid, requests, unrendered } = reading;
      const failed = unrendered !== undefined && unrendered in RENDER_FAILURES && unrendered !== 'no-browser';
      const host = experienceOf(finalUrl);
      if (unrendered === 'unpromising') host.left += 1;
      if (requests === undefined && !failed) return;
      rendered += 1;
      // Of a page that was not judged it is not known.
      if (paid === undefined && !failed) return;
      host.rendered += 1;
      host.paid += paid === true ? 1 : 0;
      host.left = 0;
    },
  };
}
