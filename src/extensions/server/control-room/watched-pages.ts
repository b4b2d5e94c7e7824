import type { CrawlEvent, ReasonCode } from '../../../model/crawl-event.js';
import type { NounEvidence } from '../../../model/topic.js';
import { verdictOf, type Verdict } from '../../../model/verdict.js';
import type { CrawlView } from './crawl-view.js';
import { readEventAt, readEventsAt } from './event-tail.js';

/** Pages that are searched for a text, the latest ones. */
const MAX_SEARCHED = 20_000;
/** Steps of a way that are shown. */
const MAX_STEPS = 100;

/** A page in a list. JSON. */
export interface ListedPage {
  readonly url: string;
  readonly title: string;
  readonly verdict: Verdict;
  readonly code?: ReasonCode;
  readonly score?: number;
  readonly time: string;
  readonly summary?: string;
  /** The three nouns that pulled most. */
  readonly nouns: readonly Pick<NounEvidence, 'lemma' | 'pull'>[];
}

/** Reads the pages of a crawl from its events file, by their places in the view. */
export interface PageReading {
  readonly eventAt: (place: number) => Promise<CrawlEvent | undefined>;
  readonly eventsAt: (places: readonly number[]) => Promise<readonly CrawlEvent[]>;
  readonly listed: (places: readonly number[]) => Promise<readonly ListedPage[]>;
  /** Places of pages that hold a text in their address or title, among the latest. */
  readonly matching: (places: readonly number[], text: string) => Promise<readonly number[]>;
  /** The pages that led to one. */
  readonly wayTo: (event: CrawlEvent) => Promise<readonly ListedPage[]>;
}

/** @param file the events file @param view the crawl as it was read so far */
export function pageReading(file: string, view: () => CrawlView): PageReading {
  const eventAt = (place: number): Promise<CrawlEvent | undefined> => readEventAt(file, view().lineOf(place));
  const eventsAt = (places: readonly number[]): Promise<readonly CrawlEvent[]> =>
    readEventsAt(
      file,
      places.map((place) => view().lineOf(place)),
    );
  return {
    eventAt,
    eventsAt,
    listed: async (places) => (await eventsAt(places)).map(listedPage),
    async matching(places, text) {
      const wanted = text.toLowerCase();
      const found: number[] = [];
      for (const place of places.slice(0, MAX_SEARCHED)) {
        const event = await eventAt(place);
        if (`${event?.url ?? ''} ${event?.title ?? ''}`.toLowerCase().includes(wanted)) found.push(place);
      }
      return found;
    },
    async wayTo({ referrer }) {
      const way: ListedPage[] = [];
      let url = referrer;
      while (url !== undefined && way.length < MAX_STEPS && !way.some((page) => page.url === url)) {
        const place = view().placeOf(url);
        const event = place === undefined ? undefined : await eventAt(place);
        if (event === undefined) break;
        way.unshift(listedPage(event));
        url = event.referrer;
      }
      return way;
    },
  };
}

/** A page as lists show it. */
export function listedPage(event: CrawlEvent): ListedPage {
  const { url, title = '', code, time, judgement } = event;
  return {
    url,
    title,
    verdict: verdictOf(event),
    code,
    time,
    score: judgement?.score,
    summary: judgement?.reason.summary,
    nouns: (judgement?.reason.evidence ?? []).slice(0, 3).map(({ lemma, pull }) => ({ lemma, pull })),
  };
}
