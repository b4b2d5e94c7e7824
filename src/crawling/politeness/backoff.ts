/** How often something is tried, and how long after each failure. */
export interface Backoff {
  /** All tries together, the first one included. */
  readonly tries: number;
  /** Seconds after the first failure; each further one doubles them. */
  readonly firstSeconds: number;
}

/** A host that asks for more is put off for no longer than that, in milliseconds. */
const LONGEST = 60 * 60 * 1000;

/**
 * Milliseconds until the next try: doubled with each failure, or what the server asks for where that is longer; at
 * most an hour.
 * @param failures so far, at least 1
 * @param asked by the server (Retry-After), in milliseconds
 */
export function backoff(failures: number, { firstSeconds }: Backoff, asked = 0): number {
  return Math.min(Math.max(firstSeconds * 1000 * 2 ** (failures - 1), asked), LONGEST);
}
