import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** Name of a file or folder while this process makes it: it gets its own name when it is whole. */
export function partialName(place: string): string {
  return `${place}.partial-${process.pid}`;
}

/**
 * Removes from a folder what killed processes have left half made, under names of {@link partialName}. What belongs to a
 * process that lives stays: it may be making it still. What cannot be removed stays; it does no harm.
 */
export async function removeAbandoned(folder: string, isOurs: (name: string) => boolean): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const [, base = '', pid = ''] = /^(.+)\.partial-(\d+)$/.exec(name) ?? [];
    const file = path.join(folder, name);
    if (base === '' || !isOurs(base) || (await isOwned(file, Number(pid)))) continue;
    await rm(file, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** True if the process of this number lives, and may have made the file. */
async function isOwned(file: string, pid: number): Promise<boolean> {
  if (pid !== process.pid) return isRunning(pid);
  // In a container every process may have the same number: what is older than this process is not of it.
  const started = Date.now() - process.uptime() * 1000;
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs >= started,
    () => true,
  );
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Not ours to signal, but there.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
