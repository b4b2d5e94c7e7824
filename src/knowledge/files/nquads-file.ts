import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { InputError, messageOf } from '../../model/errors.js';
import { createPartialFile, type PartialFile } from '../../support/files/partial-file.js';
import { wholeLines } from '../../support/files/whole-lines.js';
import { toNQuads, type Description } from '../../support/rdf/quads.js';
import { Utf8Chunks } from '../../support/text/utf8-chunks.js';
import { fileEnd } from './file-end.js';

/**
 * Writes compressed N-Quads (or other text) atomically: to a partial file that then replaces the target. The same
 * text gives the same bytes.
 * @throws OutputError when it cannot be written; an older file is unchanged
 */
export async function writeNQuads(
  file: string,
  pieces: AsyncIterable<string> | Iterable<string>,
): Promise<void> {
  const partial = await writePartial(file, pieces);
  try {
    await partial.moveTo(file);
  } catch (error) {
    await partial.discard();
    throw error;
  }
}

/**
 * The first half of {@link writeNQuads}, for files that must change together: writes and closes the partial file.
 * @throws OutputError when it cannot be written, and errors of the pieces; the partial file is removed
 */
async function writePartial(
  file: string,
  pieces: AsyncIterable<string> | Iterable<string>,
): Promise<PartialFile> {
  const partial = await createPartialFile(file);
  try {
    const chunks = new Utf8Chunks();
    for await (const piece of pieces) for (const bytes of chunks.add(piece)) await partial.write(bytes);
    for (const bytes of chunks.end()) await partial.write(bytes);
    await partial.close();
    return partial;
  } catch (error) {
    await partial.discard();
    throw error;
  }
}

/**
 * Writes descriptions as N-Quads that state their number at the end ({@link fileEnd}), atomically.
 * @throws OutputError, and errors of the descriptions; an older file is unchanged
 */
export async function writeStatedQuads(file: string, descriptions: Iterable<Description>): Promise<void> {
  const partial = await createPartialFile(file);
  try {
    await partial.close(fileEnd(await addQuads(partial, descriptions)));
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

/**
 * Reads N-Quads in pieces of whole lines; `.gz` is decompressed.
 * @throws InputError when the file cannot be read completely
 */
export async function* readNQuads(file: string): AsyncGenerator<string> {
  for await (const piece of readLines(file)) yield piece.toString();
}

/** Bytes read at once: large pieces load faster. */
const PIECE = 262_144;

/**
 * As {@link readNQuads}, but in UTF-8 bytes, which stores read fastest.
 * @throws InputError when the file cannot be read completely
 */
export async function* readLines(file: string): AsyncGenerator<Buffer> {
  const raw = createReadStream(file, { highWaterMark: PIECE });
  const gunzip = file.endsWith('.gz') ? createGunzip({ chunkSize: PIECE }) : undefined;
  if (gunzip !== undefined) raw.on('error', (error) => gunzip.destroy(error)).pipe(gunzip);
  const stream: Readable = gunzip ?? raw;
  try {
    yield* wholeLines(stream);
  } catch (error) {
    throw new InputError(`cannot read ${file}: ${messageOf(error)}`, {
      hint: 'the file may be cut off or damaged; build it again',
      cause: error,
    });
  }
}
