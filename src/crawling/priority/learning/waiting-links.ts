import { createPackedRows } from '../../../support/packed-rows.js';
import type { LinkEvidence } from './evidence.js';
import { evidenceOf, ROW_WIDTH, rowOf, type EvidenceRow } from './evidence-row.js';

/** The evidence of URLs that wait. */
export interface WaitingLinks {
  /** A copy. */
  get(url: string): LinkEvidence | undefined;
  /** Where it lies, good until something is set. */
  rowOf(url: string): EvidenceRow | undefined;
  /** Returns where it lies, good until something is set. */
  set(url: string, evidence: LinkEvidence): EvidenceRow;
  delete(url: string): void;
  /** In the order in which they were found. A row is good until something is set. */
  all(): Iterable<readonly [url: string, row: EvidenceRow]>;
  /** What was set, and undefined for what was deleted, since this was called last. */
  changes(): Iterable<readonly [url: string, kept: Uint8Array | undefined]>;
  /** @throws RangeError for what is not of such {@link changes} */
  restore(kept: Iterable<readonly [url: string, kept: Uint8Array]>): void;
}

/**
 * The evidence is kept as rows of numbers, some 250 bytes of each URL, and there are hundreds of thousands of them.
 * @param most URLs. Beyond, those are forgotten that were found first
 */
export function createWaitingLinks(most: number): WaitingLinks {
  const rows = createPackedRows(ROW_WIDTH);
  const places = new Map<string, number>();
  let changed = new Set<string>();

  function remove(url: string): void {
    const place = places.get(url);
    if (place === undefined) return;
    rows.drop(place);
    places.delete(url);
    changed.add(url);
  }
  function forgetFirst(): void {
    const [oldest] = places.keys();
    if (oldest !== undefined) remove(oldest);
  }
  return {
    get(url) {
      const place = places.get(url);
      return place === undefined ? undefined : evidenceOf(rows.spotAt(place));
    },
    rowOf(url) {
      const place = places.get(url);
      return place === undefined ? undefined : rows.spotAt(place);
    },
    set(url, evidence) {
      const before = places.get(url);
      const place = rows.put(rowOf(evidence), before);
      if (place !== before) places.set(url, place);
      changed.add(url);
      if (places.size > most) forgetFirst();
      return rows.spotAt(place);
    },
    delete: remove,
    *all() {
      for (const [url, place] of places) yield [url, rows.spotAt(place)];
    },
    *changes() {
      const urls = changed;
      changed = new Set();
      for (const url of urls) {
        const place = places.get(url);
        yield [url, place === undefined ? undefined : rows.bytesAt(place)];
      }
    },
    restore(kept) {
      for (const [url, bytes] of kept) places.set(url, rows.putBytes(bytes));
    },
  };
}
