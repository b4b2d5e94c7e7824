import { stat } from 'node:fs/promises';

/** True if there is a file or folder of this name that can be looked at. */
export async function fileExists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
