import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import unbzip2Stream from 'unbzip2-stream';
import { InputError, messageOf } from '../../../model/errors.js';

/**
 * The text of a dump in pieces. Gzip and bzip2, in one or several streams, are detected by the first bytes,
 * regardless of the name.
 * @throws InputError naming the file when it is missing, cut off or damaged
 */
export async function* dumpText(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8');
  try {
    for await (const chunk of await openDump(path)) {
      const text = decoder.decode(chunk as Uint8Array, { stream: true });
      if (text !== '') yield text;
    }
    const last = decoder.decode();
    if (last !== '') yield last;
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** The first characters of a dump. @throws InputError as {@link dumpText} */
export async function dumpBeginning(path: string, characters: number): Promise<string> {
  let text = '';
  for await (const piece of dumpText(path)) {
    text += piece;
    if (text.length >= characters) break;
  }
  return text.slice(0, characters);
}

async function openDump(path: string): Promise<Readable> {
  const magic = await firstBytes(path);
  const source = createReadStream(path, { highWaterMark: 256 * 1024 });
  if (magic.startsWith('\u001f\u008b')) return piped(source, createGunzip());
  return magic.startsWith('BZh') ? unpackBzip2(source) : source;
}

/** Unlike pipe(), forwards errors of the source. */
function piped<T extends Writable>(source: Readable, unpack: T): T {
  source.on('error', (error) => unpack.destroy(error));
  return source.pipe(unpack);
}

/** The library uses an old stream API, and its errors for truncated data are unclear. */
function unpackBzip2(source: Readable): Readable {
  const unpack = unbzip2Stream();
  const unpacked = new PassThrough();
  source.on('error', (error) => unpacked.destroy(error));
  unpack.on('error', (cause) => {
    source.destroy();
    unpacked.destroy(new Error('the bzip2 data are cut off or damaged', { cause }));
  });
  source.pipe(unpack);
  unpack.pipe(unpacked);
  return unpacked;
}

async function firstBytes(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}

function unreadable(path: string, error: unknown): InputError {
  const code = (error as { readonly code?: unknown } | null)?.code;
  if (code === 'ENOENT') {
    return new InputError(`${path}: no such file`, { hint: 'check the path of the dump', cause: error });
  }
  return new InputError(`${path} cannot be read to its end: ${messageOf(error)}`, {
    hint: 'is the download whole? compare its size or checksum with what the site states',
    cause: error,
  });
}
