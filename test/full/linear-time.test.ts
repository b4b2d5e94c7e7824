import path from 'node:path';
import { expect, it } from '@jest/globals';
import { temporaryFolder } from '../support/temporary-folder.js';
import { rounds } from '../support/thorough.js';
import { describeUnless } from './data.js';
import { slowInputs, type Growth } from './linear-time/growth.js';
import { inputsOf, type Input } from './linear-time/inputs.js';
import { READERS } from './linear-time/readers.mjs';
import { TimedReader } from './linear-time/timed-reader.js';

/** One input of so many is timed, from this place on (`SFWC_TEST_SEED`); with five `SFWC_TEST_RUNS` all of them. */
const STEP = Math.max(1, Math.floor(5 / rounds(1, 1)));
const FIRST = Number(process.env['SFWC_TEST_SEED'] ?? 0) % STEP;

const fileOf = (name: string): string => path.join(import.meta.dirname, 'linear-time', name);

async function slowOf(reader: TimedReader, inputs: readonly Input[]): Promise<readonly Growth[]> {
  try {
    return await slowInputs((input, bytes) => reader.time(input, bytes), inputs);
  } finally {
    reader.close();
  }
}

describeUnless(undefined, 'the time of readers of what comes from outside', () => {
  const folder = temporaryFolder();
  it.each(Object.entries(READERS))(
    'grows at most in proportion to the text: %s',
    async (name, { fragments }) => {
      const reader = new TimedReader(fileOf('readers.mjs'), name, folder);
      const inputs = inputsOf(fragments).filter((_, at) => at % STEP === FIRST);
      expect(await slowOf(reader, inputs)).toEqual([]);
    },
    600_000,
  );
});

describeUnless(undefined, 'the measure of the time of readers', () => {
  const folder = temporaryFolder();
  const [HARMLESS, HOSTILE] = [{ parts: ['word '] }, { parts: ['a'], suffix: 'b' }];
  const LINES = { parts: ['a§\n'] };
  const slowOn = (name: string, ...inputs: readonly Input[]): Promise<readonly Growth[]> =>
    slowOf(new TimedReader(fileOf('readers-of-known-time.mjs'), name, folder, 20_000), inputs);

  it('finds time that grows with the square, wherever it does', async () => {
    expect(await slowOn('with the square', HARMLESS)).toMatchObject([{ input: HARMLESS }]);
    const ofExpression = await slowOn('by an expression that tries again at each place', HARMLESS, HOSTILE);
    expect(ofExpression).toMatchObject([{ input: HOSTILE }]);
    const ofLines = await slowOn('by looking through all earlier lines', HARMLESS, LINES);
    expect(ofLines).toMatchObject([{ input: LINES }]);
  }, 120_000);
});
