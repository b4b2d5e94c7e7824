import { access, lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { once } from '../once.js';
import { noteFinished, noteUnfinished } from './unfinished.js';
import { cannotWrite, IN_TMPDIR } from './cannot-write.js';

/** Beginning of the names of all these folders. */
const PREFIX = 'sfwc-';
/** The file that a process holds as long as it uses the folder. */
const LOCK = '.in-use';
/** Number of attempts to make a folder. */
const TRIES = 5;

/** A folder for temporary files. */
export interface TemporaryFolder {
  readonly path: string;
  /** Removes it with all that is in it. */
  remove(): Promise<void>;
  /** The folder stays from now on, whatever happens to the process, until it is removed. */
  keep(): Promise<void>;
}

/**
 * Makes a folder for temporary files in the system's place for them. It is removed when the process exits before. A killed
 * process leaves it behind, but the system takes back its lock: {@link clearLeftFolders} removes it then. A lock tells a
 * living owner from a dead one even if another process has its number by now, or lives in another container.
 * @throws OutputError
 */
export async function makeTemporaryFolder(purpose: string): Promise<TemporaryFolder> {
  await clearLeftFolders();
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      return await makeOnce(purpose);
    } catch (error) {
      if (left > 0) continue;
      throw cannotWrite(tmpdir(), error, { what: `in ${tmpdir()}`, then: IN_TMPDIR });
    }
  }
}

/** @throws Error also when another process takes the folder for one that was left behind, before it is locked */
async function makeOnce(purpose: string): Promise<TemporaryFolder> {
  const { lockFile } = await import('./lock-file.js');
  const folder = await mkdtemp(path.join(tmpdir(), `${PREFIX}${purpose}-`));
  const lock = path.join(folder, LOCK);
  noteUnfinished(folder);
  let release = (): void => undefined;
  const remove = async (): Promise<void> => {
    await removeLocked(folder, release);
    noteFinished(folder);
  };
  try {
    release = once(lockFile(lock, 'another process clears the folder'));
    await access(lock);
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    path: folder,
    remove,
    async keep() {
      release();
      await rm(lock, { force: true });
      noteFinished(folder);
    },
  };
}

/** Removes temporary folders of this user that killed processes have left behind. What cannot be removed stays. */
export async function clearLeftFolders(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names) {
    const folder = path.join(tmpdir(), name);
    if (name.startsWith(PREFIX) && (await mayBeLeft(folder))) await clear(folder).catch(() => undefined);
  }
}

/** True if a folder is one of ours with a lock. Links, and folders of other users, are left alone. */
async function mayBeLeft(folder: string): Promise<boolean> {
  const user = process.geteuid?.();
  try {
    const [there, lock] = [await lstat(folder), await lstat(path.join(folder, LOCK))];
    return there.isDirectory() && lock.isFile() && (user === undefined || there.uid === user);
  } catch {
    return false;
  }
}

/** @throws InputError when a living process holds the folder */
async function clear(folder: string): Promise<void> {
  const { lockFile } = await import('./lock-file.js');
  const unlock = lockFile(path.join(folder, LOCK), 'in use');
  await removeLocked(folder, unlock);
}

/**
 * Removes a folder while its lock is held, so that no other process removes it at the same time, or gets it when it has just
 * been made. Some systems do not remove open files; the second attempt does.
 */
async function removeLocked(folder: string, unlock: () => void): Promise<void> {
  await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  unlock();
  await rm(folder, { recursive: true, force: true });
}
