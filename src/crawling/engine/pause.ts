/** What judging again has to wait for: visits that were under way. */
export interface Visits {
  readonly visits: Promise<unknown>;
}

/** Between two pages that are judged again: undefined, or what has to happen before the next one. */
export type Pause = Visits | undefined;
