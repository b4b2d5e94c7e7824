import { describe, it } from '@jest/globals';

/** True under `npm run test:full`. */
export const THOROUGH = process.env['SFWC_TEST_FULL'] !== undefined;

/** How often something is tried that one cannot try too often: `many` times under `npm run test:full`, else `few`. */
export function rounds(many: number, few: number): number {
  return THOROUGH ? many : few;
}

/** A test that needs a process, threads, or more than a few seconds: runs under `npm run test:full` alone. */
export const itInFull = THOROUGH ? it : it.skip;

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
