import Database from 'libsql';
import { InputError, messageOf } from '../../model/errors.js';

/**
 * Holds a file that another process cannot hold meanwhile; the end of the process, whatever it is, gives it back.
 * @param refusal what to say when another process holds it
 * @returns gives the file back
 * @throws InputError when another process holds it
 */
export function lockFile(path: string, refusal: string, hint?: string): () => void {
  const file = new Database(path);
  try {
    file.exec('BEGIN EXCLUSIVE');
  } catch (thrown) {
    file.close();
    const reason = messageOf(thrown);
    throw hint === undefined
      ? new InputError(`${refusal} (${reason})`, { cause: thrown })
      : new InputError(refusal, { hint: `${hint} (${reason})`, cause: thrown });
  }
  return () => {
    file.exec('ROLLBACK');
    file.close();
  };
}
