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
  [/^(?:EBUSY|SQLITE_BUSY|SQLITE_LOCKED)/, 'another process uses it', 'wait until that process has ended'],
];

/** Further remedy for a file in the system's folder for temporary ones. */
export const IN_TMPDIR = 'or set TMPDIR to a folder with enough space';

/** The error of a file that cannot be written. @param options.then further remedy besides removing the cause */
export function cannotWrite(
  file: string,
  cause: unknown,
  { what = file, then }: { readonly what?: string; readonly then?: string } = {},
): OutputError {
  const [, why = messageOf(cause), advice = 'check the folder, its permissions, and the space on the disk'] =
    FAILURES.find(([code]) => code.test(codeFor(file, cause))) ?? [];
  const hint = then === undefined ? advice : `${advice}; ${then}`;
  return new OutputError(`cannot write ${what}: ${why}`, { hint, cause });
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

/** The code of a failure to write. Node and SQLite do not name every disk that is full or read-only: then that of a look at it. */
function codeFor(file: string, cause: unknown, code = codeOf(cause)): string {
  let folder = path.dirname(file);
  // A drive that is gone is its own parent.
  while (!existsSync(folder) && folder !== path.dirname(folder)) folder = path.dirname(folder);
  try {
    accessSync(folder, constants.W_OK);
    return code.startsWith('SQLITE_IOERR') && statfsSync(folder).bavail < 32 ? 'ENOSPC' : code;
  } catch (thrown) {
    return codeOf(thrown) === 'EROFS' ? 'EROFS' : code;
  }
}

function codeOf(thrown: unknown): string {
  const { code = '' } = Object(thrown) as { readonly code?: string | number };
  return String(code);
}

/** The thrown value as an error that names the limit, if no more files may be open, directly or as a cause; else undefined. */
export function asTooManyFiles(thrown: unknown): InputError | undefined {
  for (let at = thrown, depth = 0; at instanceof Error && depth < 10; at = at.cause, depth += 1) {
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
