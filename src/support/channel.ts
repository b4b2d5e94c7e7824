/** Hands values from one writer to one reader, and lets the writer wait while the reader is behind. */
export type Channel<T> = ReturnType<typeof createChannel<T>>;

/** Makes a channel for one reader, in which `capacity` values wait. @param onLeave called where the reader leaves before the end */
export function createChannel<T>(capacity: number, onLeave: () => Promise<void> = () => Promise.resolve()) {
  const buffer: T[] = [];
  let ended: { readonly failure?: { readonly error: unknown } } | undefined;
  let waits: 'always' | 'for a reader' | 'never' = 'always';
  let reader: 'none' | 'reading' | 'left' = 'none';
  /** Settles when something changes that the writer or the reader may wait for. */
  let wake = (): void => undefined;
  let change: Promise<void> | undefined;
  const changed = (): Promise<void> => (change ??= new Promise((resolve) => (wake = resolve)));
  const tell = (): void => {
    change = undefined;
    wake();
  };
  const isFull = (): boolean =>
    buffer.length >= capacity &&
    reader !== 'left' &&
    (waits === 'always' || (waits === 'for a reader' && reader === 'reading'));

  async function next(): Promise<IteratorResult<T, undefined>> {
    while (buffer.length === 0 && ended === undefined && reader === 'reading') await changed();
    const [value] = buffer.splice(0, 1);
    tell();
    if (value !== undefined) return { done: false, value };
    const failure = ended?.failure;
    ended = {};
    if (failure !== undefined && reader === 'reading') throw failure.error;
    return { done: true, value: undefined };
  }

  return {
    /** Resolves when the value is in the buffer: at once as long as there is room. */
    async put(value: T): Promise<void> {
      while (isFull()) await changed();
      if (reader === 'left' || (waits === 'for a reader' && reader === 'none')) return;
      buffer.push(value);
      tell();
    },
    /** No value follows: the reader gets what is in the buffer, and then the end or the error. */
    end(failure?: { readonly error: unknown }): void {
      ended ??= failure === undefined ? {} : { failure };
      tell();
    },
    /** Nobody has to read: as long as no reader is there, the writer does not wait, and values are dropped. */
    needNoReader(): void {
      if (waits === 'always') waits = 'for a reader';
      tell();
    },
    /** The writer never waits again; values are still kept for the reader. */
    stopWaiting(): void {
      waits = 'never';
      tell();
    },
    [Symbol.asyncIterator](): AsyncIterator<T, undefined> {
      if (reader !== 'none') throw new Error('this can be iterated once');
      reader = 'reading';
      return {
        next,
        return: async () => {
          reader = 'left';
          buffer.length = 0;
          tell();
          if (ended === undefined) await onLeave();
          return { done: true, value: undefined };
        },
      };
    },
  };
}
