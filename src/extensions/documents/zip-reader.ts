import type { Readable } from 'node:stream';
import type { Entry, ZipFile } from 'yauzl';
import { messageOf } from '../../model/errors.js';
import { Unreadable } from '../../language/corpus/draft.js';
import { isZip } from '../../support/files/signature.js';

/** More would be unpacked than the limit allows. */
export class TooLarge extends Unreadable {}

/** A ZIP archive whose parts are unpacked only up to a limit, whatever sizes it states. */
export interface Archive {
  /** Paths of the parts. */
  readonly names: readonly string[];
  /** A part, unpacked; undefined when there is none. @throws Unreadable when it is damaged or the limit is passed */
  readonly read: (name: string) => Promise<Uint8Array | undefined>;
}

/**
 * Opens a ZIP archive.
 * @param maximumBytes what may be unpacked of it, all parts together
 * @throws Unreadable when it is damaged or not one
 */
export async function openArchive(bytes: Uint8Array, maximumBytes: number): Promise<Archive> {
  if (!isZip(bytes)) throw new Unreadable('the file is not what its name says; fetch or save it again');
  const { zip, parts } = await readDirectory(bytes);
  let left = maximumBytes;
  return {
    names: [...parts.keys()],
    read: async (name) => {
      const part = parts.get(name);
      if (part === undefined) return undefined;
      const unpacked = await unpackPart(zip, part, left);
      left -= unpacked.length;
      return unpacked;
    },
  };
}

async function readDirectory(
  bytes: Uint8Array,
): Promise<{ readonly zip: ZipFile; readonly parts: ReadonlyMap<string, Entry> }> {
  const { fromBufferPromise } = await import('yauzl');
  const parts = new Map<string, Entry>();
  try {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const zip = await fromBufferPromise(buffer, { lazyEntries: true, validateEntrySizes: false });
    for await (const entry of zip.eachEntry())
      if (!entry.fileName.endsWith('/')) parts.set(entry.fileName, entry);
    return { zip, parts };
  } catch (thrown) {
    throw new Unreadable(`the file is cut off or damaged (${messageOf(thrown)}); fetch or save it again`);
  }
}

/** The stated size of a part is not trusted: its bytes are counted as they are unpacked. */
async function unpackPart(zip: ZipFile, part: Entry, maximumBytes: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    const stream: Readable = await zip.openReadStreamPromise(part);
    for await (const piece of stream as AsyncIterable<Uint8Array>) {
      length += piece.length;
      if (length > maximumBytes) break;
      pieces.push(piece);
    }
  } catch (thrown) {
    throw new Unreadable(`${part.fileName} in it is damaged (${messageOf(thrown)})`);
  }
  if (length > maximumBytes)
    throw new TooLarge(`unpacked it is larger than the limit; ${part.fileName} alone may be made to harm`);
  return Buffer.concat(pieces);
}
