/**
 * Protocol of the threads of a pool, as types only: `tasks` that the main thread gives them, and `calls` that they make to
 * the main thread meanwhile, each a function of one request. Requests and answers are copied between threads, so they are
 * plain data.
 */
export interface ThreadProtocol {
  /** Data that a thread is started with. */
  readonly data: unknown;
  /** Message when it has come up. */
  readonly ready: unknown;
  readonly tasks: Readonly<Record<string, (request: never) => unknown>>;
  readonly calls: Readonly<Record<string, (request: never) => unknown>>;
}

/** The request of a task or a call. */
export type RequestOf<F> = F extends (request: infer Request) => unknown ? Request : never;
/** The answer to a task or a call. */
export type AnswerOf<F> = F extends (request: never) => infer Answer ? Awaited<Answer> : never;

/** An error on its way between threads. */
export interface DescribedError {
  /** The name of its class. */
  readonly name: string;
  readonly message: string;
  readonly hint?: string;
  /** See ServiceError. */
  readonly failure?: string;
}

/** To a thread. */
export type ToThread =
  | { readonly kind: 'task'; readonly task: number; readonly name: string; readonly request: unknown }
  | { readonly kind: 'reply'; readonly call: number; readonly answer: unknown }
  | { readonly kind: 'refusal'; readonly call: number; readonly error: DescribedError };

/** From a thread. A task is `begun` when the thread turns to it, and `applied` when it must not be given up any more. */
export type FromThread =
  | { readonly kind: 'ready'; readonly ready: unknown }
  | { readonly kind: 'not-ready'; readonly error: DescribedError }
  | { readonly kind: 'begun'; readonly task: number }
  | { readonly kind: 'applied'; readonly task: number }
  | { readonly kind: 'answer'; readonly task: number; readonly answer: unknown }
  | { readonly kind: 'failure'; readonly task: number; readonly error: DescribedError }
  | { readonly kind: 'call'; readonly call: number; readonly name: string; readonly request: unknown };
