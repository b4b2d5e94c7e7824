import { once } from 'node:events';
import { createWriteStream, rmSync } from 'node:fs';
import { appendFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { makeFolder } from './file-exists.js';
import path from 'node:path';
import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { SfwcError } from '../../model/errors.js';
import { cannotWrite } from './cannot-write.js';

/**
 * Writes a file atomically: it holds either the new content or what it held before.
 * @param options.createFolder creates the file's folder where it is missing; true by default
 * @throws OutputError; errors of ours that the content throws
 */
export async function replaceFile(
  file: string,
  content: string | Uint8Array | AsyncIterable<string | Uint8Array>,
  { createFolder = true, mode }: { readonly createFolder?: boolean; readonly mode?: number } = {},
): Promise<void> {
  const partial = partialName(file);
  noteUnfinished(partial);
  try {
    if (createFolder) await makeFolder(path.dirname(file));
    await writeFile(partial, content, { mode });
    await rename(partial, file);
  } catch (thrown) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw thrown instanceof SfwcError ? thrown : cannotWrite(file, thrown);
  } finally {
    noteFinished(partial);
  }
}

export function jsonFile(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** A file in the making: it has another name until it is whole, and is removed when the process exits before. */
export type PartialFile = Awaited<ReturnType<typeof createPartialFile>>;

/** Begins a gzipped file, in a folder that is made where missing. @param pack a PassThrough where it is compressed already */
export async function createPartialFile(place: string, pack: Transform = createGzip({ level: 6 })) {
  const partial = partialName(place);
  const attempt = async <T>(act: () => Promise<T>): Promise<T> =>
    act().catch((error: unknown) => {
      throw cannotWrite(place, error);
    });
  await attempt(() => makeFolder(path.dirname(place)));
  noteUnfinished(partial);
  const output = createWriteStream(partial);
  const closed = new Promise<void>((resolve) => output.once('close', resolve));
  const done = pipeline(pack, output);
  // The next write or close reports a failure.
  done.catch(() => undefined);
  return {
    name: partial,
    /** @throws OutputError when it cannot be written */
    write: (data: string | Uint8Array): Promise<void> =>
      attempt(async () => {
        if (pack.destroyed) await done;
        if (!pack.write(data)) await Promise.race([once(pack, 'drain'), done]);
      }),
    /** Ends the writing. @param end bytes behind it, as they are, such as another gzip member @throws OutputError */
    close: (end?: Uint8Array): Promise<void> =>
      attempt(async () => {
        pack.end();
        await done;
        if (end !== undefined) await appendFile(partial, end);
      }),
    /** Gives the closed file its name, in place of an older one. @throws OutputError */
    moveTo: async (file: string): Promise<void> => {
      await attempt(() => rename(partial, file));
      noteFinished(partial);
    },
    /** Removes what was written, unless it has got its name. */
    discard: async (): Promise<void> => {
      pack.destroy();
      await done.catch(() => undefined);
      // A file that is still being opened would come into being after it was removed.
      output.destroy();
      await closed;
      await rm(partial, { force: true }).catch(() => undefined);
      noteFinished(partial);
    },
  };
}

/** Name of a file or folder while this process makes it: it gets its own name when it is whole. */
export function partialName(place: string): string {
  return `${place}.partial-${process.pid}`;
}

/**
 * Removes from a folder what killed processes have left half made, under names of {@link partialName}.
 * @param isOurs whether a file of this name, without the ending of a partial one, is made here
 */
export async function removeAbandoned(folder: string, isOurs: (name: string) => boolean): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const [, base = '', pid = ''] = /^(.+)\.partial-(\d+)$/.exec(name) ?? [];
    const file = path.join(folder, name);
    // In a container every process may have the same number.
    const isInUse = Number(pid) === process.pid ? unfinished.has(file) : isRunning(Number(pid));
    if (base !== '' && isOurs(base) && !isInUse)
      await rm(file, { recursive: true, force: true }).catch(() => undefined);
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Not ours to signal, but there.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const unfinished = new Set<string>();
let watching = false;

/** Says that a file or folder is there for the time being: if the process exits before {@link noteFinished}, it is removed. */
export function noteUnfinished(path: string): void {
  unfinished.add(path);
  if (!watching) process.once('exit', removeUnfinished);
  watching = true;
}

/** Says that a file or folder has got its name, or was removed. */
export function noteFinished(path: string): void {
  unfinished.delete(path);
}

/** Removes what is half made; a process that exits cannot wait. */
export function removeUnfinished(): void {
  for (const path of unfinished) {
    try {
      rmSync(path, { recursive: true, force: true });
    } catch {
      // There is nobody left to tell, and the rest can still be removed.
    }
  }
  unfinished.clear();
}
