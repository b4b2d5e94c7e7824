import { existsSync } from 'node:fs';
import path from 'node:path';
import { suiteUnless, THOROUGH } from '../support/thorough.js';

/** The folder of real data: `SFWC_TEST_DATA`, or `../shared/data` beside the checkout. */
export const DATA =
  process.env['SFWC_TEST_DATA'] ?? path.resolve(import.meta.dirname, '../../../shared/data');

/**
 * A suite on real data: run by `npm run test:full` where the data is there, else skipped with the reason in its name.
 * @param file what must be there, relative to the folder of data
 */
export function describeWithData(name: string, file: string, suite: () => void): void {
  const isThere = existsSync(path.join(DATA, file));
  describeUnless(isThere ? undefined : `${path.join(DATA, file)} is not there`, name, suite);
}

/**
 * A suite that runs under `npm run test:full` alone, and there only where nothing is missing. One that is skipped is
 * not so much as collected, so its body may read what is missing.
 * @param missing what the suite cannot do without
 */
export function describeUnless(missing: string | undefined, name: string, suite: () => void): void {
  suiteUnless(THOROUGH ? missing : 'runs under npm run test:full', name, suite);
}
