import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A file on its way into a ZIP file. */
export interface ZipEntry {
  /** Path in the ZIP file, with forward slashes. */
  readonly name: string;
  readonly content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  /** False: the bytes are stored as they are, so that they can be read in place. */
  readonly compress: boolean;
}

/**
 * A ZIP file, piece by piece, with ZIP64 where it is needed. The next entry is requested when the content of the one
 * before was read to its end. @param time of all entries
 * @throws what entries and their contents throw
 */
export async function* zipped(entries: AsyncIterable<ZipEntry>, time: Date): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const output = zip.outputStream.pipe(new PassThrough());
  let input: Readable | undefined;
  async function feed(): Promise<void> {
    for await (const { name, content, compress } of entries) {
      if (output.destroyed) return;
      input = Readable.from(content, { objectMode: false });
      zip.addReadStream(input, name, { compress, mtime: time, mode: 0o100644 });
      await finished(input);
    }
    zip.end();
  }
  const fed = feed().catch((thrown: unknown) => output.destroy(thrown as Error));
  try {
    yield* output;
  } finally {
    input?.destroy();
    await fed;
  }
}
