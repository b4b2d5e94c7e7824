import { OutputError, QueryError, SfwcError, messageOf } from '../../model/errors.js';
import { sentenceOf } from '../../support/text/sentence.js';

/** An error response: status, message and headers. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.name = 'Problem';
  }
}

/** Statuses of service failures; `cancelled` is never seen, since its client has disconnected. */
const STATUSES: Readonly<Record<string, number>> = {
  timeout: 503,
  busy: 503,
  exhausted: 503,
  unavailable: 503,
  cancelled: 408,
};

/** Seconds after which a rejected client may retry. */
const RETRY_AFTER = '2';

/** An error as a plain text response. Internal errors are shown without a stack trace. */
export function problemResponse(thrown: unknown): Response {
  const { status, message, headers } = toProblem(thrown);
  return new Response(`${message}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff', ...headers },
  });
}

function toProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  if (thrown instanceof QueryError) return new Problem(400, sentenceOf(thrown));
  const failure = (thrown as { readonly failure?: unknown } | null)?.failure;
  if (thrown instanceof SfwcError && typeof failure === 'string') {
    return new Problem(
      STATUSES[failure] ?? 500,
      sentenceOf(thrown),
      failure === 'busy' ? { 'retry-after': RETRY_AFTER } : {},
    );
  }
  if (thrown instanceof OutputError) return new Problem(500, sentenceOf(thrown));
  return new Problem(500, `internal error: ${messageOf(thrown)}`);
}
