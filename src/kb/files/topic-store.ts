import type { Quad } from 'n3';
import type { KnowledgeBase, QueryFocus } from '../../model/rdf.js';
import { nif, sfwc } from '../../model/vocabulary.js';
import { quadLine } from '../../support/rdf/quads.js';
import { iri, text } from '../../support/rdf/rdf-terms.js';
import { createRecent, type Recent } from '../../support/recent.js';
import { asWritten, openBlockFile, writeBlockFile, type Block, type BlockFile } from './block-file.js';
import { loadFile } from './kb-folder.js';
import { createOxigraphStore } from '../oxigraph/oxigraph-store.js';
import { checkCount, MOST_QUADS } from '../oxigraph/store-limit.js';

/** What a topic's file can be asked for without reading all of it: nouns by their lemma, and by their linker. */
const INDEXED: readonly string[] = [nif.anchorOf, sfwc.linkedBy];

/** Writes a topic's file. @throws OutputError as {@link writeBlockFile} */
export async function writeTopicFile(file: string, quads: Iterable<Quad>): Promise<void> {
  await writeBlockFile(file, quads, INDEXED);
}

/**
 * Opens a topic's file as a knowledge base that reads nouns when they are asked for. All that is no noun is read at
 * once. A query whose scope has a focus makes it read the lines that the focus names, and no others; any other query
 * makes it read all. Answers are the same as of a store that holds the whole file.
 *
 * To judge a page needs some hundred nouns, each once a crawl: of a topic with millions of triples, a small part.
 * A file without an index of blocks is read whole.
 *
 * @param most quads that the store holds at most
 * @throws InputError when the file cannot be read
 */
export async function openTopicStore(file: string, most: number = MOST_QUADS): Promise<KnowledgeBase> {
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
  /** What is no noun. */
  readOthers(): Promise<void>;
  readFocus(focus: QueryFocus): Promise<void>;
  readAll(): Promise<void>;
}

/** Values that are known to have been read, of each focus: twice as many at most. Others are read again, which changes nothing. */
const ASKED = 100_000;

/** A file with an index is as this program wrote it. */
const TRUSTED = { trusted: true } as const;

function createReader(store: KnowledgeBase, file: BlockFile, checkAll: () => void): Reader {
  const waiting = new Set(file.blocks);
  const asked = new Map<string, Recent<string, true>>();
  const held = new WeakMap<Block, Record<string, HeldValues>>();
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
        for (const [block, values] of blocksWith(waiting, focus.property, missing)) {
          const there = held.get(block)?.[focus.property];
          const wanted = there === undefined ? values : values.filter(there.mayHold);
          if (wanted.length === 0) continue;
          const text = await file.read(block);
          if (there === undefined)
            held.set(block, { ...held.get(block), [focus.property]: valuesIn(text, focus.property) });
          await store.load([linesAbout(text, { ...focus, values: wanted })], TRUSTED);
        }
        missing.forEach((value) => before.set(value, true));
      }),
  };
}

function takeTurns(): (read: () => Promise<void>) => Promise<void> {
  let turn: Promise<unknown> = Promise.resolve();
  return (read) => {
    const result = turn.then(read);
    turn = result.catch(() => undefined);
    return result;
  };
}

/** The blocks in whose range any of the values lies, with those values. */
function* blocksWith(
  blocks: Iterable<Block>,
  property: string,
  values: readonly string[],
): Generator<readonly [Block, readonly string[]]> {
  const sorted = [...new Set(values)].sort();
  for (const block of blocks) {
    const range = block.ranges[property];
    // A predicate that the index does not keep may be anywhere.
    if (range === undefined && INDEXED.includes(property)) continue;
    const inside =
      range === undefined
        ? sorted
        : sorted.slice(lowerBound(sorted, range[0]), lowerBound(sorted, `${range[1]}\0`));
    if (inside.length > 0) yield [block, inside];
  }
}

/** The first place in a sorted list whose value is not less. */
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

/** Which values of a predicate a block holds. */
interface HeldValues {
  /** False where the block does not hold the value; true says that it may. */
  readonly mayHold: (value: string) => boolean;
}

/** Most nouns of the Web are in no topic: with four bytes for each that is, a block need not be read again to know that. */
function valuesIn(block: string, property: string): HeldValues {
  const hashes: number[] = [];
  const needle = ` <${property}> "`;
  for (let at = block.indexOf(needle); at !== -1; at = block.indexOf(needle, at + needle.length)) {
    hashes.push(hashOf(block, at + needle.length - 1));
  }
  const sorted = Uint32Array.from(hashes).sort();
  return {
    mayHold: (value) => {
      const hash = hashOf(literalText(value), 0);
      return sorted[lowerBound(sorted, hash)] === hash;
    },
  };
}

/** FNV-1a of a literal, from its opening quote to its closing one. */
function hashOf(text: string, opening: number): number {
  let hash = 0x811c9dc5;
  for (let at = opening + 1; at < text.length && text.charCodeAt(at) !== QUOTE; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    // What follows a backslash is part of the literal, a quote too.
    if (text.charCodeAt(at) === BACKSLASH) at += 1;
  }
  return hash >>> 0;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * The lines of a block that a focus names. Blocks are written by {@link quadLine}: subject, predicate, object and graph
 * are one blank apart, and the lines of a subject follow one another.
 */
export function linesAbout(block: string, { property, values, predicates }: QueryFocus): string {
  const wanted = predicates.map((predicate) => `<${predicate}> `);
  const seen = new Set<number>();
  const found: string[] = [];
  for (const value of values) {
    const needle = ` <${property}> ${literalText(value)} <`;
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

/** Where the line begins that holds the character before the place. */
function lineBefore(block: string, place: number): number {
  return place === 0 ? 0 : block.lastIndexOf('\n', place - 1) + 1;
}

/** @param subject with the blank behind it; @param begin where one of its lines begins */
function firstLineOf(block: string, subject: string, begin: number): number {
  let first = begin;
  while (first > 0) {
    const before = lineBefore(block, first - 1);
    if (!block.startsWith(subject, before)) break;
    first = before;
  }
  return first;
}

const ANY = iri('x:');
const PREFIX = '<x:> <x:> ';
const SUFFIX = ' <x:> .\n';

/** A plain string as {@link quadLine} writes it. */
function literalText(value: string): string {
  const line = quadLine({ subject: ANY, predicate: ANY, object: text(value), graph: ANY });
  return line.slice(PREFIX.length, -SUFFIX.length);
}
