import type JSZip from 'jszip';
import { messageOf } from '../../model/errors.js';
import { Unreadable } from '../../language/corpus/draft.js';
import { isZip } from '../../support/files/signature.js';

/** A ZIP archive whose parts are unpacked only up to a limit, whatever sizes it states. */
export interface Archive {
  /** Paths of the parts. */
  readonly names: readonly string[];
  /** A part, unpacked; undefined when there is none. @throws Unreadable when it is damaged or the limit is passed */
  readonly read: (name: string) => Promise<Uint8Array | undefined>;
}

function unpackPart(part: JSZip.JSZipObject, maximumBytes: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const stream = part.nodeStream() as NodeJS.ReadableStream & { destroy(): void };
    const pieces: Buffer[] = [];
    let length = 0;
    stream.on('data', (piece: Buffer) => {
      length += piece.length;
      if (length <= maximumBytes) pieces.push(piece);
      else {
        stream.pause();
        stream.destroy();
        reject(
          new Unreadable(`unpacked it is larger than the limit; ${part.name} alone may be made to harm`),
        );
      }
    });
    stream.on('error', (error) =>
      reject(new Unreadable(`${part.name} in it is damaged (${messageOf(error)})`)),
    );
    stream.on('end', () => resolve(Buffer.concat(pieces)));
  });
}

/**
 * Opens a ZIP archive.
 * @param maximumBytes what may be unpacked of it, all parts together
 * @throws Unreadable when it is damaged or not one
 */
export async function openArchive(bytes: Uint8Array, maximumBytes: number): Promise<Archive> {
  const { default: zip } = await import('jszip');
  if (!isZip(bytes)) throw new Unreadable('the file is not what its name says; fetch or save it again');
  let archive: JSZip;
  try {
    archive = await zip.loadAsync(bytes);
  } catch (thrown) {
    throw new Unreadable(`the file is cut off or damaged (${messageOf(thrown)}); fetch or save it again`);
  }
  let left = maximumBytes;
  return {
    names: Object.values(archive.files)
      .filter((part) => !part.dir)
      .map((part) => part.name),
    read: async (name) => {
      const part = archive.file(name);
      if (part === null) return undefined;
      const unpacked = await unpackPart(part, left);
      left -= unpacked.length;
      return unpacked;
    },
  };
}
