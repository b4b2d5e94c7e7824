import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds after which a computation lets events in: short enough that a signal seems to be heard at once. */
const LONGEST_STRETCH = 50;

/**
 * Passes values on, and now and then lets events in (signals, timers, messages of threads), for which a computation
 * between the values would leave no time. @throws the signal's reason, once it is aborted
 */
export async function* interruptible<T>(
  values: AsyncIterable<T> | Iterable<T>,
  signal: AbortSignal | undefined,
): AsyncGenerator<T> {
  let since = performance.now();
  for await (const value of values) {
    if (performance.now() - since > LONGEST_STRETCH) {
      await nextTurn();
      since = performance.now();
    }
    signal?.throwIfAborted();
    yield value;
  }
}

/** Waits for a promise, but not after the signal is aborted. @throws the signal's reason, and what the promise does */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  const settled = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    const interrupt = (): void => reject(signal.reason as Error);
    if (signal.aborted) interrupt();
    signal.addEventListener('abort', interrupt, { signal: settled.signal });
  });
  return Promise.race([aborted, promise]).finally(() => settled.abort('over'));
}

/** Runs a computation step by step, and lets events in between. */
export async function runInSteps<T>(
  steps: Iterator<unknown, T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  for (;;) {
    signal?.throwIfAborted();
    const step = steps.next();
    if (step.done === true) return step.value;
    await nextTurn();
  }
}

/** Runs a computation to its end without a break. */
export function runAtOnce<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
