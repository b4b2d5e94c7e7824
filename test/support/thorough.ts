import { afterAll, beforeAll, describe, it } from '@jest/globals';

/** True under `npm run test:full`. */
export const THOROUGH = process.env['SFWC_TEST_FULL'] !== undefined;

/** A factor of the number of tries under `npm run test:full`. */
const FACTOR = Number(process.env['SFWC_TEST_RUNS'] ?? 1);

/** Number of tries: `many` times `SFWC_TEST_RUNS` under `npm run test:full`, else `few`. */
export function rounds(many: number, few: number): number {
  return THOROUGH ? Math.ceil(many * FACTOR) : few;
}

/** Size of a sample: `large` under `npm run test:full`, else `small`. */
export function size(large: number, small: number): number {
  return THOROUGH ? large : small;
}

/** `it.skip` of the test file that runs: this module is loaded once for many files. */
const skipped = new Proxy(it, {
  apply: (_it, _this, test: Parameters<typeof it.skip>) => {
    it.skip(...test);
  },
  get: (_it, key) => Reflect.get(it.skip, key) as unknown,
});

/** A test that needs a process, threads, or two seconds and more: runs under `npm run test:full` alone. */
export const itInFull = THOROUGH ? it : skipped;

/** Has all threads of this test file be real ones (`test/runner/threads.mjs`). */
export function useRealThreads(): void {
  beforeAll(() => void (process.env['SFWC_TEST_THREADS'] = 'real'));
  afterAll(() => void Reflect.deleteProperty(process.env, 'SFWC_TEST_THREADS'));
}

/**
 * A test that cannot run everywhere. `npm run test:full` reports the reason of each that it skips.
 * @param missing why it cannot run here; undefined where it can
 * @param run `it`, or `itInFull`
 */
export function itUnless(missing: string | undefined, run: TestFunction = it): TestFunction {
  return missing === undefined ? run : (name) => it.skip(`${name}; skipped: ${missing}`, () => undefined);
}

type TestFunction = (name: string, test: () => Promise<void> | void, timeout?: number) => void;

/** The same for a suite. One that is skipped is not even collected, so its body may read what is missing. */
export function suiteUnless(missing: string | undefined, name: string, suite: () => void): void {
  if (missing === undefined) describe(name, suite);
  else describe(name, () => it.skip(`skipped: ${missing}`, () => undefined));
}
