import { SfwcError } from '../model/errors.js';

/** Why a request to a served knowledge base got no answer, though nothing is wrong with its text. */
export type ServiceFailure = 'timeout' | 'busy' | 'exhausted' | 'conflict' | 'cancelled' | 'unavailable';

/** The service could not do what was asked; what it holds is as it was. */
export class ServiceError extends SfwcError {
  readonly exitCode = 1;
  constructor(
    readonly failure: ServiceFailure,
    message: string,
    options: { readonly hint?: string; readonly cause?: unknown } = {},
  ) {
    super(message, options);
  }
}
