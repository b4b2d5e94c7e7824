import { it } from '@jest/globals';

/** True under `npm run test:full`. */
export const THOROUGH = process.env['SFWC_TEST_FULL'] !== undefined;

/** How often something is tried that one cannot try too often: `many` times under `npm run test:full`, else `few`. */
export function rounds(many: number, few: number): number {
  return THOROUGH ? many : few;
}

/** A test that needs a process, threads, or more than a few seconds: runs under `npm run test:full` alone. */
export const itInFull = THOROUGH ? it : it.skip;
