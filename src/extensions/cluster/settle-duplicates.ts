import { createNearDuplicates } from '../../crawling/pages/near-duplicates.js';
import { readFingerprint } from '../../crawling/pages/simhash.js';
import type { StoredEvent } from './stored-events.js';
import { registeredDomain } from '../../crawling/urls/urls.js';
import type { CrawlEvent, ReasonCode } from '../../model/crawl-event.js';
import { parseUrl } from '../../support/parse-url.js';
import { without } from '../../support/without.js';

/** Settles which of several pages that are the same counts, where workers did not know of each other's. */
export interface DuplicateSettling {
  /** The event as it counts; undefined for a later verdict on a page that does not. Takes events in the order of all. */
  take(stored: StoredEvent): CrawlEvent | undefined;
  /** Pages that count as duplicates. */
  readonly count: number;
}

/** Why a page is the duplicate of another. */
type Likeness = Required<Pick<CrawlEvent, 'code' | 'message' | 'resembles'>>;

/**
 * Of pages that two workers accepted, the first counts and the other is its duplicate, as it would be in a crawl by one
 * process: where the texts are nearly the same, the bodies are the same, or one page names the other, or both name the same
 * one, as their canonical address on their own site. What one worker accepted was settled by that worker.
 */
export function settleDuplicates(): DuplicateSettling {
  const accepted = createNearDuplicates();
  const bodies = new Map<string, string>();
  const addresses = new Map<string, string>();
  const workers = new Map<string, number>();
  const settled = new Set<string>();

  function likeness(event: CrawlEvent): Likeness | undefined {
    const { fingerprint, checksum, url } = event;
    const near = fingerprint === undefined ? undefined : accepted.find(readFingerprint(fingerprint));
    if (near !== undefined) return alike('near-duplicate', `nearly the text of ${near}`, near);
    const same = checksum === undefined ? undefined : bodies.get(checksum);
    if (same !== undefined) return alike('near-duplicate', `the body of ${same}`, same);
    const canonical = addressOf(event);
    const other = addresses.get(canonical);
    return other === undefined ? undefined : ofAddress(canonical, url, other);
  }

  return {
    take({ worker, event }) {
      const { url, fingerprint, checksum, judgement, rejudged } = event;
      if (rejudged !== undefined) return settled.has(url) ? undefined : event;
      if (judgement?.accepted !== true) return event;
      const found = likeness(event);
      if (found !== undefined && workers.get(found.resembles) !== worker) {
        settled.add(url);
        return duplicateOf(event, found);
      }
      workers.set(url, worker);
      if (fingerprint !== undefined) accepted.add(readFingerprint(fingerprint), url);
      if (checksum !== undefined && !bodies.has(checksum)) bodies.set(checksum, url);
      if (!addresses.has(addressOf(event))) addresses.set(addressOf(event), url);
      return event;
    },
    get count() {
      return settled.size;
    },
  };
}

function ofAddress(canonical: string, url: string, other: string): Likeness {
  if (canonical !== url) return alike('canonical-known', `its own address is ${canonical}`, other);
  return alike('canonical-known', `${other} names it as its own address`, other);
}

function alike(code: ReasonCode, message: string, resembles: string): Likeness {
  return { code, message, resembles };
}

function duplicateOf(event: CrawlEvent, why: Likeness): CrawlEvent {
  const rest = without(event, 'judgement', 'title', 'checksum', 'fingerprint', 'links', 'left');
  return { ...rest, ...why, state: 'skipped' };
}

/** The address that a page names as its own, where that is on its site and not the bare host; else that of its event. */
function addressOf({ url, canonicalUrl }: CrawlEvent): string {
  const canonical = canonicalUrl === undefined ? undefined : parseUrl(canonicalUrl);
  if (canonical === undefined || canonical.pathname === '/') return url;
  return registeredDomain(canonical.href) === registeredDomain(url) ? canonical.href : url;
}
