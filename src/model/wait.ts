/** Progress within a step. */
export interface StepDetail {
  /** Progress, or the part that comes now: `part 2 of 5`. It may change while the step stays the same. */
  readonly detail?: string;
  /**
   * Milliseconds for which the step may keep its thread busy in one piece, on a usual machine: in that time nothing can be
   * said, so that a long step is named before it begins. Default: 0.
   */
  readonly busy?: number;
}

/** Reading a topic into the store of this process keeps its thread busy. */
export const OPENING: StepDetail = { busy: 1000 };

/**
 * Called with what is done from now on, or waited for, before it begins; undefined: nothing that needs a name. A person reads
 * of it when it takes more than two seconds.
 */
export type OnWait = (what: string | undefined, how?: StepDetail) => void;
