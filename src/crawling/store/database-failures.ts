import { InputError, messageOf, OutputError } from '../../model/errors.js';
import { damagedDatabase, isDamage } from '../../support/files/damaged-database.js';
import { crawlDatabaseFile } from './stored-value.js';

/** Runs what may fail in the database of a crawl. @throws InputError where its file is damaged; else OutputError */
export function failing<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (thrown) {
    if (thrown instanceof InputError) throw thrown;
    if (isDamage(thrown)) throw damagedDatabase(crawlDatabaseFile(path), thrown);
    throw new OutputError(`cannot write ${path}: ${messageOf(thrown)}`, {
      hint: 'check free space and permissions of the folder and of the folder for temporary files (TMPDIR); then continue with --resume',
      cause: thrown,
    });
  }
}
