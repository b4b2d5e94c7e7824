import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { InputError, SfwcError } from '../../../model/errors.js';
import { cannotWrite } from '../../../support/files/cannot-write.js';
import { fileExists } from '../../../support/files/file-exists.js';
import { noteFinished, noteUnfinished, partialName } from '../../../support/files/replace-file.js';

/**
 * Makes a folder that has its name when it is whole; an empty one may be there.
 * @param fill writes what is in it into the folder that it is given
 * @throws InputError where the folder holds something; OutputError; what `fill` throws
 */
export async function makeFolder(folder: string, fill: (partial: string) => Promise<void>): Promise<void> {
  const names = (await fileExists(folder)) ? await readdir(folder).catch(() => ['a file']) : [];
  if (names.length > 0)
    throw new InputError(`${folder} exists and is not an empty folder`, { hint: 'name another folder' });
  const partial = partialName(folder);
  noteUnfinished(partial);
  try {
    await mkdir(partial, { recursive: true });
    await fill(partial);
    // On Linux and macOS a folder takes the place of an empty one; on Windows it does not.
    if (await fileExists(folder)) await rmdir(folder);
    await rename(partial, folder);
  } catch (thrown) {
    await rm(partial, { recursive: true, force: true }).catch(() => undefined);
    throw thrown instanceof SfwcError ? thrown : cannotWrite(folder, thrown);
  } finally {
    noteFinished(partial);
  }
}
