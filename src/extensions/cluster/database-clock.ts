import { systemClock, type Clock } from '../../support/time/clock.js';

/** The clock of a database, so that all workers of a crawl have one time, whatever their machines say. */
export interface DatabaseClock extends Clock {
  /** Sets the clock. @param now milliseconds since the epoch, by the database */
  set(now: number): void;
}

/** Once it is set, it goes by the monotonic clock of this machine. @param monotonic default: `performance.now` */
export function createDatabaseClock(monotonic: () => number = () => performance.now()): DatabaseClock {
  let offset: number | undefined;
  return {
    now: () => (offset === undefined ? Date.now() : Math.floor(monotonic() + offset)),
    sleep: (milliseconds, signal) => systemClock.sleep(milliseconds, signal),
    set: (now) => void (offset = now - monotonic()),
  };
}
