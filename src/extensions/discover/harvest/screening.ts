import type { FetchedResponse, Fetcher, ReasonCode } from '../../../model/crawl-event.js';
import type { Page } from '../../../model/page.js';
import type { WordReader } from '../../../model/topic.js';
import { isSuccess } from '../../../support/text/content-type.js';
import { fullText } from '../../../support/text/full-text.js';
import { sha256 } from '../../../support/hash.js';
import type { KnownPage, KnownPages } from './known-pages.js';
import { hasNoContent, hubCounts, isHub } from './page-tests.js';

/** Why a page is not judged. */
export interface Screened {
  readonly code: Extract<ReasonCode, 'unchanged' | 'verbatim-copy' | 'no-content' | 'hub'>;
  readonly message: string;
}

/** Facts of a page's response besides its body. */
export interface FetchNotes {
  /** The address that was asked for. */
  readonly url: string;
  readonly lastModified?: string;
}

/** Pre-processing of the pages of one run. */
export interface Screening {
  /** A fetcher that leaves the body of a page unread whose Last-Modified is that of the last run. */
  readonly fetcher: Fetcher;
  /** The notes on the page at this address, after redirects. */
  notes(finalUrl: string): FetchNotes;
  /** Why the page is not to be judged; undefined when it is. Copies are recognised in the order of the calls. */
  screen(page: Page): Screened | undefined;
  /** SHA-256 of the text of a page that was screened; undefined for one without a body or a word. */
  textOf(page: Page): string | undefined;
}

/** Rules of pre-processing. */
export interface ScreeningRules {
  readonly known: KnownPages;
  /** Pages that were judged by something else are judged again. */
  readonly judgedBy: string;
  readonly hubRatio: number;
  /** A reader that leaves stop words out. */
  readonly words: WordReader;
  /** Hubs that are listed: they stay hubs, and are always read, for their links. */
  readonly hubs: ReadonlySet<string>;
  /** Front pages of listed sites: they are always read, for their links. */
  readonly sites: ReadonlySet<string>;
}

/** A response, and whether its body was left unread. */
type Noted = FetchNotes & { readonly unread: boolean };

/**
 * Pre-processing (Badia, Muezzinoglu, Nasraoui 2006): what was seen and is unchanged "by the URL and
 * date-last-modified", verbatim copies by "a checksum on the text", hubs, and pages without content. Deviation: a page
 * whose text is the same as in the last run counts as unchanged as well; most servers send no Last-Modified for pages
 * that they put together.
 */
export function createScreening(fetcher: Fetcher, rules: ScreeningRules): Screening {
  const notes = new Map<string, Noted>();
  const texts = new WeakMap<Page, string>();
  /** Texts of this run, and where they stood first. */
  const seen = new Map<string, string>();
  const noted = (finalUrl: string): Noted => notes.get(finalUrl) ?? { url: finalUrl, unread: false };

  function screen(page: Page): Screened | undefined {
    const { url, unread, lastModified } = noted(page.url);
    const before = knownAlike(url, rules);
    if (unread && before !== undefined)
      return unchanged(before, `Last-Modified is still ${lastModified ?? ''}`);
    const text = fullText(page).trim();
    const checksum = text === '' ? undefined : sha256(text);
    if (checksum !== undefined) texts.set(page, checksum);
    if (rules.hubs.has(url)) return { code: 'hub', message: 'a hub on the list; its links are followed' };
    if (checksum !== undefined) {
      const first = seen.get(checksum) ?? rules.known.urlOfText(checksum);
      if (!seen.has(checksum)) seen.set(checksum, url);
      if (before?.text === checksum) return unchanged(before, 'its text is the same');
      if (first !== undefined && first !== url)
        return { code: 'verbatim-copy', message: `its text is that of ${first}` };
    }
    return screenContent(page, rules);
  }

  return {
    fetcher: fetcherNoting(fetcher, rules, notes),
    notes: noted,
    screen,
    textOf: (page) => texts.get(page),
  };
}

/** A fetcher that leaves what is unchanged unread, and notes what responses say. */
function fetcherNoting(fetcher: Fetcher, rules: ScreeningRules, notes: Map<string, Noted>): Fetcher {
  return {
    async fetch(url, options = {}) {
      let unread = false;
      const before = rules.hubs.has(url) || rules.sites.has(url) ? undefined : knownAlike(url, rules);
      const response: FetchedResponse = await fetcher.fetch(url, {
        ...options,
        wantBody: (head) => {
          const date = head.headers['last-modified'];
          unread = isSuccess(head.status) && date !== undefined && date === before?.lastModified;
          return !unread && (options.wantBody?.(head) ?? true);
        },
      });
      const isWhole = response.truncated === undefined;
      const lastModified = isWhole ? response.headers['last-modified'] : undefined;
      notes.set(response.url, { url, unread, lastModified });
      return response;
    },
  };
}

/** A known page, if it was judged by the same. */
function knownAlike(url: string, { known, judgedBy }: ScreeningRules): KnownPage | undefined {
  const page = known.get(url);
  return page?.judgedBy === judgedBy ? page : undefined;
}

function unchanged({ run, judgedIn, verdict, score }: KnownPage, why: string): Screened {
  const scored = score === undefined ? '' : `, score ${score.toFixed(2)}`;
  return {
    code: 'unchanged',
    message: `since run ${run}: ${why}; ${verdict} in run ${judgedIn}${scored}`,
  };
}

function screenContent(page: Page, { words, hubRatio }: ScreeningRules): Screened | undefined {
  const counts = hubCounts(page, words);
  const described = `${counts.externalLinks} links to other sites, ${counts.words} words outside links`;
  if (isHub(counts, hubRatio)) return { code: 'hub', message: described };
  return hasNoContent(counts) ? { code: 'no-content', message: described } : undefined;
}
