import { systemClock, type Clock } from '../../support/time/clock.js';

/** The clock of a database, so that all workers of a crawl have one time, whatever their machines say. */
export interface DatabaseClock extends Clock {
  /**
   * Takes in what the database said.
   * @param now milliseconds since the epoch, by the database
   * @param asked when it was asked, and when its answer came, in milliseconds of `performance.now`
   */
  told(now: number, asked: number, answered: number): void;
}

/** Milliseconds that an answer may take for its time to be used, unless there was none before. */
const QUICK = 100;
/** Part of the time by which the clock is set forward at most: a jump would cut the pauses of hosts short. */
const SLEW = 0.001;
/** Milliseconds by which clocks drift apart before this one is set. */
const DRIFT = 20;

/** Between two answers of the database it goes by the monotonic clock of this machine. @param monotonic default: `performance.now` */
export function createDatabaseClock(monotonic: () => number = () => performance.now()): DatabaseClock {
  let offset: number | undefined;
  let setAt = 0;
  return {
    now: () => (offset === undefined ? Date.now() : Math.floor(monotonic() + offset)),
    sleep: (milliseconds, signal) => systemClock.sleep(milliseconds, signal),
    told(now, asked, answered) {
      const told = now - (asked + answered) / 2;
      const off = offset === undefined ? 0 : told - offset;
      if (offset === undefined) offset = told;
      else if (answered - asked < QUICK && Math.abs(off) > DRIFT)
        offset += Math.min(off, SLEW * (answered - setAt));
      else return;
      setAt = answered;
    },
  };
}
