import { InputError } from '../../model/errors.js';

/** Files that a command with several threads and hosts may have open. */
const ENOUGH = 1024;

/** The thrown value as an error that names the limit, if no more files may be open, directly or as a cause; else undefined. */
export function asTooManyFiles(thrown: unknown): InputError | undefined {
  const code = codeIn(thrown);
  if (code === undefined) return undefined;
  const limit = limitOfFiles();
  const whose =
    code === 'ENFILE' ? 'the system has no more' : `this process may have ${limit ?? 'no more'} open`;
  const needed = Math.max(ENOUGH, 2 * (limit ?? 0));
  return new InputError(`too many open files: ${whose}`, {
    hint:
      code === 'ENFILE'
        ? 'end other programs, or raise the limit of the system (fs.file-max)'
        : `raise the limit of open files (ulimit -n ${needed}), or lower --concurrency and --workers`,
    cause: thrown,
  });
}

/** EMFILE (limit of the process) or ENFILE (limit of the system) of an error or of one of its causes. */
function codeIn(thrown: unknown): 'EMFILE' | 'ENFILE' | undefined {
  const seen = new Set<unknown>();
  for (let at = thrown; at instanceof Error && !seen.has(at); at = at.cause) {
    seen.add(at);
    const { code, message } = at as NodeJS.ErrnoException;
    if (code === 'EMFILE' || code === 'ENFILE') return code;
    // Node 24 says why a thread did not start in the message alone.
    if (code === 'ERR_WORKER_INIT_FAILED' && message.includes('EMFILE')) return 'EMFILE';
  }
  return undefined;
}

function limitOfFiles(): number | undefined {
  const report = process.report.getReport() as {
    readonly userLimits?: { readonly open_files?: { readonly soft?: unknown } };
  };
  const soft = report.userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : undefined;
}
