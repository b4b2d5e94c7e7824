import { PassThrough, pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { readIndex, type CdxEntry } from '../../web/archive/cdxj.js';
import { InputError, messageOf } from '../../model/errors.js';

/** An archive whose records an index names: a file, or a part of one. */
export interface IndexedArchive {
  readonly file: string;
  /** Beginning in the file. */
  readonly begin: number;
  readonly size: number;
}

/** A WACZ file. */
interface WaczFile {
  /** Its archives by their names. */
  readonly archives: ReadonlyMap<string, IndexedArchive>;
  /** Undefined for a line of an index that is not an entry. To be read once. Absent without an index. */
  readonly entries?: AsyncIterable<CdxEntry | undefined>;
}

const ARCHIVE = /^archive\/(.+\.w?arc(?:\.(?:gz|zst))?)$/i;
const INDEX = /^indexes\/.+\.cdxj?(?:\.gz)?$/i;

/**
 * Opens a WACZ file to read the records of its archives in place, whichever program wrote it.
 * @param problems gets what is damaged in its indexes
 * @throws InputError for a file that is not one
 */
export async function openWacz(file: string, problems: string[]): Promise<WaczFile> {
  const zip = await readable(file, () => openPromise(file, { lazyEntries: true, autoClose: false }));
  const archives = new Map<string, IndexedArchive>();
  const indexes: Entry[] = [];
  try {
    await readable(file, async () => {
      for await (const entry of zip.eachEntry()) {
        const [, name] = ARCHIVE.exec(entry.fileName) ?? [];
        if (INDEX.test(entry.fileName)) indexes.push(entry);
        // Records can be read in place where the archive is stored as it is.
        if (name === undefined || entry.compressionMethod !== 0) continue;
        const { fileDataStart: begin } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
        archives.set(name, { file, begin, size: entry.compressedSize });
      }
    });
    if (archives.size === 0)
      throw new InputError(`${file} does not contain archives (WARC)`, { hint: 'give a WACZ file' });
  } catch (thrown) {
    zip.close();
    throw thrown;
  }
  if (indexes.length > 0) return { archives, entries: entriesOf(zip, indexes, file, problems) };
  zip.close();
  return { archives };
}

async function* entriesOf(
  zip: ZipFile,
  indexes: readonly Entry[],
  file: string,
  problems: string[],
): AsyncGenerator<CdxEntry | undefined> {
  try {
    for (const index of indexes) {
      const bytes = await readable(file, () => zip.openReadStreamPromise(index));
      const unpacked = index.fileName.endsWith('.gz') ? createGunzip() : new PassThrough();
      // Its failure is that of the reading.
      pipeline(bytes, unpacked, () => undefined);
      try {
        yield* readIndex(unpacked);
      } catch (thrown) {
        // Lines before are used.
        problems.push(`${file}: ${index.fileName}: ${messageOf(thrown)}`);
      }
    }
  } finally {
    zip.close();
  }
}

async function readable<T>(file: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (thrown) {
    throw new InputError(`${file} cannot be read as a WACZ file: ${messageOf(thrown)}`, { cause: thrown });
  }
}
