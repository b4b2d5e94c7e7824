import { InputError, messageOf, UsageError } from '../../model/errors.js';
import { openThreadPool } from '../../threads/pool.js';

/** Protocol of the thread that holds what a crawl has found. */
export interface FoundProtocol {
  readonly data: undefined;
  readonly ready: undefined;
  readonly tasks: {
    /** Adds statements; answers how many are held. */
    readonly add: (nquads: string) => number;
    /** The answer to a SPARQL ASK over all of them. @throws QueryError for any other query */
    readonly ask: (query: string) => boolean;
  };
  readonly calls: Readonly<Record<string, never>>;
}

/** What a crawl has found so far, as RDF that can be asked. */
export interface FoundStore {
  /** @throws ThreadError */
  add(nquads: string): Promise<number>;
  /** @throws NoAnswerError when the query takes too long; then what was added is lost */
  ask(query: string): Promise<boolean>;
  close(): Promise<void>;
}

/** Opens an empty store in a thread of its own, which can be ended when a query takes too long. @param seconds for a query */
export function openFoundStore(seconds: number): FoundStore {
  const pool = openThreadPool<FoundProtocol>({
    script: new URL('./found-worker.js', import.meta.url),
    data: () => undefined,
    calls: {},
    size: 1,
    tasksAtOnce: 1,
    seconds,
    retries: false,
    purpose: 'hold what the crawl has found',
    hint: 'leave out --until ask=FILE',
  });
  return {
    add: (nquads) => pool.run('add', () => nquads),
    ask: (query) => pool.run('ask', () => query),
    close: () => pool.close(),
  };
}

/** @throws UsageError when the query cannot be asked, naming the file */
export async function checkAsk(store: FoundStore, file: string, query: string): Promise<void> {
  try {
    await store.ask(query);
  } catch (thrown) {
    throw new UsageError(`--until ask=${file}: ${messageOf(thrown)}`, {
      hint: 'the file must hold a SPARQL ASK',
      cause: thrown,
    });
  }
}

/** @throws InputError naming the file */
export function unreadableAsk(file: string, thrown: unknown): InputError {
  return new InputError(`--until ask=${file}: the file cannot be read: ${messageOf(thrown)}`, {
    cause: thrown,
  });
}
