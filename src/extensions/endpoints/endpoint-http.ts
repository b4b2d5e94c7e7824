import axios from 'axios';
import type {
  EndpointHttpOptions,
  EndpointRequest,
  EndpointResponse,
  SendToEndpoint,
} from '../../knowledge/endpoint/endpoint-request.js';
import { InputError, messageOf, QueryError, type SfwcError } from '../../model/errors.js';
import { given } from '../../support/given.js';
import { systemClock, type Clock } from '../../support/time/clock.js';
import { retry, retryAfter, type Busy } from '../../support/time/retry-after.js';

const PASSING_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);
/** Transient connection failures; an unknown host name is not one. */
const PASSING_FAILURES: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN', 'ERR_BAD_RESPONSE'],
  'timeout',
]);
const [FIRST_PAUSE, PAUSE_GROWTH] = [300, 4];
/** Longest accepted `Retry-After`, in milliseconds. */
const LONGEST_PAUSE = 60_000;
const MAX_ANSWER = 500_000_000;

type Outcome = EndpointResponse | { readonly failure: unknown };

/** A client of SPARQL endpoints. */
export function createEndpointHttp(options: EndpointHttpOptions = {}): SendToEndpoint {
  const { retries = 3, timeoutSeconds = 60, clock = systemClock, warn, signal } = options;
  return async (request) => {
    const { url } = request;
    const attempt = (): Promise<Outcome> => send(request, options).catch((failure: unknown) => ({ failure }));
    const { outcome, attempts } = await retry(attempt, {
      ...{ clock, signal, retries: request.repeatable ? retries : 0 },
      busy: (tried) => (signal?.aborted === true ? undefined : busyOf(tried, clock)),
      pause: (number, wanted = 0) =>
        Math.max(FIRST_PAUSE * PAUSE_GROWTH ** number, Math.min(wanted, LONGEST_PAUSE)),
      onRetry: (reason, pause) => warn?.(`${url}: ${reason}; asked again in ${(pause / 1000).toFixed(1)} s`),
    });
    if (!('failure' in outcome)) return outcome;
    const cause = outcome.failure;
    if (signal?.aborted === true) throw new InputError(`${url}: interrupted`, { cause });
    const tried = attempts === 1 ? '' : ` (tried ${attempts} times)`;
    if (failureCode(cause) === 'timeout')
      throw new InputError(`${url} gave no complete answer within ${timeoutSeconds} s${tried}`, {
        hint: 'ask for less, or try later',
        cause,
      });
    // For several failed addresses, Node throws an error without a message.
    const words = messageOf(cause) || failureCode(cause) || 'no connection';
    throw new InputError(`${url} cannot be reached: ${words}${tried}`, {
      hint: 'is the address right, and does the server run?',
      cause,
    });
  };
}

function busyOf(outcome: Outcome, clock: Clock): Busy | undefined {
  if ('failure' in outcome) {
    const code = failureCode(outcome.failure);
    return PASSING_FAILURES.has(code) ? { reason: `no answer (${code})`, pause: undefined } : undefined;
  }
  const { status, headers } = outcome;
  if (!PASSING_STATUSES.has(status)) return undefined;
  return { reason: `status ${status}`, pause: retryAfter(headers['retry-after'], clock) };
}

async function send(
  { method, url, headers, body }: EndpointRequest,
  {
    auth: { token, user, password = '' } = {},
    timeoutSeconds = 60,
    maxBytes = MAX_ANSWER,
    signal,
  }: EndpointHttpOptions,
): Promise<EndpointResponse> {
  const timeout = AbortSignal.timeout(timeoutSeconds * 1000);
  const named = user && `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const response = await axios.request<string>({
    ...{ method, url, data: body, adapter: 'http', responseType: 'text' },
    headers: {
      ...headers,
      'User-Agent': 'sfwc',
      ...given({ Authorization: token ? `Bearer ${token}` : named }),
    },
    // Axios would parse JSON.
    transformResponse: [(text: string) => text],
    // A redirected POST becomes a GET without its query, and would send the credentials elsewhere.
    maxRedirects: 0,
    ...{ maxContentLength: maxBytes, maxBodyLength: MAX_ANSWER, validateStatus: () => true },
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
  });
  const plain = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
  const [type = ''] = (plain['content-type'] ?? '').split(';', 1);
  return { status: response.status, type: type.trim().toLowerCase(), headers: plain, text: response.data };
}

function failureCode(failure: unknown): string {
  if (!axios.isAxiosError(failure)) return '';
  // Axios has no code of its own for it; asking again would bring as much.
  if (failure.message.startsWith('maxContentLength')) return 'too-large';
  return failure.code === 'ERR_CANCELED' ? 'timeout' : (failure.code ?? '');
}

/** Longest part of a response shown in an error message. */
const SHOWN = 200;

/**
 * The error for a response that is not what was asked for: QueryError with the endpoint's message when the query is at
 * fault, InputError when the address, the credentials or the server are.
 */
export function refusal(url: string, { status, headers, type, text }: EndpointResponse): SfwcError {
  const isHtml = /html/.test(type) || /^\s*<(?:!doctype html|html)\b/i.test(text);
  const page = isHtml ? `an HTML page: ${/<title[^<>]*>([^<]*)/i.exec(text)?.[1] ?? ''}` : text.trimStart();
  const words = (headers['location'] ?? page).split('\n', 1)[0]?.replace(/\s+/g, ' ').slice(0, SHOWN).trim();
  const said = `${url} answered with status ${status} (${type}): ${words}`;
  // Virtuoso answers 500 to queries that it cannot run.
  if (!isHtml && [400, 422, 500].includes(status))
    return new QueryError(said, { hint: 'SPARQL 1.1; prefixes must be declared in the query' });
  if (status === 401 || status === 403)
    return new InputError(said, {
      hint: 'give SFWC_KB_USER and SFWC_KB_PASSWORD, or SFWC_KB_TOKEN, of an account that may do this',
    });
  return new InputError(said, {
    hint: PASSING_STATUSES.has(status)
      ? 'the server is busy or broken; try later'
      : 'is this the address of the SPARQL endpoint itself, and does it take requests of this size?',
  });
}
