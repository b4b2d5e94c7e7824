/** True under `npm run test:full`. */
export const THOROUGH = process.env['SFWC_TEST_FULL'] !== undefined;

/** How often something is tried that one cannot try too often: `many` times under `npm run test:full`, else `few`. */
export function rounds(many: number, few: number): number {
  return THOROUGH ? many : few;
}
