import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { InputError, messageOf, OutputError } from '../../model/errors.js';

/** Why a file cannot be written, and what to do, by the code of the system or of SQLite. */
const FAILURES: readonly (readonly [code: RegExp, why: string, advice: string])[] = [
  [/^(?:ENOSPC|EDQUOT|SQLITE_FULL)/, 'the disk is full', 'make room on the disk'],
  [
    /^(?:EROFS|SQLITE_READONLY)/,
    'the file system or the file is read-only',
    'make it writable, or choose or copy to another folder',
  ],
  [
    /^(?:EACCES|EPERM|SQLITE_PERM)/,
    'permission is denied',
    'check the permissions of the folder and the file',
  ],
  [
    /^(?:EIO|EFBIG|SQLITE_IOERR)/,
    'the disk reports an error',
    'check the disk, the space on it, and the limit of file sizes (ulimit -f)',
  ],
  [/^ENOENT/, 'its folder does not exist', 'make the folder, or choose another one'],
  [/^(?:ENOTDIR|EEXIST|EISDIR)/, 'a part of its path is not a folder', 'choose another path'],
  [
    /^(?:EBUSY|SQLITE_BUSY|SQLITE_LOCKED)/,
    'another process uses it',
    'wait until the other process has ended',
  ],
];

/** Further remedy for a file in the system's folder for temporary ones. */
export const IN_TMPDIR = 'or set TMPDIR to a folder with enough space';

/**
 * The error of a file that cannot be written: it says why, and what to do.
 * @param what names the thing that cannot be written; default: the file
 * @param then further remedy besides removing the cause
 */
export function cannotWrite(
  file: string,
  cause: unknown,
  { what = file, then }: { readonly what?: string; readonly then?: string } = {},
): OutputError {
  const found = closerCause(file, cause);
  const unopened = isUnopened(found) ? 'it cannot be opened' : messageOf(cause);
  const [, why = unopened, advice = 'check the space on the disk, and the permissions of the folder'] =
    FAILURES.find(([code]) => code.test(codeOf(found))) ?? [];
  const hint = then === undefined ? advice : `${advice}; ${then}`;
  return new OutputError(`cannot write ${what}: ${why}`, { hint, cause: found });
}

/** Bytes by which SQLite makes a file larger that it maps into memory, and some more. */
const ALMOST_NOTHING = 65_536;

/**
 * The cause behind a vague one: SQLite says that the disk fails where it is full, and that a file cannot be opened where it
 * may not be; Node says of a folder that it cannot make on a read-only file system that it is not there.
 */
function closerCause(file: string, cause: unknown): unknown {
  try {
    let place = path.resolve(file);
    while (!existsSync(place) && path.dirname(place) !== place) place = path.dirname(place);
    if (codeOf(cause).startsWith('SQLITE_IOERR')) {
      const { bavail, bsize } = statfsSync(place);
      if (bavail * bsize < ALMOST_NOTHING) return Object.assign(new Error('full'), { code: 'ENOSPC' });
    } else if (isUnopened(cause) || codeOf(cause) === 'ENOENT') {
      accessSync(place, constants.W_OK);
      accessSync(path.dirname(file));
    }
    return cause;
  } catch (error) {
    return error;
  }
}

/** An uncaught error as one that says why, if it is the fault of a disk; else undefined. */
export function asDiskFailure(thrown: unknown): OutputError | undefined {
  if (!/^(?:ENOSPC|EDQUOT|EROFS|EFBIG|EIO|SQLITE_(?:FULL|READONLY|IOERR))/.test(codeOf(thrown)))
    return undefined;
  const { path: file, dest } = thrown as { readonly path?: string; readonly dest?: string };
  return cannotWrite(dest ?? file ?? 'a file', thrown);
}

/** True where SQLite says that another process uses a database. */
export function isInUse(thrown: unknown): boolean {
  return /^SQLITE_(?:BUSY|LOCKED)/.test(codeOf(thrown));
}

/** libsql has no code for a database that it cannot open, and SQLite says no more of it. */
function isUnopened(thrown: unknown): boolean {
  const message = messageOf(thrown);
  return (
    codeOf(thrown).startsWith('SQLITE_CANTOPEN') ||
    (message.includes('ConnectionFailed') && /: 14\b/.test(message))
  );
}

function codeOf(thrown: unknown): string {
  const { code = '' } = Object(thrown) as { readonly code?: unknown };
  return String(code);
}

/** The thrown value as an error that names the limit, if no more files may be open, directly or as a cause; else undefined. */
export function asTooManyFiles(thrown: unknown): InputError | undefined {
  const seen = new Set<unknown>();
  for (let at = thrown; at instanceof Error && !seen.has(at); at = at.cause) {
    seen.add(at);
    // Node 24 says why a thread did not start in the message alone.
    const noThread = codeOf(at) === 'ERR_WORKER_INIT_FAILED' && at.message.includes('EMFILE');
    if (!noThread && !/^E[MN]FILE$/.test(codeOf(at))) continue;
    return new InputError('too many open files', {
      hint: 'raise the limit of open files (ulimit -n 1024, or more), or lower --concurrency and --workers',
      cause: thrown,
    });
  }
  return undefined;
}
