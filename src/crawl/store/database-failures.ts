import { InputError, messageOf, OutputError } from '../../model/errors.js';
import { DAMAGED_HINT, damagedValue } from './stored-value.js';

/** Runs what may fail in the database of a crawl. @throws InputError where its file is damaged; else OutputError */
export function failing<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (thrown) {
    if (thrown instanceof InputError) throw thrown;
    const { code } = thrown as { readonly code?: unknown };
    if (code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT') {
      throw new InputError(`${path} is damaged: ${messageOf(thrown)}`, {
        hint: DAMAGED_HINT,
        cause: thrown,
      });
    }
    if (/malformed JSON/.test(messageOf(thrown))) throw damagedValue(path, 'a queued URL', thrown);
    throw new OutputError(`cannot write ${path}: ${messageOf(thrown)}`, {
      hint: 'check free space and permissions of the folder and of the folder for temporary files (TMPDIR); then go on with --resume',
      cause: thrown,
    });
  }
}
