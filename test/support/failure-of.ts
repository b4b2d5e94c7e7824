import { SfwcError } from '../../src/model/errors.js';

/** The error of sfwc that a promise is rejected with. @throws Error when it is resolved, or rejected with another error */
export async function failureOf(promise: Promise<unknown>): Promise<SfwcError> {
  const thrown: unknown = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (thrown instanceof SfwcError) return thrown;
  throw new Error(`not an error of sfwc: ${String(thrown)}`);
}
