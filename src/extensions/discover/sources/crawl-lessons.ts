import type { CrawlEvent } from '../../../model/crawl-event.js';
import type { WordReader } from '../../../model/topic.js';
import { hostOf } from '../../../crawling/urls/urls.js';

/** What the pages of a host were worth. */
export interface HostLesson {
  readonly host: string;
  readonly fetched: number;
  readonly accepted: number;
  /** Addresses of accepted pages, the first ones. */
  readonly pages: readonly string[];
}

/** What a crawl has learned that its questions to sources are made of, taken from its events, in bounded memory. */
export interface CrawlLessons {
  note(event: CrawlEvent): void;
  /** Hosts with accepted pages, those with the greatest share of accepted pages first. */
  hosts(): readonly HostLesson[];
  /** Words that titles of accepted pages have more than others, on two hosts or more; the best first. */
  words(): readonly string[];
}

/** Hosts, and accepted pages of one, that are remembered; words of titles, with hosts of one. */
const [MOST_HOSTS, MOST_PAGES, MOST_WORDS, MOST_WORD_HOSTS] = [20_000, 200, 20_000, 3] as const;
/** Words of a title that count. */
const WORDS_OF_TITLE = 20;
/** Pages in vain by which the share of a host is smoothed. */
const SMOOTHING = 2;
/** Accepted pages, and hosts of these, that a word needs. */
const LEAST = { pages: 2, hosts: 2 };
/** How many times as frequent in titles of accepted pages a word has to be. */
const LEAST_LIFT = 2;

interface CountedHost {
  fetched: number;
  accepted: number;
  readonly pages: string[];
}

interface CountedWord {
  pages: number;
  accepted: number;
  readonly hosts: string[];
}

/** @param read reads words of titles in base form */
export function createCrawlLessons(read: WordReader): CrawlLessons {
  const hosts = new Map<string, CountedHost>();
  const words = new Map<string, CountedWord>();
  let titles = 0;
  let acceptedTitles = 0;

  function noteHost(host: string, url: string, accepted: boolean): void {
    const counted = hosts.get(host) ?? { fetched: 0, accepted: 0, pages: [] };
    if (!hosts.has(host) && hosts.size >= MOST_HOSTS) return;
    hosts.set(host, counted);
    counted.fetched += 1;
    if (!accepted) return;
    counted.accepted += 1;
    if (counted.pages.length < MOST_PAGES) counted.pages.push(url);
  }

  function noteTitle(title: string, host: string, accepted: boolean): void {
    titles += 1;
    acceptedTitles += Number(accepted);
    for (const word of new Set(read(title).slice(0, WORDS_OF_TITLE))) {
      const counted = words.get(word) ?? { pages: 0, accepted: 0, hosts: [] };
      if (!words.has(word) && words.size >= MOST_WORDS) continue;
      words.set(word, counted);
      counted.pages += 1;
      if (!accepted) continue;
      counted.accepted += 1;
      if (counted.hosts.length < MOST_WORD_HOSTS && !counted.hosts.includes(host)) counted.hosts.push(host);
    }
  }

  /** How many times as frequent a word is in titles of accepted pages as in others. */
  function liftOf({ pages, accepted }: CountedWord): number {
    const others = (pages - accepted + 1) / (titles - acceptedTitles + 2);
    return accepted / Math.max(1, acceptedTitles) / others;
  }

  return {
    note(event) {
      if (!event.fetched) return;
      const url = event.finalUrl ?? event.url;
      const accepted = isAccepted(event);
      noteHost(hostOf(url), url, accepted);
      if (event.state === 'done' && event.title !== undefined) noteTitle(event.title, hostOf(url), accepted);
    },
    hosts: () =>
      [...hosts]
        .filter(([, { accepted }]) => accepted > 0)
        .map(([host, counted]) => ({ host, ...counted }))
        .sort((a, b) => shareOf(b) - shareOf(a)),
    words: () =>
      [...words]
        .filter(([, { accepted, hosts }]) => accepted >= LEAST.pages && hosts.length >= LEAST.hosts)
        .map(([word, counted]) => ({ word, lift: liftOf(counted), accepted: counted.accepted }))
        .filter(({ lift }) => lift >= LEAST_LIFT)
        .sort((a, b) => b.accepted * Math.log(b.lift) - a.accepted * Math.log(a.lift))
        .map(({ word }) => word),
  };
}

/** The share of accepted pages of a host, smoothed. */
export function shareOf({ fetched, accepted }: Pick<HostLesson, 'fetched' | 'accepted'>): number {
  return accepted / (fetched + SMOOTHING);
}

/** Whether a page was accepted when it came to its end; that people or a later model judge otherwise does not count. */
export function isAccepted({ judgement, rejudged }: Pick<CrawlEvent, 'judgement' | 'rejudged'>): boolean {
  return rejudged?.accepted ?? judgement?.accepted ?? false;
}
