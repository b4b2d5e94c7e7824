import type { KnowledgeBase, QueryFocus } from '../../model/rdf.js';
import { nif, sfwc } from '../../model/vocabulary.js';
import { writtenTerm, type Description } from '../../support/rdf/quads.js';
import { text } from '../../support/rdf/rdf-terms.js';
import { takeTurns } from '../../support/take-turns.js';
import { createRecent, type Recent } from '../../support/recent.js';
import { asWritten, openBlockFile, writeBlockFile, type Block, type BlockFile } from './block-file.js';
import { loadFile } from './kb-folder.js';
import { createOxigraphStore } from '../oxigraph/oxigraph-store.js';
import { checkCount, MAX_QUADS } from '../oxigraph/store-limit.js';

/** Indexed predicates of a topic's file: nouns by lemma and by linker. */
const INDEXED: readonly string[] = [nif.anchorOf, sfwc.linkedBy];

/** Writes a topic's file. @throws OutputError as {@link writeBlockFile} */
export async function writeTopicFile(file: string, quads: Iterable<Description>): Promise<void> {
  await writeBlockFile(file, quads, INDEXED);
}

/**
 * Opens a topic's file as a knowledge base that reads nouns on demand, and everything else at once. A query whose scope has a focus
 * reads only the lines of that focus, any other the whole file. Answers are those of a store with the whole file.
 *
 * Judging a page needs some hundred nouns, each once per crawl: a small part of a topic with millions of triples. A
 * file without a block index is read completely.
 *
 * @param most maximum number of quads in the store
 * @throws InputError when the file cannot be read
 */
export async function openTopicStore(file: string, most: number = MAX_QUADS): Promise<KnowledgeBase> {
  const store = createOxigraphStore(most);
  const blocks = await openBlockFile(file);
  if (blocks === undefined) {
    await loadFile(store, file);
    return store;
  }
  const reader = createReader(store, blocks, () => checkCount(blocks.quads, file, most));
  await reader.readOthers();
  return {
    select: async (query, scope) => {
      await (scope?.focus === undefined ? reader.readAll() : reader.readFocus(scope.focus));
      return store.select(query, scope);
    },
    answer: async (query, format, scope) => {
      await reader.readAll();
      return store.answer(query, format, scope);
    },
    load: (nquads, options) => store.load(nquads, options),
    size: async () => {
      await reader.readAll();
      return store.size();
    },
  };
}

interface Reader {
  /** Reads everything but nouns. */
  readOthers(): Promise<void>;
  readFocus(focus: QueryFocus): Promise<void>;
  readAll(): Promise<void>;
}

/** Values per focus that are known to have been read. Reading others again changes nothing. */
const ASKED = 100_000;

// A file with an index was written by this program.
const TRUSTED = { trusted: true } as const;

function createReader(store: KnowledgeBase, file: BlockFile, checkAll: () => void): Reader {
  const waiting = new Set(file.blocks);
  const asked = new Map<string, Recent<string, true>>();
  const held = new WeakMap<Block, Record<string, MayHold>>();
  const inTurn = takeTurns();
  const readWhole = async (blocks: Iterable<Block>): Promise<void> => {
    for (const block of blocks) {
      await store.load([await file.read(block)], TRUSTED);
      waiting.delete(block);
    }
  };
  return {
    readOthers: () => inTurn(() => readWhole(file.blocks.filter(({ ranges }) => !(nif.anchorOf in ranges)))),
    readAll: () =>
      inTurn(async () => {
        checkAll();
        await readWhole([...waiting]);
      }),
    readFocus: (focus) =>
      inTurn(async () => {
        const key = [focus.property, ...focus.predicates].join('\n');
        const before = asked.get(key) ?? createRecent<string, true>(ASKED);
        const missing = focus.values.map(asWritten).filter((value) => before.get(value) === undefined);
        asked.set(key, before);
        const lines: string[] = [];
        for (const [block, values] of blocksWith(waiting, focus.property, missing)) {
          const there = held.get(block)?.[focus.property];
          const wanted = there === undefined ? values : values.filter(there);
          if (wanted.length === 0) continue;
          const text = await file.read(block);
          if (there === undefined)
            held.set(block, { ...held.get(block), [focus.property]: valuesIn(text, focus.property) });
          lines.push(linesAbout(text, { ...focus, values: wanted }));
        }
        await store.load(lines, TRUSTED);
        missing.forEach((value) => before.set(value, true));
      }),
  };
}

/** The blocks whose range contains any of the values, with those values. */
function* blocksWith(
  blocks: Iterable<Block>,
  property: string,
  values: readonly string[],
): Generator<readonly [Block, readonly string[]]> {
  const sorted = [...new Set(values)].sort();
  for (const block of blocks) {
    const range = block.ranges[property];
    // Predicates that are not indexed may be anywhere.
    if (range === undefined && INDEXED.includes(property)) continue;
    const inside =
      range === undefined
        ? sorted
        : sorted.slice(lowerBound(sorted, range[0]), lowerBound(sorted, `${range[1]}\0`));
    if (inside.length > 0) yield [block, inside];
  }
}

/** The first index in a sorted list whose value is not less. */
function lowerBound<Value extends string | number>(sorted: ArrayLike<Value>, value: Value): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const there = sorted[middle];
    if (there !== undefined && there < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** True if a block may have a value of a predicate; false is certain. */
type MayHold = (value: string) => boolean;

/** Most nouns of the Web are in no topic: four bytes per noun avoid reading a block again to find that out. */
function valuesIn(block: string, property: string): MayHold {
  const hashes: number[] = [];
  const needle = ` <${property}> "`;
  for (let at = block.indexOf(needle); at !== -1; at = block.indexOf(needle, at + needle.length)) {
    hashes.push(hashOf(block, at + needle.length - 1));
  }
  const sorted = Uint32Array.from(hashes).sort();
  return (value) => {
    const hash = hashOf(writtenTerm(text(value)), 0);
    return sorted[lowerBound(sorted, hash)] === hash;
  };
}

/** FNV-1a of a literal between its quotes. */
function hashOf(text: string, opening: number): number {
  let hash = 0x811c9dc5;
  for (let at = opening + 1; at < text.length && text.charCodeAt(at) !== QUOTE; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    // The character after a backslash, even a quote, belongs to the literal.
    if (text.charCodeAt(at) === BACKSLASH) at += 1;
  }
  return hash >>> 0;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * The lines of a block in a focus. In lines written by `nquadsOf`, subject, predicate, object and graph are
 * separated by one space, and the lines of a subject are adjacent.
 */
export function linesAbout(block: string, { property, values, predicates }: QueryFocus): string {
  const wanted = predicates.map((predicate) => `<${predicate}> `);
  const seen = new Set<number>();
  const found: string[] = [];
  for (const value of values) {
    const needle = ` <${property}> ${writtenTerm(text(value))} <`;
    for (let at = block.indexOf(needle); at !== -1; at = block.indexOf(needle, at + needle.length)) {
      const begin = lineBefore(block, at + 1);
      const subject = block.slice(begin, at + 1);
      const first = firstLineOf(block, subject, begin);
      if (seen.has(first)) continue;
      seen.add(first);
      for (let line = first; block.startsWith(subject, line);) {
        const end = block.indexOf('\n', line) + 1;
        const place = line + subject.length;
        if (wanted.some((predicate) => block.startsWith(predicate, place)))
          found.push(block.slice(line, end));
        line = end;
      }
    }
  }
  return found.join('');
}

/** The start of the line that contains the character before the place. */
const lineBefore = (block: string, place: number): number =>
  place === 0 ? 0 : block.lastIndexOf('\n', place - 1) + 1;

/** @param subject with the space after it; @param begin start of one of its lines */
function firstLineOf(block: string, subject: string, begin: number): number {
  let first = begin;
  while (first > 0) {
    const before = lineBefore(block, first - 1);
    if (!block.startsWith(subject, before)) break;
    first = before;
  }
  return first;
}
