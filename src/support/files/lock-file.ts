import Database from 'libsql';
import { InputError } from '../../model/errors.js';
import { cannotWrite, isInUse } from './cannot-write.js';
import { damagedDatabase, isDamage } from './damaged-database.js';

/** Holds a file that another process cannot hold meanwhile; the end of the process, whatever it is, gives it back. */
export function lockFile(path: string, refusal: string, hint?: string): () => void {
  let file: Database.Database | undefined;
  try {
    file = new Database(path);
    file.exec('BEGIN EXCLUSIVE');
  } catch (thrown) {
    file?.close();
    if (isInUse(thrown)) throw new InputError(refusal, { hint, cause: thrown });
    if (isDamage(thrown)) throw damagedDatabase({ path, hint: 'remove the file' }, thrown);
    throw cannotWrite(path, thrown);
  }
  const held = file;
  return () => {
    held.exec('ROLLBACK');
    held.close();
  };
}
