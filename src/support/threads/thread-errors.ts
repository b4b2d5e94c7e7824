import {
  InputError,
  messageOf,
  OutputError,
  PluginError,
  QueryError,
  ServiceError,
  SfwcError,
  ThreadError,
  UsageError,
  type ServiceFailure,
} from '../../model/errors.js';

/** A task got no answer: it took too long, its thread died, it waited too long, it was cancelled, or the pool is closed. */
export class NoAnswerError extends Error {
  constructor(
    readonly reason: 'timeout' | 'died' | 'busy' | 'cancelled' | 'closed',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'NoAnswerError';
  }
}

const CLASSES = { UsageError, InputError, QueryError, OutputError, ThreadError, PluginError };

/** An error as data; the copy that threads make by themselves loses class and hint. */
export function describeError(thrown: unknown): DescribedError {
  if (!(thrown instanceof SfwcError)) return { name: 'Error', message: messageOf(thrown) };
  const { message, hint } = thrown;
  return {
    // A class that only one room knows, such as the QuerySyntaxError of `kb/`, arrives as the one it extends.
    name: Object.entries(CLASSES).find(([, known]) => thrown instanceof known)?.[0] ?? 'Error',
    message,
    hint,
    ...(thrown instanceof ServiceError ? { failure: thrown.failure } : {}),
  };
}

export function reviveError({ name, message, hint, failure }: DescribedError): Error {
  const options = { hint };
  if (failure !== undefined) return new ServiceError(failure, message, options);
  const found = Object.entries(CLASSES).find(([known]) => known === name)?.[1];
  return found === undefined ? new Error(message) : new found(message, options);
}

/**
 * Protocol of the threads of a pool, as types only: `tasks` that the main thread gives them, and `calls` that they make to
 * the main thread meanwhile, each a function of one request. Requests and answers are copied between threads, so they are
 * plain data.
 */
export interface ThreadProtocol {
  readonly data: unknown;
  readonly tasks: Readonly<Record<string, (request: never) => unknown>>;
  readonly calls: Readonly<Record<string, (request: never) => unknown>>;
}

/** The request of a task or a call. */
export type RequestOf<F> = F extends (request: infer Request) => unknown ? Request : never;
/** The answer to a task or a call. */
export type AnswerOf<F> = F extends (request: never) => infer Answer ? Awaited<Answer> : never;

interface DescribedError {
  readonly name: string;
  readonly message: string;
  readonly hint?: string;
  readonly failure?: ServiceFailure;
}

interface Named {
  readonly name: string;
  readonly request: unknown;
}

export type ToThread =
  | ({ readonly kind: 'task'; readonly task: number } & Named)
  | { readonly kind: 'reply'; readonly call: number; readonly answer: unknown }
  | { readonly kind: 'refusal'; readonly call: number; readonly error: DescribedError };

/** From a thread. A task is `begun` when the thread turns to it. */
export type FromThread =
  | { readonly kind: 'ready' }
  | { readonly kind: 'not-ready'; readonly error: DescribedError }
  | { readonly kind: 'begun'; readonly task: number }
  | { readonly kind: 'answer'; readonly task: number; readonly answer: unknown }
  | { readonly kind: 'failure'; readonly task: number; readonly error: DescribedError }
  | ({ readonly kind: 'call'; readonly call: number } & Named);
