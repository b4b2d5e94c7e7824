import { readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Home } from './graph-files.js';
import { partialName } from '../../../support/files/partial-names.js';
import { stampOf, type LoadedFile, type PreparedChange } from './dataset-service.js';
import { cannotWrite } from '../../../support/files/cannot-write.js';

/**
 * Renames the partial files of a change.
 * @returns all files after the change
 * @throws OutputError when a file cannot be replaced
 */
export async function commitChange(
  { rename: renames, remove, files }: PreparedChange,
  before: readonly LoadedFile[],
): Promise<readonly LoadedFile[]> {
  try {
    for (const { from, to } of renames) await rename(from, to);
    for (const file of remove) await rm(file, { force: true });
  } catch (error) {
    const to = renames[0]?.to ?? '';
    throw cannotWrite(to, error, { what: 'the change' });
  }
  const written = new Set(renames.map(({ to }) => to));
  const stamps = new Map(before.map(({ file, stamp }) => [file, stamp]));
  return Promise.all(
    files.map(async ({ file, graphs }) => ({
      file,
      graphs,
      stamp: written.has(file) ? await stampOf(file) : (stamps.get(file) ?? ''),
    })),
  );
}

/** The folders in which changes are saved. */
export function foldersOf(files: readonly string[], home: Home): ReadonlySet<string> {
  const own = 'folder' in home ? home.folder : path.dirname(home.file);
  return new Set([...files.map((file) => path.dirname(file)), own]);
}

/** Removes partial files of a failed change. */
export async function removePartials(files: readonly LoadedFile[], home: Home): Promise<void> {
  const suffix = partialName('');
  const places = files.map(({ file }) => file);
  for (const folder of foldersOf(places, home)) {
    const names = await readdir(folder).catch(() => []);
    for (const name of names.filter((candidate) => candidate.endsWith(suffix))) {
      await rm(path.join(folder, name), { force: true }).catch(() => undefined);
    }
  }
}
