import type { ListedTimes } from '../../../model/crawl-event.js';
import type { CrawlLessons } from './crawl-lessons.js';

/** A page that a source names. JSON. */
export interface NamedPage {
  readonly url: string;
  /** The address of the list, the answer or the page that it comes from. */
  readonly by: string;
  /** Why it is requested, in words. */
  readonly reason: string;
  /** What the list says of its times. */
  readonly listed?: ListedTimes | undefined;
}

/** One question to a source. */
export interface Ask {
  /** What it is about: a host, or a query. */
  readonly target: string;
  /**
   * The pages that it names, the best first.
   * @throws SfwcError where the source does not answer
   */
  readonly run: (signal: AbortSignal) => Promise<readonly NamedPage[]>;
}

/** What a source may look at to find its next question. */
export interface AskState {
  readonly lessons: CrawlLessons;
  /** How often it was asked about something. */
  readonly times: (target: string) => number;
  /** What the last answer about something named beyond what was taken. */
  readonly left: (target: string) => readonly NamedPage[];
  /** Whether a URL may be requested, and is not known to the crawl. */
  readonly isNew: (url: string) => boolean;
}

/** Something besides links that names URLs. */
export interface Source {
  /** In words; each source has another one. */
  readonly name: string;
  /** The share of accepted pages to expect of it before anything is known. */
  readonly prior: number;
  /** URLs of an answer that are taken. */
  readonly most: number;
  /** The address of the service that it queries, which the user named; absent for hosts of the crawl. */
  readonly service?: string;
  /** Whether URLs that wait in the queue are requested earlier where it names them. */
  readonly raises: boolean;
  /** The next question; undefined where there is none at the moment. */
  readonly next: (state: AskState) => Ask | undefined;
}

/** Questions about one host to one source. */
export const MOST_ASKS_OF_HOST = 5;

/** Takes more of an answer, where some of it is left. */
export function askForMore(target: string, { times, left }: AskState): Ask | undefined {
  if (times(target) >= MOST_ASKS_OF_HOST) return undefined;
  const pages = left(target);
  return pages.length === 0 ? undefined : { target, run: () => Promise.resolve(pages) };
}
