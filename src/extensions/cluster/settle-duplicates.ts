import { createAcceptedPages } from '../../crawling/pages/accepted-pages.js';
import type { StoredEvent } from './stored-events.js';
import type { CrawlEvent, ReasonCode } from '../../model/crawl-event.js';
import { readSketch, type TextSketch } from '../../support/text/text-sketch.js';
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
 * process: where it is a copy, the bodies are the same, or one page names the other as canonical and has its text. What one
 * worker accepted was settled by that worker.
 */
export function settleDuplicates(): DuplicateSettling {
  const accepted = createAcceptedPages();
  const bodies = new Map<string, string>();
  const workers = new Map<string, number>();
  const settled = new Set<string>();

  function likeness({ canonicalUrl, checksum }: CrawlEvent, sketch?: TextSketch): Likeness | undefined {
    if (sketch !== undefined && canonicalUrl !== undefined && accepted.hasText(canonicalUrl, sketch))
      return alike('canonical-known', `its canonical address is ${canonicalUrl}`, canonicalUrl);
    const near = sketch && accepted.findCopied(sketch);
    if (near !== undefined) return alike('near-duplicate', `nearly the text of ${near}`, near);
    const same = checksum === undefined ? undefined : bodies.get(checksum);
    return same === undefined ? undefined : alike('near-duplicate', `the body of ${same}`, same);
  }

  return {
    take({ worker, event }) {
      const { url, fingerprint = '', checksum, judgement, rejudged } = event;
      // A page that its worker left for one that is a duplicate here counts.
      if (rejudged !== undefined)
        return settled.has(url) || (event.state !== 'done' && settled.has(event.resembles ?? ''))
          ? undefined
          : event;
      if (judgement?.accepted !== true) return event;
      const sketch = readSketch(fingerprint);
      const found = likeness(event, sketch);
      if (found !== undefined && workers.get(found.resembles) !== worker) {
        settled.add(url);
        return duplicateOf(event, found);
      }
      workers.set(url, worker);
      if (sketch !== undefined) accepted.add({ url, sketch });
      if (checksum !== undefined && !bodies.has(checksum)) bodies.set(checksum, url);
      return event;
    },
    get count() {
      return settled.size;
    },
  };
}

function alike(code: ReasonCode, message: string, resembles: string): Likeness {
  return { code, message, resembles };
}

function duplicateOf(event: CrawlEvent, why: Likeness): CrawlEvent {
  const rest = without(event, 'judgement', 'title', 'checksum', 'fingerprint', 'links', 'left');
  return { ...rest, ...why, state: 'skipped' };
}
