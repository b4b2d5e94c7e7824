import type { ReasonCode } from '../../model/crawl-event.js';
import type { Frontier } from '../../model/frontier.js';
import type { Page } from '../../model/page.js';
import type { CrawlMemory } from '../store/crawl-memory.js';
import { createNearDuplicates, FEWEST_WORDS, type NearDuplicates } from './near-duplicates.js';
import { simHash, wordsOf, type Fingerprint } from './simhash.js';
import { isSoft404 } from './soft-404.js';
import { createTrapWatch, trapSight, type TrapSight, type TrapWatch } from './traps.js';
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
  readonly traps: Pick<TrapWatch, 'isTrap'>;
  /** Looks at a page that was fetched, before it is judged. */
  look(url: string, page: Page): PageSight;
  /** The fingerprint that identifies copies of a page; undefined where its text is too short, or copies are not sought. */
  fingerprintOf(page: Page): Fingerprint | undefined;
  /** The address comes to its end, in this step: what its page says about traps counts from now on. */
  ended(url: string): void;
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
 * @param options.memory where what is known of traps outlives the process
 */
export function createPageWatch(options: {
  readonly frontier: Pick<Frontier, 'knows'>;
  readonly normalise: (written: string) => string | undefined;
  readonly nearDuplicates: boolean;
  readonly memory?: CrawlMemory;
}): PageWatch {
  const { frontier, normalise } = options;
  const traps = createTrapWatch(options.memory);
  /** Of pages that were looked at and have not come to their end. */
  const sights = new Map<string, TrapSight>();
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
    traps,
    fingerprintOf,
    look(url, page) {
      const sight = trapSight(url, textOf(page));
      if (sight !== undefined) sights.set(url, sight);
      const fingerprint = fingerprintOf(page);
      const canonicalUrl = canonicalOf(url, page);
      const refusal = refusalOf(url, page, canonicalUrl, fingerprint);
      return {
        refusal,
        fingerprint,
        canonicalUrl,
      };
    },
    ended(url) {
      const sight = sights.get(url);
      if (sight === undefined) return;
      sights.delete(url);
      traps.saw(sight);
    },
    accepted: (url, fingerprint) => duplicates?.add(fingerprint, url),
    unusable(url) {
      unusable.add(url);
      const [oldest] = unusable;
      if (unusable.size > MAX_UNUSABLE && oldest !== undefined) unusable.delete(oldest);
    },
  };
}

function textOf({ text, blocks }: Page): string {
  return text === '' ? blocks.join('\n') : text;
}
