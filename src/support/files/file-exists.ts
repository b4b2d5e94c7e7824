import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** True if there is a file or folder of this name that can be looked at. */
export async function fileExists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

/** Makes a folder, and those around it that are missing. Node's own way to do so never ends below `/proc`. */
export async function makeFolder(path: string): Promise<void> {
  const parent = dirname(path);
  if (parent !== path && !(await fileExists(parent))) await makeFolder(parent);
  await mkdir(path).catch(async (thrown: unknown) => {
    if (!(await stat(path).catch(() => undefined))?.isDirectory()) throw thrown;
  });
}
