export interface StepDetail {
  /** Progress, or the part that comes now: `part 2 of 5`. It may change while the step stays the same. */
  readonly detail?: string;
  /** Milliseconds for which the step may keep its thread busy in one piece. Default: 0. */
  readonly busy?: number;
}

/** Reading a topic into the store of this process keeps its thread busy. */
export const OPENING: StepDetail = { busy: 1000 };

/** Called before a step that may take longer begins; undefined: nothing that needs a name. Shown after two seconds. */
export type OnWait = (what: string | undefined, how?: StepDetail) => void;
