import { createWriteStream } from 'node:fs';
import { appendFile, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { partialName } from './partial-names.js';
import { cannotWrite } from './cannot-write.js';
import { noteFinished, noteUnfinished } from './unfinished.js';

/** A file in the making: it has another name until it is whole, and is removed when the process exits before. */
export interface PartialFile {
  /** The name it has until then. */
  readonly name: string;
  /** @throws OutputError when it cannot be written */
  write(data: string | Uint8Array): Promise<void>;
  /** Ends the writing; the file still has its other name. @throws OutputError */
  close(end?: Uint8Array): Promise<void>;
  /** Gives the closed file its name, in place of an older one. @throws OutputError */
  moveTo(file: string): Promise<void>;
  /** Removes what was written, unless it has got its name. */
  discard(): Promise<void>;
}

/** Begins a gzipped file. */
export async function createPartialFile(
  place: string,
  pack: Transform = createGzip({ level: 6 }),
): Promise<PartialFile> {
  const partial = partialName(place);
  const attempt = async <T>(act: () => Promise<T>): Promise<T> =>
    act().catch((error: unknown) => {
      throw cannotWrite(place, error);
    });
  await attempt(() => mkdir(path.dirname(place), { recursive: true }));
  noteUnfinished(partial);
  const input = new PassThrough();
  const output = createWriteStream(partial);
  const closed = new Promise<void>((resolve) => output.once('close', resolve));
  const done = pipeline(input, pack, output);
  // The next write or close reports a failure.
  done.catch(() => undefined);
  return {
    name: partial,
    write: (data) =>
      attempt(async () => {
        if (input.destroyed) await done;
        if (input.write(data)) return;
        await Promise.race([new Promise((resolve) => input.once('drain', resolve)), done]);
      }),
    close: (end) =>
      attempt(async () => {
        input.end();
        await done;
        if (end !== undefined) await appendFile(partial, end);
      }),
    moveTo: async (file) => {
      await attempt(() => rename(partial, file));
      noteFinished(partial);
    },
    discard: async () => {
      input.destroy();
      await done.catch(() => undefined);
      // A file that is still being opened would come into being after it was removed.
      output.destroy();
      await closed;
      await rm(partial, { force: true }).catch(() => undefined);
      noteFinished(partial);
    },
  };
}
