import { createPackedRows } from '../../support/packed-rows.js';
import {
  areCopies,
  copyKeys,
  hash32,
  haveSameText,
  SKETCH_SIZE,
  type TextSketch,
} from '../../support/text/text-sketch.js';
import { sha256 } from '../../support/hash.js';
import { hostNamed } from '../urls/urls.js';

/** An accepted page, by which copies are found. */
export interface AcceptedPage {
  readonly url: string;
  readonly sketch: TextSketch;
  /** The address that it names as canonical, where that is another. */
  readonly canonicalUrl?: string | undefined;
}

/** Accepted pages by their texts and addresses. Memory: 1.5 MB, and for each page about 130 bytes and its address. */
export interface AcceptedPages {
  add(page: AcceptedPage): void;
  /** The address of a page that this one is a copy of, the earliest of several; undefined when there is none. */
  findCopied(page: TextSketch): string | undefined;
  /** True for a page that was accepted at this address and has the text of this one. */
  hasText(url: string, page: TextSketch): boolean;
  /** The addresses of pages that name this address as canonical and have the text of this page. */
  naming(url: string, page: TextSketch): readonly string[];
}

const BLOCKS = 4;
/** Tables in which pages are found: by four blocks of their fingerprints, by their addresses, and by those that they name. */
const [BY_URL, BY_CANONICAL, TABLES] = [BLOCKS, BLOCKS + 1, BLOCKS + 2];
/** Pages with the same value in a table that are compared, the latest ones, so that none takes long. */
const MAX_COMPARED = 500;
/** Numbers of a row before its address: in each table the page before it, the hash of the address that it names, its sketch. */
const [NAMED, SKETCH, HEADER] = [TABLES, TABLES + 1, TABLES + 1 + SKETCH_SIZE];
/** Bytes of the numbers that addresses are packed in. */
const PACKED = Uint32Array.BYTES_PER_ELEMENT;

/**
 * Finds copies as Manku, Jain and Das Sarma 2007 (section 3) find fingerprints that are near each other: only pages that share
 * one of four blocks of 16 bits are compared, which is so for all fingerprints within three bits, and for most within ten.
 * Deviations: tables in memory by the value of a block instead of sorted ones; blocks differ with titles, since copies have the
 * same; and sketches decide ({@link areCopies}) instead of the number of bits.
 */
export function createAcceptedPages(): AcceptedPages {
  const pages = createPackedRows(0);
  /** For each table, by its value: one more than the place of the latest page with it, 0 where there is none. */
  const latest = Array.from({ length: TABLES }, () => new Uint32Array(1 << 16));

  /** The rows of a table that have this value, the latest first. */
  function* rowsOf(table: number, value: number): Generator<Uint32Array, void> {
    let next = latest[table]?.[value & 0xffff] ?? 0;
    for (let compared = 0; next > 0 && compared < MAX_COMPARED; compared += 1) {
      const row = pages.at(next - 1).wholes;
      yield row;
      next = row[table] ?? 0;
    }
  }

  return {
    add({ url, sketch, canonicalUrl }) {
      const named = canonicalUrl === undefined ? 0 : hash32(canonicalUrl);
      const values = [...copyKeys(sketch), hash32(url), named].map((value) => value & 0xffff);
      const before = values.map((value, table) => latest[table]?.[value] ?? 0);
      const place = pages.put({ fractions: [], wholes: [...before, named, ...sketch, ...packText(url)] });
      for (const [table, value] of values.entries())
        if (table !== BY_CANONICAL || canonicalUrl !== undefined) (latest[table] ?? [])[value] = place + 1;
    },
    findCopied(sketch) {
      for (const [block, value] of copyKeys(sketch).entries()) {
        let earliest: Uint32Array | undefined;
        for (const row of rowsOf(block, value)) if (areCopies(sketchIn(row), sketch)) earliest = row;
        if (earliest !== undefined) return urlIn(earliest);
      }
      return undefined;
    },
    hasText(url, sketch) {
      for (const row of rowsOf(BY_URL, hash32(url)))
        if (urlIn(row) === url) return haveSameText(sketchIn(row), sketch);
      return false;
    },
    naming(url, sketch) {
      const hash = hash32(url);
      return [...rowsOf(BY_CANONICAL, hash)]
        .filter((row) => row[NAMED] === hash && haveSameText(sketchIn(row), sketch))
        .map(urlIn);
    },
  };
}

function sketchIn(row: Uint32Array): TextSketch {
  return row.subarray(SKETCH, HEADER);
}

function urlIn(row: Uint32Array): string {
  return unpackText(row.subarray(HEADER));
}

/** A text without U+0000 in numbers of four bytes, filled up with zeros. */
function packText(text: string): Uint32Array {
  const bytes = Buffer.from(text);
  const numbers = new Uint32Array(Math.ceil(bytes.length / PACKED));
  new Uint8Array(numbers.buffer).set(bytes);
  return numbers;
}

/** The reverse of {@link packText}. */
function unpackText({ buffer, byteOffset, byteLength }: Uint32Array): string {
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  const end = bytes.indexOf(0);
  return bytes.toString('utf8', 0, end < 0 ? byteLength : end);
}

/** Rejected pages that small crawls keep at most; large ones keep some hundred more, as the share is lowered on the way. */
const SAMPLE = 300;
/** Hexadecimal digits of a hash that are compared. */
const DIGITS = 8;

/**
 * Whether a rejected page is of the random sample that a crawl keeps aside, to compare accepted pages with: pages that may be
 * accepted later are too like them. The share of pages falls while the crawl grows, so what is in the sample of a crawl of
 * some pages was in it at each moment before.
 * @param done pages that the crawl had read when the page came
 */
export function isSampled(url: string, done: number): boolean {
  return parseInt(sha256(url).slice(0, DIGITS), 16) / 16 ** DIGITS < SAMPLE / (SAMPLE + done);
}

/** Hosts with accepted pages, by the last verdict of each page. Keeps a name and a number for each of them. */
export interface AcceptedHosts {
  /** How many there are. */
  readonly size: number;
  /** Counts a page: 1 where it is accepted now and was not before, −1 the other way round, 0 where nothing changed. */
  count(url: string, change: number): void;
}

/** No hosts yet. */
export function createAcceptedHosts(): AcceptedHosts {
  const pages = new Map<string, number>();
  return {
    get size() {
      return pages.size;
    },
    count(url, change) {
      if (change === 0) return;
      const host = hostNamed(url);
      const left = (pages.get(host) ?? 0) + change;
      if (left > 0) pages.set(host, left);
      else pages.delete(host);
    },
  };
}
