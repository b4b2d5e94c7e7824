/** Hands values from one writer to one reader, and lets the writer wait while the reader is behind. */
export interface Channel<T> extends AsyncIterable<T, undefined> {
  /** Resolves when the value is in the buffer: at once as long as there is room. */
  put(value: T): Promise<void>;
  /** No value follows: the reader gets what is in the buffer, and then the end or the error. */
  end(failure?: { readonly error: unknown }): void;
  /** Nobody has to read: as long as no reader is there, the writer does not wait, and values are dropped. */
  needNoReader(): void;
  /** The writer never waits again; values are still kept for the reader. */
  stopWaiting(): void;
}

/** Makes a channel. The first `capacity` values wait for a reader; there can be one reader. */
export function createChannel<T>(
  capacity: number,
  onLeave: () => Promise<void> = () => Promise.resolve(),
): Channel<T> {
  const buffer: T[] = [];
  let ended: { readonly failure?: { readonly error: unknown } } | undefined;
  let waits: 'always' | 'for a reader' | 'never' = 'always';
  let reader: 'none' | 'reading' | 'left' = 'none';
  let wakeReader = (): void => undefined;
  const writers: (() => void)[] = [];
  const wakeWriters = (): void => {
    for (const wake of writers.splice(0)) wake();
  };
  const isFull = (): boolean => {
    if (waits === 'never' || reader === 'left') return false;
    return buffer.length >= capacity && (waits === 'always' || reader === 'reading');
  };

  async function next(): Promise<IteratorResult<T, undefined>> {
    while (buffer.length === 0 && ended === undefined && reader === 'reading')
      await new Promise<void>((resolve) => (wakeReader = resolve));
    const [value] = buffer.splice(0, 1);
    wakeWriters();
    if (value !== undefined) return { done: false, value };
    const failure = ended?.failure;
    ended = {};
    if (failure !== undefined && reader === 'reading') throw failure.error;
    return { done: true, value: undefined };
  }

  return {
    async put(value) {
      while (isFull()) await new Promise<void>((resolve) => void writers.push(resolve));
      if (reader === 'left' || (waits === 'for a reader' && reader === 'none')) return;
      buffer.push(value);
      wakeReader();
    },
    end(failure) {
      ended ??= failure === undefined ? {} : { failure };
      wakeReader();
    },
    needNoReader() {
      if (waits === 'always') waits = 'for a reader';
      wakeWriters();
    },
    stopWaiting() {
      waits = 'never';
      wakeWriters();
    },
    [Symbol.asyncIterator]() {
      if (reader !== 'none') throw new Error('this can be iterated once');
      reader = 'reading';
      return {
        next,
        return: async () => {
          reader = 'left';
          buffer.length = 0;
          wakeWriters();
          wakeReader();
          if (ended === undefined) await onLeave();
          return { done: true, value: undefined };
        },
      };
    },
  };
}
