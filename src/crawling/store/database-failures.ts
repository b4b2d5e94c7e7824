import { InputError } from '../../model/errors.js';
import { cannotWrite } from '../../support/files/cannot-write.js';
import { damagedDatabase, isDamage } from '../../support/files/damaged-database.js';
import { crawlDatabaseFile } from './stored-value.js';

/** SQLite says of both disks alike that they are full. */
const TMPDIR_AND_RESUME =
  'look at the folder for temporary files as well (TMPDIR); then continue with --resume';

/** Runs what may fail in the database of a crawl. @throws InputError where its file is damaged; else OutputError */
export function failing<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (thrown) {
    if (thrown instanceof InputError) throw thrown;
    if (isDamage(thrown)) throw damagedDatabase(crawlDatabaseFile(path), thrown);
    throw cannotWrite(path, thrown, { then: TMPDIR_AND_RESUME });
  }
}
