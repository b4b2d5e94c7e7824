import path from 'node:path';
import { LISTED_STOP_WORDS } from '../../language/text/stop-words.js';
import { createLineSorter, groupLines, type SortedLines } from './external-sort.js';
import { ByteSink } from './byte-sink.js';
import { writeNumbers } from './index-keys.js';
import { BLOCK, PREFIX_PROBES, prefixBit, weightOf } from './label-index-format.js';
import { labelWords, wordsOf } from './label-words.js';
import { SequenceHash, hashWord, hexOfHash } from './word-hash.js';
import { withoutQualifier } from '../../support/text/ends.js';

/** Share of the resource's popularity that a name of each kind counts, in the order of CANDIDATE_KINDS. */
const KIND_SHARES = [1, 0.5, 0.5, 0.1];
/** Link texts that were used less often are ignored. */
const LEAST_ANCHORS = 2;
const MAX_CONTEXT_WORDS = 24;
const STOP_WORDS: ReadonlySet<string> = new Set(LISTED_STOP_WORDS);
const DISAMBIGUATION = 3;

/** The written resources. */
export interface WrittenResources {
  readonly count: number;
  readonly labels: number;
  /** One line per name: hash of the key, resource (base 36), weight, kind. */
  readonly names: SortedLines;
  /** Per resource its number, the number of words that follow, and the words, as u32. */
  readonly contexts: string;
}

/** A name of a resource while its lines are read. */
interface Name {
  kind: number;
  anchors: number;
  readonly words: readonly string[];
}

/**
 * Writes the sections `resources`, `blocks` and `prefixes`, and the input of the others.
 *
 *     count of a name l of a resource r = anchors(l, r) + share(kind) · (1 + popularity(r))
 *
 * Where link texts were counted these decide, as in commonness (Medelyan, Witten, Milne 2008), otherwise popularity. The
 * share is 1 for a label, 0.5 for alternatives and redirects, 0.1 for names by disambiguation pages and for labels without
 * their words in parentheses.
 */
export async function writeResources(folder: string, facts: SortedLines): Promise<WrittenResources> {
  const table = createTable(folder);
  const contexts = new ByteSink(path.join(folder, 'contexts'));
  const names = createLineSorter(folder, 'names');
  const prefixes = createPrefixes(facts.count);
  let labels = 0;
  try {
    for await (const piece of groupLines(facts)) {
      for (const { key: iri, rest } of piece) {
        const found = namesOf(rest);
        if (found.names.size === 0) continue;
        labels += found.labels;
        const id = table.add(iri);
        for (const name of found.names.values()) {
          const count = name.anchors + (KIND_SHARES[name.kind] ?? 0) * (1 + found.popularity);
          const hash = hexOfHash(hashName(name.words, prefixes));
          names.add(`${hash}\t${id.toString(36)}\t${weightOf(count)}\t${name.kind}`);
        }
        const words = contextWords(rest);
        contexts.u32(id);
        contexts.u32(words.length);
        for (const word of words) contexts.u32(word);
      }
    }
  } finally {
    table.close();
    contexts.close();
  }
  prefixes.write(folder);
  return { count: table.count(), labels, names: names.finish(), contexts: contexts.file };
}

function namesOf(lines: readonly string[]): {
  readonly names: ReadonlyMap<string, Name>;
  readonly labels: number;
  readonly popularity: number;
} {
  const names = new Map<string, Name>();
  let labels = 0;
  let popularity = 0;
  const add = (label: string, kind: number, anchors: number): void => {
    const words = labelWords(label);
    if (words === undefined) return;
    const key = words.join(' ');
    const known = names.get(key);
    if (known === undefined) names.set(key, { kind, anchors, words });
    else {
      known.kind = Math.min(known.kind, kind);
      known.anchors += anchors;
    }
  };
  for (const line of lines) {
    if (line.startsWith('L')) {
      const label = line.slice(4);
      labels += 1;
      add(label, Number(line[2]), 0);
      const unqualified = withoutQualifier(label);
      if (unqualified !== label && unqualified !== '') add(unqualified, DISAMBIGUATION, 0);
    } else if (line.startsWith('N')) {
      popularity += Number(line.slice(2));
    } else if (line.startsWith('A')) {
      const [count, label = ''] = line.slice(2).split('\t');
      if (Number(count) >= LEAST_ANCHORS) add(label, 1, Number(count));
    }
  }
  return { names, labels, popularity };
}

/** The hash of a name; its beginnings are added to the prefixes. */
function hashName(words: readonly string[], prefixes: Prefixes): SequenceHash {
  const hash = new SequenceHash();
  hash.reset();
  words.forEach((word, index) => {
    if (index > 0) prefixes.add(hash);
    hash.push(hashWord(word));
  });
  return hash;
}

/** Low halves of the hashes of the words in a resource's own labels, its description and its types. */
function contextWords(lines: readonly string[]): readonly number[] {
  const words = new Set<string>();
  for (const line of lines) {
    const text = line.startsWith('L\t0') ? line.slice(4) : line.startsWith('X') ? line.slice(2) : '';
    for (const word of wordsOf(text)) {
      if (words.size < MAX_CONTEXT_WORDS && word.length > 2 && !STOP_WORDS.has(word)) words.add(word);
    }
  }
  return [...words].map((word) => hashWord(word).low >>> 0);
}

/** The table of IRIs, which come in order. */
function createTable(folder: string): {
  add: (iri: string) => number;
  count: () => number;
  close: () => void;
} {
  const resources = new ByteSink(path.join(folder, 'resources'));
  const blocks = new ByteSink(path.join(folder, 'blocks'));
  let before = Buffer.alloc(0);
  let count = 0;
  return {
    add: (iri) => {
      const bytes = Buffer.from(iri);
      let shared = 0;
      if (count % BLOCK === 0) blocks.u32(resources.length);
      else while (shared < bytes.length && bytes[shared] === before[shared]) shared += 1;
      resources.varint(shared);
      resources.varint(bytes.length - shared);
      resources.bytes(bytes.subarray(shared));
      before = bytes;
      count += 1;
      return count - 1;
    },
    count: () => count,
    close: () => {
      resources.close();
      blocks.close();
    },
  };
}

interface Prefixes {
  add(hash: SequenceHash): void;
  write(folder: string): void;
}

/** @param facts how many facts there are, at least as many as labels: eight bits for each */
function createPrefixes(facts: number): Prefixes {
  const bits = 2 ** Math.min(31, Math.max(10, Math.ceil(Math.log2(facts * 8))));
  const filter = new Uint32Array(bits / 32);
  return {
    add: ({ high, low }) => {
      for (let probe = 0; probe < PREFIX_PROBES; probe += 1) {
        const bit = prefixBit(high, low, probe, bits);
        filter[bit >>> 5] = (filter[bit >>> 5] ?? 0) | (1 << (bit & 31));
      }
    },
    write: (folder) => writeNumbers(folder, 'prefixes', filter),
  };
}
