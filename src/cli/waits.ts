import { systemClock, type Clock } from '../support/time/clock.js';

/** Naming of steps. */
export interface Naming {
  /** The line; it may change while the step stays the same. Default: the step itself. */
  readonly text?: string;
  /** Milliseconds for which nothing can be said after this. Default: 0. */
  readonly busy?: number;
}

/** Says what a command waits for, where nothing else has been said for a while. */
export interface Waits {
  /** Sets what is waited for from now on, or done; undefined: nothing. */
  readonly set: (what: string | undefined, naming?: Naming) => void;
  /** Something else was said, or happened. */
  readonly heard: () => void;
  /** Checks whether it is time to say something: called now and then. */
  readonly look: () => void;
  readonly stop: () => void;
}

/** Milliseconds of silence before a wait is named. */
const SILENCE = 2000;
/** Milliseconds of silence before each line of one wait; the last for all later ones. */
const PAUSES = [SILENCE, 10_000, 30_000, 60_000, 300_000, 900_000, 3_600_000];
/** Milliseconds of silence before a continuing step is named again. */
const GOES_ON = 5000;
/** Milliseconds between two looks. */
const LOOK_EVERY = 500;
/** The step whose text comes from `ask`. */
const ASKED: unique symbol = Symbol('asked');

interface Step {
  readonly what: string | typeof ASKED;
  readonly text: string;
  /** Time at which the text was set. */
  readonly since: number;
}

/** Text that was said so far. */
interface Said {
  heardAt: number;
  last?: Step;
  /** Lines that named the last step. */
  lines: number;
}

/**
 * Names each wait after two seconds of silence, in a line: on a terminal and elsewhere. A wait that lasts is named again
 * after 10 s, 30 s, a minute and so on, at last each hour; one whose text changes, after 5 s. What may keep the thread busy
 * until the two seconds are over is named before it begins.
 * @param say prints a line
 * @param ask gives what is waited for now; it comes before what was set
 */
export function createWaits(
  say: (line: string) => void,
  {
    clock = systemClock,
    ask = () => undefined,
  }: { clock?: Pick<Clock, 'now'>; ask?: () => string | undefined } = {},
): Waits {
  let step: Step | undefined;
  let said: Said = { heardAt: clock.now(), lines: 0 };
  const tell = (now: Step): void => {
    const lines = said.last?.what === now.what ? said.lines + 1 : 1;
    said = { heardAt: clock.now(), last: now, lines };
    say(now.text);
  };
  const look = (): void => {
    const asked = ask();
    const now: Step | undefined =
      asked === undefined ? step : { what: ASKED, text: asked, since: said.heardAt };
    if (now !== undefined && clock.now() - said.heardAt >= pauseBefore(now, said, clock.now())) tell(now);
  };
  const timer = setInterval(look, LOOK_EVERY);
  timer.unref();
  return {
    set(what, { text = what, busy = 0 } = {}) {
      step = what === undefined ? undefined : { what, text: text ?? what, since: clock.now() };
      // What comes first may have kept the timer from running.
      if (step === undefined) {
        look();
        return;
      }
      const pause = goesOn(step, said) ? GOES_ON : usualPause(step, said);
      if (clock.now() - said.heardAt + (said.last?.what === what ? 0 : busy) >= pause) tell(step);
    },
    heard: () => void (said = { heardAt: clock.now(), lines: said.lines }),
    look,
    stop: () => clearInterval(timer),
  };
}

/** True if a line about the same step has another text by now. */
function goesOn(step: Step, { last }: Said): boolean {
  return last?.what === step.what && last.text !== step.text;
}

function usualPause(step: Step, { last, lines }: Said): number {
  return PAUSES[last?.what === step.what ? Math.min(lines, PAUSES.length - 1) : 0] ?? SILENCE;
}

/** The silence before a step is named while it lasts. A part of it that takes so long is a wait of its own. */
function pauseBefore(step: Step, said: Said, now: number): number {
  const isPart = step.what !== ASKED && goesOn(step, said) && now - step.since >= SILENCE;
  return isPart ? SILENCE : usualPause(step, said);
}
