import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe } from '@jest/globals';

/** The folder of real data: `SFWC_TEST_DATA`, or `../shared/data` beside the checkout. */
export const DATA =
  process.env['SFWC_TEST_DATA'] ?? path.resolve(import.meta.dirname, '../../../shared/data');

/**
 * A suite on real data: run by `npm run test:full` where the data is there, else skipped with the reason in its name.
 * @param file what must be there, relative to the folder of data
 */
export function describeWithData(name: string, file: string, suite: () => void): void {
  if (process.env['SFWC_TEST_FULL'] === undefined)
    describe.skip(`${name} (runs under npm run test:full)`, suite);
  else if (!existsSync(path.join(DATA, file)))
    describe.skip(`${name} (${path.join(DATA, file)} is not there)`, suite);
  else describe(name, suite);
}
