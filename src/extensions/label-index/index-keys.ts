import path from 'node:path';
import { groupLines, type SortedLines } from './external-sort.js';
import { ByteSink, filePieces } from './byte-sink.js';
import { bitCount, RANK_WORDS, type SectionName } from './label-index-format.js';

/** Candidates kept per name; their count is stored in one byte. */
const MAX_CANDIDATES = 32;
/** Maximum average number of entries per bucket. */
const BUCKET_SIZE = 4;

/** Counts of the written keys. */
export interface WrittenKeys {
  readonly keys: number;
  readonly ambiguous: number;
  readonly bucketBits: number;
}

/**
 * Writes the sections `directory`, `entries`, `candidates`, and the contexts of resources that share a name.
 * @param contexts file with the contexts of all
 */
export async function writeKeys(
  folder: string,
  names: SortedLines,
  resourceCount: number,
  contexts: string,
): Promise<WrittenKeys> {
  const bucketBits = Math.min(26, Math.max(4, Math.ceil(Math.log2(Math.max(1, names.count) / BUCKET_SIZE))));
  const directory = new Uint32Array(2 ** bucketBits + 1);
  const shared = new Uint32Array(Math.ceil(resourceCount / 32));
  const entries = new ByteSink(path.join(folder, 'entries'));
  const candidates = new ByteSink(path.join(folder, 'candidates'));
  let keys = 0;
  let ambiguous = 0;
  try {
    for await (const piece of groupLines(names)) {
      for (const { key, rest } of piece) {
        const bucket = parseInt(key.slice(0, 8), 16) >>> (32 - bucketBits);
        directory[bucket + 1] = (directory[bucket + 1] ?? 0) + 1;
        entries.u32(parseInt(key.slice(8), 16));
        entries.u32(candidates.length);
        const resources = writeCandidates(candidates, rest);
        keys += 1;
        if (resources.length === 1) continue;
        ambiguous += 1;
        for (const id of resources) shared[id >>> 5] = (shared[id >>> 5] ?? 0) | (1 << (id & 31));
      }
    }
  } finally {
    entries.close();
    candidates.close();
  }
  for (let bucket = 1; bucket < directory.length; bucket += 1) {
    directory[bucket] = (directory[bucket] ?? 0) + (directory[bucket - 1] ?? 0);
  }
  writeNumbers(folder, 'directory', directory);
  writeContexts(folder, contexts, shared);
  return { keys, ambiguous, bucketBits };
}

/** Writes the candidates of a key, the heaviest first. Returns their resources. */
function writeCandidates(sink: ByteSink, lines: readonly string[]): readonly number[] {
  const found = lines
    .map((line) => {
      const [id = '', weight, kind] = line.split('\t');
      return { id: parseInt(id, 36), weight: Number(weight), kind: Number(kind) };
    })
    .sort((a, b) => b.weight - a.weight || a.id - b.id);
  const kept = found.slice(0, MAX_CANDIDATES);
  sink.byte(kept.length);
  for (const { id, weight, kind } of kept) {
    sink.varint(id);
    sink.byte(weight);
    sink.byte(kind);
  }
  return found.map(({ id }) => id);
}

/** Writes a section of numbers. */
export function writeNumbers(folder: string, name: SectionName, numbers: Uint32Array): void {
  const sink = new ByteSink(path.join(folder, name));
  sink.bytes(new Uint8Array(numbers.buffer));
  sink.close();
}

/** Writes the context words of the resources that share a name. */
function writeContexts(folder: string, file: string, shared: Uint32Array): void {
  const ranks = new Uint32Array(Math.ceil(shared.length / RANK_WORDS));
  let rank = 0;
  shared.forEach((bits, place) => {
    if (place % RANK_WORDS === 0) ranks[place / RANK_WORDS] = rank;
    rank += bitCount(bits);
  });
  writeNumbers(folder, 'contextBits', shared);
  writeNumbers(folder, 'contextRanks', ranks);
  const starts = new ByteSink(path.join(folder, 'contextStarts'));
  const words = new ByteSink(path.join(folder, 'contextWords'));
  const numbers = numbersOf(file);
  const next = (): number => numbers.next().value ?? 0;
  for (let found = numbers.next(); found.done !== true; found = numbers.next()) {
    const id = found.value;
    const kept = ((shared[id >>> 5] ?? 0) & (1 << (id & 31))) !== 0;
    if (kept) starts.u32(words.length / 4);
    for (let left = next(); left > 0; left -= 1) {
      const word = next();
      if (kept) words.u32(word);
    }
  }
  starts.u32(words.length / 4);
  starts.close();
  words.close();
}

/** The u32 numbers of a file. */
function* numbersOf(file: string): Generator<number, undefined> {
  for (const piece of filePieces(file)) {
    for (let place = 0; place + 4 <= piece.length; place += 4) yield piece.readUInt32LE(place);
  }
  return undefined;
}
