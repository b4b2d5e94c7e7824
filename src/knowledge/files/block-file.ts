import { close } from 'node:fs';
import { PassThrough } from 'node:stream';
import { promisify } from 'node:util';
import { gunzipSync, gzip } from 'node:zlib';
import { InputError, messageOf } from '../../model/errors.js';
import { concurrentMap } from '../../support/concurrent-map.js';
import { nquadsOf, type Description } from '../../support/rdf/quads.js';
import { fileEnd, findFileEnd, openForReading, readBytes, type FileEnd } from './file-end.js';
import { writeNQuads } from './nquads-file.js';

/**
 * A gzip member (RFC 1952, section 2.2) of whole lines.
 *
 * A topic's file is gzipped N-Quads that any tool can read: a series of gzip members, each a block of some hundred lines that
 * keeps the lines of a subject together, so that it can be read in parts. An index follows the blocks: comments (N-Quads, section
 * 2) with the place and content of each, then the file's end (`file-end.ts`). A file without an index is read completely.
 */
export interface Block {
  /** Position in the file and compressed length, in bytes. */
  readonly offset: number;
  readonly bytes: number;
  /** Predicate → least and greatest plain literal (by code units); only predicates that occur in the block. */
  readonly ranges: Readonly<Record<string, readonly [least: string, greatest: string]>>;
}

/** Characters per block: smaller blocks compress worse, larger ones waste reading when one noun is wanted. */
const BLOCK_CHARACTERS = 32_768;
/** Blocks compressed concurrently. */
const CONCURRENT_BLOCKS = 4;
/** Blocks listed per member of the index. */
const BLOCKS_PER_MEMBER = 1000;
/** Output buffer that fits a block. */
const UNPACKING = { chunkSize: 2 * BLOCK_CHARACTERS };
const HEAD = '# block ';

const pack = promisify(gzip);

/**
 * Writes quads as a file of blocks, atomically. The same quads give the same bytes. The descriptions of a subject must be
 * adjacent.
 * @param indexed predicates whose values the index keeps; within a block either all subjects have the first of them
 * or none
 * @throws OutputError when it cannot be written; an older file is unchanged
 */
export async function writeBlockFile(
  file: string,
  quads: Iterable<Description>,
  indexed: readonly string[],
): Promise<void> {
  await writeNQuads(file, compressed(quads, indexed), new PassThrough());
}

async function* compressed(
  quads: Iterable<Description>,
  indexed: readonly string[],
): AsyncGenerator<Uint8Array> {
  const lines: string[] = [];
  let offset = 0;
  let count = 0;
  const packed = concurrentMap(cutBlocks(quads, indexed), CONCURRENT_BLOCKS, async (block) => ({
    ...block,
    data: await pack(block.text, { level: 6 }),
  }));
  for await (const { data, lines: quadsHere, ranges } of packed) {
    lines.push(`${HEAD}${JSON.stringify({ offset, bytes: data.length, ranges } satisfies Block)}\n`);
    offset += data.length;
    count += quadsHere;
    yield data;
  }
  for (let at = 0; at < lines.length; at += BLOCKS_PER_MEMBER) {
    yield await pack(lines.slice(at, at + BLOCKS_PER_MEMBER).join(''), { level: 6 });
  }
  yield fileEnd({ quads: count, index: offset });
}

interface OpenBlock {
  readonly text: string;
  readonly lines: number;
  readonly ranges: Block['ranges'];
}

function* cutBlocks(quads: Iterable<Description>, indexed: readonly string[]): Generator<OpenBlock> {
  let text = '';
  let lines = 0;
  let ranges: Record<string, readonly [string, string]> = {};
  const finish = (): OpenBlock => {
    const block = { text, lines, ranges };
    [text, lines, ranges] = ['', 0, {}];
    return block;
  };
  const [first = ''] = indexed;
  for (const run of runsOfSubjects(quads)) {
    const statements = run.flatMap((described) => described.statements);
    const hasFirst = statements.some(([predicate]) => predicate === first);
    const fits = text.length < BLOCK_CHARACTERS && hasFirst === first in ranges;
    if (lines > 0 && !fits) yield finish();
    text += nquadsOf(run);
    lines += statements.length;
    for (const [predicate, object] of statements) {
      if (!indexed.includes(predicate)) continue;
      ranges[predicate] = widened(ranges[predicate], asWritten(object.value));
    }
  }
  if (lines > 0) yield finish();
}

function* runsOfSubjects(descriptions: Iterable<Description>): Generator<readonly Description[]> {
  let run: Description[] = [];
  for (const description of descriptions) {
    if (run.length > 0 && run[0]?.subject !== description.subject) {
      yield run;
      run = [];
    }
    run.push(description);
  }
  if (run.length > 0) yield run;
}

function widened(
  range: readonly [string, string] | undefined,
  value: string,
): readonly [least: string, greatest: string] {
  if (range === undefined) return [value, value];
  const [least, greatest] = range;
  return [value < least ? value : least, value > greatest ? value : greatest];
}

const HALF_CHARACTER = /[\ud800-\udfff]/u;

/** Text as a file stores it: unpaired surrogates become U+FFFD. */
export function asWritten(text: string): string {
  return HALF_CHARACTER.test(text) ? Buffer.from(text).toString() : text;
}

/** An open file of blocks; a file that replaces it later is not seen. */
export interface BlockFile {
  readonly blocks: readonly Block[];
  /** Quads in all blocks. */
  readonly quads: number;
  /** The lines of a block. @throws InputError when it is damaged */
  read(block: Block): Promise<string>;
}

/** Closes a descriptor when its file is unreachable: knowledge bases are never closed explicitly. */
const unused = new FinalizationRegistry<number>((descriptor) => {
  close(descriptor, () => undefined);
});

/**
 * Opens a file of blocks; undefined when it has no index.
 * @throws InputError when the file cannot be read, or its index is damaged
 */
export async function openBlockFile(file: string): Promise<BlockFile | undefined> {
  let descriptor: number | undefined;
  try {
    descriptor = await openForReading(file);
    const end = await findFileEnd(descriptor);
    if (end !== undefined && end.index > 0) {
      const held = end.index > MAX_HELD ? undefined : await readBytes(descriptor, 0, end.index);
      return openedFile(file, descriptor, held, await readIndex(descriptor, end), end.quads);
    }
  } catch (error) {
    if (descriptor !== undefined) close(descriptor, () => undefined);
    throw unreadable(file, error);
  }
  close(descriptor, () => undefined);
  return undefined;
}

async function readIndex(descriptor: number, { index, size }: FileEnd): Promise<readonly Block[]> {
  const text = gunzipSync(await readBytes(descriptor, index, size - index));
  const blocks: Block[] = [];
  for (let begin = 0; begin < text.length;) {
    const end = text.indexOf('\n', begin) + 1 || text.length;
    const line = text.toString('utf8', begin, end);
    if (line.startsWith(HEAD)) blocks.push(JSON.parse(line.slice(HEAD.length)) as Block);
    begin = end;
  }
  return blocks;
}

/** Compressed blocks of that many bytes are held in memory: reading single ones takes ten times as long as unpacking them. */
const MAX_HELD = 2 ** 24;

function openedFile(
  file: string,
  descriptor: number,
  held: Uint8Array | undefined,
  blocks: readonly Block[],
  quads: number,
): BlockFile {
  const opened: BlockFile = {
    blocks,
    quads,
    read: async ({ offset, bytes }) => {
      try {
        const packed = held?.subarray(offset, offset + bytes) ?? (await readBytes(descriptor, offset, bytes));
        return gunzipSync(packed, UNPACKING).toString();
      } catch (error) {
        throw unreadable(file, error);
      }
    },
  };
  unused.register(opened, descriptor);
  return opened;
}

function unreadable(file: string, error: unknown): InputError {
  if (error instanceof InputError) return error;
  return new InputError(`cannot read ${file}: ${messageOf(error)}`, {
    hint: 'the file may be cut off or damaged; build it again',
    cause: error,
  });
}
