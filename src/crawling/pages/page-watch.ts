import type { QueuedUrl, ReasonCode } from '../../model/crawl-event.js';
import type { Frontier } from '../../model/frontier.js';
import type { Page } from '../../model/page.js';
import type { CrawlMemory } from '../store/crawl-memory.js';
import { createNearDuplicates, FEWEST_WORDS, type NearDuplicates } from './near-duplicates.js';
import { given } from '../../support/given.js';
import { sha256 } from '../../support/hash.js';
import { readFingerprint, simHash, wordsOf, type Fingerprint } from './simhash.js';
import { isSoft404 } from './soft-404.js';
import { createTrapWatch, trapPrint, type TrapWatch } from './traps.js';
import { registeredDomain } from '../urls/urls.js';

/** What a page is, before it is judged. */
export interface PageSight {
  /** Why it is not to be judged; undefined where it is. */
  readonly refusal?: { readonly code: ReasonCode; readonly message: string; readonly resembles?: string };
  /** Absent where the text is too short to be compared. */
  readonly fingerprint?: Fingerprint;
  /** Normalised; absent where it is the page's own. */
  readonly canonicalUrl?: string;
}

/** Keeps an eye on what pages bring: errors in disguise, copies, traps. */
export interface PageWatch {
  /** Absent where traps are followed. */
  readonly traps?: Pick<TrapWatch, 'isTrap' | 'suspects'>;
  /** Looks at a page that was fetched, before it is judged. */
  look(url: string, page: Page): PageSight;
  /** The fingerprint that identifies copies of a page; undefined where its text is too short, or copies are not sought. */
  fingerprintOf(page: Page): Fingerprint | undefined;
  /**
   * The URL comes to its end, in this step: what its page says about traps counts from now on.
   * @returns the trail of the URLs that the page names
   */
  ended(entry: QueuedUrl, isAccepted: boolean): string | undefined;
  /** The page was accepted: pages like it are duplicates from now on. */
  accepted(url: string, fingerprint: Fingerprint): void;
  /** The address brought no page that was judged: it cannot represent another. */
  unusable(url: string): void;
}

/** Addresses without a page that are remembered; then the oldest are forgotten. */
export const MAX_UNUSABLE = 50_000;

/**
 * Canonical addresses (RFC 6596) count where they lie on the same site (registered domain), do not lead from a page to
 * the bare host (the commonest mistake), and were or will be requested: the other page then represents both. A page
 * whose canonical address is unknown is judged itself.
 *
 * @param options.nearDuplicates whether pages are compared with accepted ones
 * @param options.followTraps whether traps are not sought
 * @param options.memory where what is known of traps outlives the process
 */
export function createPageWatch(options: {
  readonly frontier: Pick<Frontier, 'knows'>;
  readonly normalise: (written: string) => string | undefined;
  readonly nearDuplicates: boolean;
  readonly followTraps: boolean;
  readonly memory?: CrawlMemory;
}): PageWatch {
  const { frontier, normalise } = options;
  const traps = options.followTraps ? undefined : createTrapWatch(options.memory);
  /** Of pages that were looked at and have not come to their end: what they say of traps if rejected, and if accepted. */
  const sights = new Map<string, readonly [Fingerprint, Fingerprint | 'new']>();
  const duplicates: NearDuplicates | undefined = options.nearDuplicates ? createNearDuplicates() : undefined;
  const unusable = new Set<string>();

  function canonicalOf(url: string, page: Page): string | undefined {
    const canonical = page.canonicalUrl === undefined ? undefined : normalise(page.canonicalUrl);
    return canonical === url || canonical === normalise(page.url) ? undefined : canonical;
  }

  function standsFor(canonical: string | undefined, url: string): boolean {
    if (canonical === undefined || unusable.has(canonical) || !frontier.knows(canonical)) return false;
    return new URL(canonical).pathname !== '/' && registeredDomain(canonical) === registeredDomain(url);
  }

  function refusalOf(
    url: string,
    page: Page,
    canonical: string | undefined,
    fingerprint: Fingerprint | undefined,
  ): PageSight['refusal'] {
    if (isSoft404(page)) return { code: 'soft-404', message: page.title };
    if (standsFor(canonical, url))
      return { code: 'canonical-known', message: `its own address is ${canonical ?? ''}` };
    const twin = fingerprint === undefined ? undefined : duplicates?.find(fingerprint);
    if (twin === undefined || twin === url) return undefined;
    return { code: 'near-duplicate', message: `nearly the text of ${twin}`, resembles: twin };
  }

  function fingerprintOf(page: Page): Fingerprint | undefined {
    const words = duplicates === undefined ? [] : wordsOf(textOf(page));
    return words.length < FEWEST_WORDS ? undefined : simHash(words);
  }

  return {
    ...given({ traps }),
    fingerprintOf,
    look(url, page) {
      const fingerprint = fingerprintOf(page);
      if (traps !== undefined) sights.set(url, [trapPrint(textOf(page)), noveltyOf(page, fingerprint)]);
      const canonicalUrl = canonicalOf(url, page);
      const refusal = refusalOf(url, page, canonicalUrl, fingerprint);
      return {
        refusal,
        fingerprint,
        canonicalUrl,
      };
    },
    ended(entry, isAccepted) {
      const [rejected, accepted = 'new'] = sights.get(entry.url) ?? [];
      sights.delete(entry.url);
      return traps?.saw(entry, isAccepted ? accepted : rejected);
    },
    accepted: (url, fingerprint) => duplicates?.add(fingerprint, url),
    unusable(url) {
      unusable.add(url);
      const [oldest] = unusable;
      if (unusable.size > MAX_UNUSABLE && oldest !== undefined) unusable.delete(oldest);
    },
  };
}

/** An accepted page is new, unless copies of it are not sought: then it may be one, word for word. */
function noveltyOf(page: Page, fingerprint: Fingerprint | undefined): Fingerprint | 'new' {
  return fingerprint === undefined ? readFingerprint(sha256(`${page.title}\n${textOf(page)}`)) : 'new';
}

function textOf({ text, blocks }: Page): string {
  return text === '' ? blocks.join('\n') : text;
}
