import type { CrawlEvent } from '../../model/crawl-event.js';
import type { Page } from '../../model/page.js';
import { RENDER_FAILURES, type PageReading } from '../../model/page-reading.js';
import type { OpenedRendering } from './open-rendering.js';
import { hostOf } from '../../crawling/urls/urls.js';
import { createRenderPredictor } from './render-predictor.js';

/** Which pages are rendered, and by what. */
export type Rendering = Omit<OpenedRendering, 'close'>;

/** Pages that may be rendered whatever share of the pages so far they are: a crawl may begin at a shell. */
const FIRST = 10;

/** Visits that may wait for a browser without keeping others from being begun. */
const MOST_ASIDE = 24;

/** Says which pages are rendered. */
export interface RenderChoice {
  /** Visits whose pages are rendered, or wait for that, and that keep no others from being begun. */
  readonly aside: number;
  /**
   * Takes the decision on a page, when no other page of its host is being rendered: what that one teaches counts. Where the
   * page is to be rendered, {@link RenderChoice.ended} has to be called when it has come to its end.
   * @param url the address under which the crawl knows the page
   */
  decide(url: string, page: Page): Promise<Decision>;
  /** A URL has come to its end, or was put back. */
  ended(url: string): void;
  /** Hears of each event, those of earlier runs of the crawl included. */
  note(event: CrawlEvent): void;
}

/** What is to become of a page. */
export type Decision = 'render' | 'as-it-is' | Extract<PageReading['unrendered'], 'unpromising' | 'share'>;

/** A choice that knows nothing yet. */
export function createRenderChoice({ every, share }: Pick<Rendering, 'every' | 'share'>): RenderChoice {
  const predictor = createRenderPredictor();
  const turns = createTurns();
  let requested = 0;
  let rendered = 0;
  let deciding = 0;
  /** The pages that are being rendered, with their hosts. */
  const underWay = new Map<string, string>();

  function decide({ url, shell }: Page): Decision {
    if (every) return 'render';
    if (!predictor.isWorth(url, shell?.signs ?? [])) return 'unpromising';
    return rendered + underWay.size < Math.max(FIRST, share * requested) ? 'render' : 'share';
  }

  return {
    get aside() {
      return Math.min(MOST_ASIDE, deciding + underWay.size);
    },
    async decide(url, page) {
      if (!every && page.shell?.lacks === undefined) return 'as-it-is';
      const host = hostOf(page.url);
      deciding += 1;
      await turns.take(host);
      deciding -= 1;
      const decision = decide(page);
      if (decision === 'render') underWay.set(url, host);
      else turns.giveBack(host);
      return decision;
    },
    ended(url) {
      const host = underWay.get(url);
      if (host === undefined) return;
      underWay.delete(url);
      turns.giveBack(host);
    },
    note({ url, finalUrl = url, reading, fetched, rejudged }) {
      // After a resume, the last event of a page that was judged again says that it was requested.
      if (rejudged !== undefined && !fetched) return;
      if (fetched) requested += 1;
      if (reading === undefined) return;
      const { signs, paid, requests, unrendered } = reading;
      const failed = unrendered !== undefined && unrendered in RENDER_FAILURES && unrendered !== 'no-browser';
      if (unrendered === 'unpromising') predictor.leftOut(finalUrl);
      if (requests === undefined && !failed) return;
      rendered += 1;
      // Of a page that was not judged it is not known.
      if (paid !== undefined || failed) predictor.rendered(finalUrl, signs, paid === true);
    },
  };
}

/** One at a time for each name; the others wait, the first come first. */
function createTurns(): { take(name: string): Promise<void>; giveBack(name: string): void } {
  const waiting = new Map<string, (() => void)[]>();
  return {
    async take(name) {
      const queue = waiting.get(name);
      if (queue === undefined) waiting.set(name, []);
      else await new Promise<void>((resolve) => queue.push(resolve));
    },
    giveBack(name) {
      const next = waiting.get(name)?.shift();
      if (next === undefined) waiting.delete(name);
      else next();
    },
  };
}
