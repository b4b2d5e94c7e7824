import { randomUUID } from 'node:crypto';
import axios, { type AxiosResponse } from 'axios';
import type {
  EndpointAuth,
  EndpointHttpOptions,
  EndpointRequest,
  EndpointResponse,
  SendToEndpoint,
} from '../../knowledge/endpoint/endpoint-request.js';
import { InputError, messageOf } from '../../model/errors.js';
import { given } from '../../support/given.js';
import { systemClock, type Clock } from '../../support/time/clock.js';
import { retry, type Busy } from '../../support/time/retry.js';
import { retryAfter } from '../../support/time/retry-after.js';
import { digestAuthorization, digestChallenge, type DigestChallenge } from './digest-auth.js';

/** No response, or only one from a proxy: the request may or may not have been carried out. */
export class UnsureError extends InputError {}

const RETRIED_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);
/** Statuses that say that the server did not start. */
const UNTOUCHED_STATUSES: ReadonlySet<number> = new Set([429, 503]);
/** Virtuoso cancels one of two deadlocked transactions and rolls it back. */
const DEADLOCK = /\bVirtuoso 40001 Error\b|\bdeadlocked\b/i;
/** Transient connection failures; an unknown host name is not one. */
const PASSING_FAILURES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'ERR_BAD_RESPONSE',
]);
const FIRST_PAUSE = 300;
const PAUSE_GROWTH = 4;
/** Longest accepted `Retry-After`, in milliseconds. */
const LONGEST_PAUSE = 60_000;
const MAX_ANSWER = 500_000_000;

/** A client of SPARQL endpoints. */
export function createEndpointHttp(options: EndpointHttpOptions = {}): SendToEndpoint {
  const { retries = 3, clock = systemClock, warn = () => undefined, signal } = options;
  const sendOnce = createSender(options);
  return async (request) => {
    const { outcome, attempts } = await retry(() => attemptOnce(sendOnce, request), {
      clock,
      signal,
      retries,
      busy: (tried) => (signal?.aborted === true ? undefined : busyOf(tried, request, clock)),
      pause: pauseBefore,
      onRetry: (reason, pause) =>
        warn(`${request.url}: ${reason}; asked again in ${(pause / 1000).toFixed(1)} s`),
    });
    if ('response' in outcome) return outcome.response;
    throw describeFailure(outcome.failure, request, options, attempts);
  };
}

type Outcome = { readonly response: EndpointResponse } | { readonly failure: unknown };

async function attemptOnce(send: SendToEndpoint, request: EndpointRequest): Promise<Outcome> {
  try {
    return { response: await send(request) };
  } catch (failure) {
    return { failure };
  }
}

function busyOf(outcome: Outcome, { repeatable }: EndpointRequest, clock: Clock): Busy | undefined {
  const reason = passingReason(outcome, repeatable);
  const asked = 'response' in outcome ? outcome.response.headers['retry-after'] : undefined;
  return reason === undefined ? undefined : { reason, pause: retryAfter(asked, clock) };
}

/** Why a retry makes sense; undefined when it does not. */
function passingReason(outcome: Outcome, repeatable: boolean): string | undefined {
  if ('response' in outcome) {
    const { status, text } = outcome.response;
    if (repeatable && status === 500 && DEADLOCK.test(text)) return 'deadlock';
    const passing = repeatable ? RETRIED_STATUSES.has(status) : UNTOUCHED_STATUSES.has(status);
    return passing ? `status ${status}` : undefined;
  }
  const code = failureCode(outcome.failure);
  if (code === 'timeout') return repeatable ? 'no answer in time' : undefined;
  const passing = repeatable ? PASSING_FAILURES.has(code) : code === 'ECONNREFUSED';
  return passing ? `connection failed (${code})` : undefined;
}

function pauseBefore(retryNumber: number, wanted: number | undefined): number {
  const own = FIRST_PAUSE * PAUSE_GROWTH ** retryNumber;
  return wanted === undefined ? own : Math.min(Math.max(wanted, own), LONGEST_PAUSE);
}

function createSender(options: EndpointHttpOptions): SendToEndpoint {
  const { auth = {} } = options;
  const challenges = new Map<string, DigestChallenge>();
  return async (request) => {
    const { origin } = new URL(request.url);
    const first = await post(request, authorizationFor(request, auth, challenges.get(origin)), options);
    if (first.status !== 401 || auth.user === undefined || auth.token !== undefined) return first;
    // Virtuoso asks for a digest only when the request has no credentials.
    const challenge = challengeOf(first) ?? challengeOf(await post(request, undefined, options));
    if (challenge === undefined) return first;
    challenges.set(origin, challenge);
    return post(request, authorizationFor(request, auth, challenge), options);
  };
}

async function post(
  request: EndpointRequest,
  authorization: string | undefined,
  { timeoutSeconds = 60, maxBytes = MAX_ANSWER, signal }: EndpointHttpOptions,
): Promise<EndpointResponse> {
  const timeout = AbortSignal.timeout(timeoutSeconds * (request.patience ?? 1) * 1000);
  const response = await axios.request<string>({
    method: request.method,
    url: request.url,
    headers: { ...request.headers, 'User-Agent': 'sfwc', ...given({ Authorization: authorization }) },
    data: request.body,
    adapter: 'http',
    responseType: 'text',
    // Axios would parse JSON.
    transformResponse: [(text: string) => text],
    // A redirected POST becomes a GET without its query, and would send the credentials elsewhere.
    maxRedirects: 0,
    maxContentLength: maxBytes,
    maxBodyLength: MAX_ANSWER,
    validateStatus: () => true,
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
  });
  return plainResponse(response);
}

function challengeOf({ status, headers }: EndpointResponse): DigestChallenge | undefined {
  return status === 401 ? digestChallenge(headers['www-authenticate']) : undefined;
}

function authorizationFor(
  { method, url }: EndpointRequest,
  { token, user, password = '' }: EndpointAuth,
  challenge: DigestChallenge | undefined,
): string | undefined {
  if (token !== undefined) return `Bearer ${token}`;
  if (user === undefined) return undefined;
  if (challenge === undefined) return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  return digestAuthorization(challenge, { method, url, user, password, nonce: randomUUID() });
}

function plainResponse({ status, headers, data }: AxiosResponse<string>): EndpointResponse {
  const plain = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
  const type = (plain['content-type'] ?? '').split(';', 1)[0] ?? '';
  return { status, type: type.trim().toLowerCase(), headers: plain, text: data };
}

function failureCode(failure: unknown): string {
  if (!axios.isAxiosError(failure)) return '';
  // Axios has no code of its own for it; asking again would bring as much.
  if (failure.message.startsWith('maxContentLength')) return 'too-large';
  return failure.code === 'ERR_CANCELED' ? 'timeout' : (failure.code ?? '');
}

function describeFailure(
  failure: unknown,
  { url, patience = 1 }: EndpointRequest,
  { timeoutSeconds = 60, signal }: EndpointHttpOptions,
  attempts: number,
): InputError {
  const tried = attempts === 1 ? '' : ` (tried ${attempts} times)`;
  if (signal?.aborted === true) return new InputError(`${url}: interrupted`, { cause: failure });
  if (failureCode(failure) === 'timeout') {
    return new UnsureError(`${url} gave no complete answer within ${timeoutSeconds * patience} s${tried}`, {
      hint: 'ask for less, or allow more time: kbTimeout of the API',
      cause: failure,
    });
  }
  // For several failed addresses, Node throws an error without a message.
  const words = messageOf(failure) || failureCode(failure) || 'no connection';
  return new UnsureError(`${url} cannot be reached: ${words}${tried}`, {
    hint: 'is the address right, and does the server run?',
    cause: failure,
  });
}
