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
import type { DescribedError } from './protocol.js';

/** Why a task got no answer, though it did not fail by itself. */
export type NoAnswerReason = 'timeout' | 'died' | 'busy' | 'cancelled' | 'closed';

/** A task got no answer: it took too long, its thread died, it waited too long, it was cancelled, or the pool is closed. */
export class NoAnswerError extends Error {
  constructor(
    readonly reason: NoAnswerReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'NoAnswerError';
  }
}

const CLASSES = { UsageError, InputError, QueryError, OutputError, ThreadError, PluginError };

/** Description of an error that can be copied to another thread; the copy that threads make by themselves loses class and hint. */
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

/** The error that was described, of the same class. */
export function reviveError({ name, message, hint, failure }: DescribedError): Error {
  const options = { hint };
  if (failure !== undefined) return new ServiceError(failure as ServiceFailure, message, options);
  const found = Object.entries(CLASSES).find(([known]) => known === name)?.[1];
  return found === undefined ? new Error(message) : new found(message, options);
}
