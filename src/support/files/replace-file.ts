import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SfwcError } from '../../model/errors.js';
import { cannotWrite } from './cannot-write.js';
import { partialName } from './partial-names.js';
import { noteFinished, noteUnfinished } from './unfinished.js';

/** Writes a file atomically: it holds either the new content or what it held before. @throws OutputError */
export async function replaceFile(
  file: string,
  content: string | Uint8Array | AsyncIterable<string | Uint8Array>,
  { createFolder = true, mode }: { readonly createFolder?: boolean; readonly mode?: number } = {},
): Promise<void> {
  const partial = partialName(file);
  noteUnfinished(partial);
  try {
    if (createFolder) await mkdir(path.dirname(file), { recursive: true });
    await writeFile(partial, content, { mode });
    await rename(partial, file);
  } catch (thrown) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw thrown instanceof SfwcError ? thrown : cannotWrite(file, thrown);
  } finally {
    noteFinished(partial);
  }
}

/** A value as an indented JSON file. */
export function jsonFile(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
