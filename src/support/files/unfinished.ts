import { rmSync } from 'node:fs';

const unfinished = new Set<string>();
let watching = false;

/**
 * Says that a file or folder is there for the time being: if the process exits before {@link noteFinished}, it is removed,
 * whatever is in it. A process that is killed (SIGKILL, a power failure) leaves it behind.
 */
export function noteUnfinished(path: string): void {
  unfinished.add(path);
  if (!watching) process.once('exit', removeUnfinished);
  watching = true;
}

/** Says that a file or folder has got its name, or was removed. */
export function noteFinished(path: string): void {
  unfinished.delete(path);
}

/** Removes what is half made, without waiting for anything: a process that exits cannot wait. */
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
