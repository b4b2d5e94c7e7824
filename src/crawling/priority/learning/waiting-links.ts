import { createPackedRows, type PackedRow } from '../../../support/packed-rows.js';
import type { LinkEvidence } from './evidence.js';

/** The evidence of URLs that wait. */
export interface WaitingLinks {
  /** A copy. */
  get(url: string): LinkEvidence | undefined;
  set(url: string, evidence: LinkEvidence): void;
  delete(url: string): void;
  /** In the order in which they were found. */
  all(): Iterable<readonly [url: string, evidence: LinkEvidence]>;
  /** What was set, and undefined for what was deleted, since this was called last. */
  changes(): Iterable<readonly [url: string, kept: Uint8Array | undefined]>;
  /** @throws RangeError for what is not of such {@link changes} */
  restore(kept: Iterable<readonly [url: string, kept: Uint8Array]>): void;
}

const FRACTIONS = ['page', 'anchor', 'context', 'block', 'url', 'relevance', 'best'] as const;
const WHOLES = ['links', 'accepted', 'host'] as const;
const LISTS = [
  'directories',
  'sources',
  'blocks',
  'templates',
  'anchorWords',
  'urlWords',
  'contextWords',
] as const;

/**
 * The evidence is kept as rows of numbers, some 250 bytes of each URL, and there are hundreds of thousands of them.
 * @param most URLs. Beyond, those are forgotten that were found first
 */
export function createWaitingLinks(most: number): WaitingLinks {
  const rows = createPackedRows(FRACTIONS.length);
  const places = new Map<string, number>();
  let changed = new Set<string>();

  function remove(url: string): void {
    const place = places.get(url);
    if (place === undefined) return;
    rows.drop(place);
    places.delete(url);
    changed.add(url);
  }
  return {
    get(url) {
      const place = places.get(url);
      return place === undefined ? undefined : evidenceOf(rows.at(place));
    },
    set(url, evidence) {
      places.set(url, rows.put(rowOf(evidence), places.get(url)));
      changed.add(url);
      const [oldest] = places.keys();
      if (places.size > most && oldest !== undefined) remove(oldest);
    },
    delete: remove,
    *all() {
      for (const [url, place] of places) yield [url, evidenceOf(rows.at(place))];
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

/** The lengths of the lists stand before them. */
function rowOf(evidence: LinkEvidence): { readonly fractions: number[]; readonly wholes: number[] } {
  const wholes: number[] = [];
  for (const name of WHOLES) wholes.push(evidence[name]);
  for (const name of LISTS) wholes.push(evidence[name].length);
  for (const name of LISTS) for (const number of evidence[name]) wholes.push(number);
  return { fractions: FRACTIONS.map((name) => evidence[name]), wholes };
}

function evidenceOf({ fractions, wholes }: PackedRow): LinkEvidence {
  let end = WHOLES.length + LISTS.length;
  const next = (list: number): number[] => {
    const begin = end;
    end += wholes[WHOLES.length + list] ?? 0;
    return Array.from(wholes.subarray(begin, end));
  };
  const at = (numbers: Float64Array | Uint32Array, place: number): number => numbers[place] ?? 0;
  // Written out, in the order of the names above: objects of one shape are made much faster.
  return {
    page: at(fractions, 0),
    anchor: at(fractions, 1),
    context: at(fractions, 2),
    block: at(fractions, 3),
    url: at(fractions, 4),
    relevance: at(fractions, 5),
    best: at(fractions, 6),
    links: at(wholes, 0),
    accepted: at(wholes, 1),
    host: at(wholes, 2),
    directories: next(0),
    sources: next(1),
    blocks: next(2),
    templates: next(3),
    anchorWords: next(4),
    urlWords: next(5),
    contextWords: next(6),
  };
}
