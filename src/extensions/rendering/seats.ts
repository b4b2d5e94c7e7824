/** Places that are taken and returned. Callers that find none wait, in the order in which they came. */
export interface Seats<T> {
  readonly all: readonly T[];
  take(): Promise<T>;
  giveBack(seat: T): void;
}

/** The one given back last is taken first: what was started there runs. */
export function createSeats<T>(all: readonly T[]): Seats<T> {
  const free = [...all].reverse();
  const waiting: ((seat: T) => void)[] = [];
  return {
    all,
    take() {
      const seat = free.pop();
      return seat === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(seat);
    },
    giveBack(seat) {
      const next = waiting.shift();
      if (next === undefined) free.push(seat);
      else next(seat);
    },
  };
}
