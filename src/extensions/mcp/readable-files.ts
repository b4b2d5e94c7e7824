import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { InputError, messageOf } from '../../model/errors.js';
import { Refusal } from './refusal.js';

/** Entries of a folder that are looked at for links, at most. */
const MOST_ENTRIES = 200_000;

/** The files that may be read. */
export interface ReadableFiles {
  /**
   * The real path of a file, or of a folder with all that it links to.
   * @param written absolute, or relative to one of the allowed folders
   * @throws Refusal for what is, or leads, outside of the allowed places; InputError for what does not exist
   */
  readonly find: (written: string) => Promise<string>;
}

/** @param allowed folders and files, with all that is below them */
export function readableFiles(allowed: readonly string[]): ReadableFiles {
  const isInside = async (real: string): Promise<boolean> => {
    for (const place of allowed) {
      const root = await realpath(place).catch(() => undefined);
      if (root !== undefined && isWithin(real, root)) return true;
    }
    return false;
  };
  /** Where a name may be meant. Nothing tells an assistant whether a file exists outside of the allowed places. */
  const real = async (written: string): Promise<string> => {
    for (const base of path.isAbsolute(written) ? [''] : allowed) {
      const found = await realpath(path.resolve(base, written)).catch(() => undefined);
      if (found !== undefined && (await isInside(found))) return found;
    }
    throw new Refusal('read', `'${written}' is not there, or not in a place that may be read`);
  };
  return {
    find: async (written) => {
      if (written.includes('\0')) throw new InputError('a path must not hold a NUL character');
      const found = await real(written);
      if ((await stat(found)).isDirectory())
        await checkLinks(found, isInside, { entries: 0, seen: new Set() });
      return found;
    },
  };
}

/** Whether a real path is a folder or file, or below it. */
export function isWithin(real: string, root: string): boolean {
  const way = path.relative(root, real);
  return way === '' || (way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way));
}

/** Readers follow symbolic links, so each must lead to an allowed place. */
async function checkLinks(
  folder: string,
  isInside: (real: string) => Promise<boolean>,
  walk: { entries: number; readonly seen: Set<string> },
): Promise<void> {
  if (walk.seen.has(folder)) return;
  walk.seen.add(folder);
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw new InputError(`the folder ${folder} cannot be read: ${messageOf(error)}`, { cause: error });
  });
  walk.entries += entries.length;
  if (walk.entries > MOST_ENTRIES) throw new InputError(`${folder} holds more than ${MOST_ENTRIES} files`);
  for (const entry of entries) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) await checkLinks(place, isInside, walk);
    if (!entry.isSymbolicLink()) continue;
    const target = await realpath(place).catch(() => undefined);
    // A reader names a link that is broken.
    if (target === undefined) continue;
    if (!(await isInside(target)))
      throw new Refusal('read', `${place} links to a place that may not be read`);
    if ((await stat(target)).isDirectory()) await checkLinks(target, isInside, walk);
  }
}
