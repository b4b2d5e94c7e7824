import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createGunzip, gunzipSync, gzipSync } from 'node:zlib';
import { Parser, type Quad } from 'n3';
import { InputError, messageOf } from '../../model/errors.js';
import { createPartialFile, type PartialFile } from '../../support/files/replace-file.js';
import { wholeLines } from '../../support/files/whole-lines.js';
import { toNQuads, type Description } from '../../support/rdf/quads.js';

/** Writes compressed text atomically. The same text gives the same bytes. @throws OutputError */
export async function writeNQuads(
  file: string,
  pieces: AsyncIterable<string> | Iterable<string>,
): Promise<void> {
  await writeWhole(file, async (partial) => {
    for await (const piece of pieces) await partial.write(piece);
    return undefined;
  });
}

/** Writes descriptions as N-Quads that state their number at the end ({@link fileEnd}), atomically. @throws OutputError */
export async function writeStatedQuads(file: string, descriptions: Iterable<Description>): Promise<void> {
  await writeWhole(file, async (partial) => fileEnd(await addQuads(partial, descriptions)));
}

/** @param write writes the content; returns bytes that follow it */
async function writeWhole(
  file: string,
  write: (partial: PartialFile) => Promise<Uint8Array | undefined>,
): Promise<void> {
  const partial = await createPartialFile(file);
  try {
    await partial.close(await write(partial));
    await partial.moveTo(file);
  } catch (error) {
    await partial.discard();
    throw error;
  }
}

/** Writes descriptions to a file in the making. Returns the number of their quads. @throws OutputError */
export async function addQuads(partial: PartialFile, descriptions: Iterable<Description>): Promise<number> {
  let quads = 0;
  for (const piece of toNQuads(descriptions)) {
    await partial.write(piece);
    quads += piece.split('\n').length - 1;
  }
  return quads;
}

/** Reads N-Quads in pieces of whole lines; `.gz` is decompressed. @throws InputError */
export async function* readNQuads(file: string, hint?: string): AsyncGenerator<string> {
  for await (const piece of readLines(file, hint)) yield piece.toString();
}

/** Bytes read at once: large pieces load faster. */
const PIECE = 262_144;

/** As {@link readNQuads}, but in UTF-8 bytes, which stores read fastest. @throws InputError likewise */
export async function* readLines(file: string, hint = BUILD_AGAIN): AsyncGenerator<Buffer> {
  const raw = createReadStream(file, { highWaterMark: PIECE });
  const gunzip = file.endsWith('.gz') ? createGunzip({ chunkSize: PIECE }) : undefined;
  if (gunzip !== undefined) raw.on('error', (error) => gunzip.destroy(error)).pipe(gunzip);
  const stream: Readable = gunzip ?? raw;
  try {
    yield* wholeLines(stream);
  } catch (error) {
    throw new InputError(`cannot read ${file}: ${messageOf(error)}`, { hint, cause: error });
  }
}

const BUILD_AGAIN = 'the file may be cut off or damaged; build it again';

/** The quads of an N-Quads file exactly as written; stores normalise numbers and dates. @throws InputError */
export async function* readQuads(file: string, scope: string): AsyncGenerator<Quad> {
  const parser = (): Parser => new Parser({ format: 'N-Quads', blankNodePrefix: `_:${scope}` });
  for await (const piece of readNQuads(file))
    try {
      yield* parser().parse(piece);
    } catch (cause) {
      throw new InputError(`${file} is not valid N-Quads: ${messageOf(cause)}`, { hint: BUILD_AGAIN, cause });
    }
}

const LINE = /^# sfwc: (\d{16}) quads\n$/;
const LENGTH = fileEnd(0).length;

/**
 * The last line of an N-Quads file that this program wrote: a comment (N-Quads, section 2) with the number of its quads, in its
 * own gzip member (RFC 1952, section 2.2) of fixed length, so that it is found without reading the file. Other tools ignore
 * it; a file that was changed or repacked does not have it.
 */
export function fileEnd(quads: number): Uint8Array {
  // Uncompressed, so that the length is fixed.
  return gzipSync(`# sfwc: ${String(quads).padStart(16, '0')} quads\n`, { level: 0 });
}

/** The number of quads that a file states at its end; undefined when it has no such end or does not exist. */
export async function statedQuads(file: string): Promise<number | undefined> {
  const handle = await open(file).catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    const { size } = await handle.stat();
    const bytes = new Uint8Array(LENGTH);
    await handle.read(bytes, 0, LENGTH, Math.max(0, size - LENGTH));
    const [, quads] = LINE.exec(gunzipSync(bytes).toString()) ?? [];
    return quads === undefined ? undefined : Number(quads);
  } catch {
    return undefined;
  } finally {
    await handle.close();
  }
}
