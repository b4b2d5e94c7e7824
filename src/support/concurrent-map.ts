/**
 * Applies an asynchronous function to a stream of values, at most `limit` at a time, and yields the results in the
 * order of the values. A failure ends the stream with its error.
 */
export async function* concurrentMap<T, R>(
  values: AsyncIterable<T> | Iterable<T>,
  limit: number,
  apply: (value: T) => Promise<R>,
): AsyncGenerator<R> {
  const running: Promise<R>[] = [];
  for await (const value of values) {
    const started = apply(value);
    // A failure is reported when its turn comes, not as an unhandled rejection before.
    started.catch(() => undefined);
    running.push(started);
    if (running.length >= limit) yield await (running.shift() ?? started);
  }
  for (const result of running) yield await result;
}
