import { openThreadPool } from '../../../support/threads/pool.js';

/** Protocol of the thread that holds what a crawl has found. */
export interface FoundProtocol {
  readonly data: undefined;
  readonly ready: undefined;
  readonly tasks: {
    /** Adds statements; answers how many are held. */
    readonly add: (nquads: string) => number;
    /** The answer to a SPARQL ASK over all of them. @throws QueryError */
    readonly ask: (query: string) => boolean;
  };
  readonly calls: Readonly<Record<string, never>>;
}

/** Findings of a crawl so far, as RDF that can be queried. */
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
