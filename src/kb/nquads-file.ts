import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { InputError, OutputError, SfwcError, messageOf } from '../model/errors.js';
import { createPartialFile, type PartialFile } from './partial-file.js';

/**
 * Writes N-Quads, compressed, so that the file is either whole or not there: into a neighbour first, which then takes
 * its place. The same text gives the same bytes.
 * @throws OutputError when it cannot be written; an older file is then still as it was
 */
export async function writeNQuads(file: string, pieces: AsyncIterable<string>): Promise<void> {
  const partial = await writeBeside(file, pieces);
  try {
    await partial.moveTo(file);
  } catch (error) {
    await partial.discard();
    throw error;
  }
}

/**
 * The first half of {@link writeNQuads}, for files that must change together: writes the neighbour and closes it.
 * @throws OutputError when it cannot be written, and what the pieces throw; nothing is left of it
 */
export async function writeBeside(
  file: string,
  pieces: AsyncIterable<string> | Iterable<string>,
): Promise<PartialFile> {
  const partial = await createPartialFile(file);
  try {
    for await (const piece of pieces) await partial.write(piece);
    await partial.close();
    return partial;
  } catch (error) {
    await partial.discard();
    throw error instanceof SfwcError
      ? error
      : new OutputError(`cannot write ${file}: ${messageOf(error)}`, { cause: error });
  }
}

/**
 * Reads N-Quads in pieces that end at a line's end; a name in `.gz` is decompressed.
 * @throws InputError when the file cannot be read to its end
 */
export async function* readNQuads(file: string): AsyncGenerator<string> {
  const raw = createReadStream(file);
  const gunzip = file.endsWith('.gz') ? createGunzip() : undefined;
  if (gunzip !== undefined) raw.on('error', (error) => gunzip.destroy(error)).pipe(gunzip);
  const stream: Readable = gunzip ?? raw;
  stream.setEncoding('utf8');
  let rest = '';
  try {
    for await (const chunk of stream as AsyncIterable<string>) {
      const end = chunk.lastIndexOf('\n') + 1;
      if (end === 0) {
        rest += chunk;
        continue;
      }
      yield rest + chunk.slice(0, end);
      rest = chunk.slice(end);
    }
  } catch (error) {
    throw new InputError(`cannot read ${file}: ${messageOf(error)}`, {
      hint: 'the file may be cut off or damaged; build it again',
      cause: error,
    });
  }
  if (rest !== '') yield `${rest}\n`;
}
