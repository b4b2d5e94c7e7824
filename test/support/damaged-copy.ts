import { copyFile, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

/**
 * Copies a folder, of which some files are changed on the way.
 * @param change what becomes of their bytes; nothing takes the file away
 */
export async function damagedCopy(
  from: string,
  to: string,
  which: RegExp,
  change: (bytes: Buffer) => Uint8Array | undefined,
): Promise<void> {
  await mkdir(to);
  for (const file of await readdir(from)) {
    const target = path.join(to, file);
    await copyFile(path.join(from, file), target);
    if (!which.test(file)) continue;
    const bytes = change(await readFile(target));
    if (bytes === undefined) await rm(target);
    else await writeFile(target, bytes);
  }
}

/** Changes the text of a gzipped file. */
export const edited =
  (change: (text: string) => string) =>
  (bytes: Buffer): Uint8Array =>
    gzipSync(change(gunzipSync(bytes).toString()));
