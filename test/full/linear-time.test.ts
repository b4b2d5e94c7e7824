import path from 'node:path';
import { expect, it } from '@jest/globals';
import { temporaryFolder } from '../support/temporary-folder.js';
import { rounds } from '../support/thorough.js';
import { describeUnless } from './data.js';
import { slowInputs } from './linear-time/growth.js';
import { inputsOf } from './linear-time/inputs.js';
import { READERS } from './linear-time/readers.mjs';
import { TimedReader } from './linear-time/timed-reader.js';

/** One input of so many is timed, from this place on (`SFWC_TEST_SEED`); with ten `SFWC_TEST_RUNS` all of them. */
const STEP = Math.max(1, Math.floor(10 / rounds(1, 1)));
const FIRST = Number(process.env['SFWC_TEST_SEED'] ?? 0) % STEP;

describeUnless(undefined, 'the time of readers of what comes from outside', () => {
  const folder = temporaryFolder();
  it.each(Object.entries(READERS))(
    'grows at most in proportion to the text: %s',
    async (name, { fragments }) => {
      const reader = new TimedReader(path.join(import.meta.dirname, 'linear-time/readers.mjs'), name, folder);
      const inputs = inputsOf(fragments).filter((_, at) => at % STEP === FIRST);
      try {
        expect(await slowInputs((input, bytes) => reader.time(input, bytes), inputs)).toEqual([]);
      } finally {
        reader.close();
      }
    },
    600_000,
  );
});
