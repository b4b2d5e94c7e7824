import { ServiceError } from './service-error.js';

/** Limits of a waiting room. */
export interface WaitingLimits {
  /** How many may wait at once. */
  readonly places: number;
  /** How many seconds each may wait. */
  readonly seconds: number;
}

/** Where requests wait for something that is not free, first come, first served. */
export interface WaitingRoom<T> {
  /**
   * Resolves to what `start` makes of the free thing.
   * @param start called when something is free; it must be taken by the time the call returns
   * @throws ServiceError when there is no place, nothing was free in time, or the client has gone
   */
  enter<R>(start: (free: T) => Promise<R>, signal?: AbortSignal): Promise<R>;
  /** Whose turn it is. Whoever takes it must give it something. */
  next(): ((free: T) => void) | undefined;
  /** Sends everybody away. */
  close(): void;
}

interface Entry<T> {
  readonly begin: (free: T) => void;
  readonly refuse: (error: Error) => void;
}

/** @param onEnter called when somebody has come */
export function createWaitingRoom<T>(
  { places, seconds }: WaitingLimits,
  onEnter: () => void,
): WaitingRoom<T> {
  const entries: Entry<T>[] = [];
  const enter = <R>(start: (free: T) => Promise<R>, signal?: AbortSignal): Promise<R> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', cancel);
        const at = entries.indexOf(entry);
        if (at >= 0) entries.splice(at, 1);
      };
      const entry: Entry<T> = {
        begin: (free) => {
          leave();
          start(free).then(resolve, reject);
        },
        refuse: (error) => {
          leave();
          reject(error);
        },
      };
      const cancel = (): void => entry.refuse(new ServiceError('cancelled', 'the client has gone'));
      const late = tooBusy(`no worker was free within ${seconds} seconds`);
      const timer = setTimeout(() => entry.refuse(late), seconds * 1000);
      if (signal?.aborted === true) cancel();
      else if (entries.length >= places) entry.refuse(tooBusy(`${places} are waiting already`));
      else {
        signal?.addEventListener('abort', cancel, { once: true });
        entries.push(entry);
        onEnter();
      }
    });
  return {
    enter,
    next: () => entries.shift()?.begin,
    close: () => {
      for (const { refuse } of [...entries])
        refuse(new ServiceError('unavailable', 'the server is stopping'));
    },
  };
}

function tooBusy(reason: string): ServiceError {
  return new ServiceError('busy', `too many requests: ${reason}`, { hint: 'try again in a moment' });
}
