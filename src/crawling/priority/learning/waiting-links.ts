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
  /** Begins a round through all URLs, from the one that was found first. */
  beginRound(): void;
  /** The next URLs of the round, with their rows, which are good until something is set. It takes new URLs as well. */
  nextOfRound(most: number): Iterable<readonly [url: string, row: EvidenceRow]>;
  /** The URL with which the round continues; undefined where none is under way. */
  roundAt(): string | undefined;
  /** What was set, and undefined for what was deleted, since this was called last. */
  changes(): Iterable<readonly [url: string, kept: Uint8Array | undefined]>;
  /**
   * @param at the URL with which a round continues
   * @throws RangeError for what is not of such {@link changes}
   */
  restore(kept: Iterable<readonly [url: string, kept: Uint8Array]>, at?: string): void;
}

/**
 * The evidence is kept as rows of numbers, some 250 bytes of each URL, and there are hundreds of thousands of them.
 * @param limit URLs. Beyond, those are forgotten that were found first
 */
export function createWaitingLinks(limit: number): WaitingLinks {
  const rows = createPackedRows(ROW_WIDTH);
  const places = new Map<string, number>();
  let changed = new Set<string>();
  /** What is left of the round after the next URL. A map's iterator continues through what is added and deleted meanwhile. */
  let round = places.keys();
  let next: string | undefined;

  function advance(): void {
    const { value, done } = round.next();
    next = done === true ? undefined : value;
  }
  function begin(): void {
    round = places.keys();
    advance();
  }
  function remove(url: string): void {
    const place = places.get(url);
    if (place === undefined) return;
    rows.drop(place);
    places.delete(url);
    changed.add(url);
    if (url === next) advance();
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
      if (places.size > limit) forgetFirst();
      return rows.spotAt(place);
    },
    delete: remove,
    beginRound: begin,
    *nextOfRound(most) {
      for (let count = 0; count < most && next !== undefined; count += 1) {
        const url = next;
        const place = places.get(url);
        advance();
        if (place !== undefined) yield [url, rows.spotAt(place)];
      }
    },
    roundAt: () => next,
    *changes() {
      const urls = changed;
      changed = new Set();
      for (const url of urls) {
        const place = places.get(url);
        yield [url, place === undefined ? undefined : rows.bytesAt(place)];
      }
    },
    restore(kept, at) {
      for (const [url, bytes] of kept) places.set(url, rows.putBytes(bytes));
      if (at === undefined || !places.has(at)) return;
      begin();
      while (next !== at) advance();
    },
  };
}
