import { systemClock, type Clock } from '../support/time/clock.js';

/** Says what a command waits for, where nothing else has been said for a while. */
export interface Waits {
  /** What is waited for from now on; undefined: nothing. */
  readonly set: (what: string | undefined) => void;
  /** Something else was said, or happened. */
  readonly heard: () => void;
  /** Checks whether it is time to say something: called now and then. */
  readonly look: () => void;
  readonly stop: () => void;
}

/** Milliseconds of silence before a wait is named. */
const SILENCE = 2000;
/** Milliseconds of silence before each line; the last for all later ones. */
const PAUSES = [SILENCE, 10_000, 30_000, 60_000, 300_000, 900_000, 3_600_000];
/** Milliseconds between two looks. */
const LOOK_EVERY = 500;

/**
 * Names each wait after two seconds of silence, in a line: on a terminal and elsewhere. A wait that lasts is named again
 * after 10 s, 30 s, a minute and so on, at last each hour.
 * @param say prints a line
 * @param ask gives what is waited for now, where nothing was set
 */
export function createWaits(
  say: (line: string) => void,
  {
    clock = systemClock,
    ask = () => undefined,
  }: { clock?: Pick<Clock, 'now'>; ask?: () => string | undefined } = {},
): Waits {
  let what: string | undefined;
  let heardAt = clock.now();
  let said = 0;
  const look = (): void => {
    const pause = PAUSES[Math.min(said, PAUSES.length - 1)] ?? SILENCE;
    if (clock.now() - heardAt < pause) return;
    const current = what ?? ask();
    if (current === undefined) return;
    said += 1;
    heardAt = clock.now();
    say(current);
  };
  const timer = setInterval(look, LOOK_EVERY);
  timer.unref();
  return {
    set(now) {
      what = now;
      // What comes first may have kept the timer from running.
      look();
    },
    heard() {
      said = 0;
      heardAt = clock.now();
    },
    look,
    stop: () => clearInterval(timer),
  };
}
