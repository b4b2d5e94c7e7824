/** A stretch of time that can be interrupted. */
export interface TimeBudget {
  /** Aborted when the time is spent. */
  readonly signal: AbortSignal;
  /** True once the time is spent. */
  readonly spent: boolean;
  /** Time taken by this does not count. */
  pause<T>(during: () => Promise<T> | T): Promise<T>;
  /** Aborts the signal for another reason. */
  abort(): void;
  /** Stops the clock: to be called in the end, whatever happened. */
  stop(): void;
}

/**
 * Starts a budget of that many milliseconds on the machine's clock. It is not an injected clock: what it limits is the
 * network, and that knows no other time.
 */
export function startTimeBudget(milliseconds: number): TimeBudget {
  const controller = new AbortController();
  let left = milliseconds;
  let since = 0;
  let timer: NodeJS.Timeout | undefined;
  let spent = false;

  const run = (): void => {
    since = performance.now();
    timer = setTimeout(() => {
      spent = true;
      controller.abort();
    }, left);
  };
  const stop = (): void => {
    clearTimeout(timer);
    left = Math.max(1, left - (performance.now() - since));
  };

  run();
  return {
    signal: controller.signal,
    get spent() {
      return spent;
    },
    async pause(during) {
      stop();
      try {
        return await during();
      } finally {
        run();
      }
    },
    abort: () => controller.abort(),
    stop,
  };
}
