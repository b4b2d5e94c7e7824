import { randomUUID } from 'node:crypto';
import axios, { type AxiosResponse } from 'axios';
import { InputError, messageOf } from '../../model/errors.js';
import { systemClock, type Clock } from '../../support/time/clock.js';
import { UnsureError } from './endpoint-errors.js';
import { retryAfter } from '../../support/time/retry-after.js';
import { digestAuthorization, digestChallenge, type DigestChallenge } from './digest-auth.js';

/** Who asks: a token, or a name and a password (sent as Basic, or as Digest where the server demands that). */
export interface EndpointAuth {
  readonly token?: string;
  readonly user?: string;
  readonly password?: string;
}

/** How requests to an endpoint behave. */
export interface EndpointHttpOptions {
  readonly auth?: EndpointAuth;
  /** Seconds for an answer, body included. Default 60. */
  readonly timeoutSeconds?: number;
  /** How often a request that may be repeated is repeated. Default 3, after 0.3, 1.2 and 4.8 seconds. */
  readonly retries?: number;
  readonly clock?: Clock;
  /** Told why a request is repeated. */
  readonly warn?: (message: string) => void;
  readonly signal?: AbortSignal;
}

/** One request. */
export interface EndpointRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** False for what must not be done twice: it is repeated only when the server surely did not begin with it. */
  readonly repeatable: boolean;
  /** How many times longer than others this request may take. Default 1. */
  readonly patience?: number;
}

/** An answer of any status. */
export interface EndpointResponse {
  readonly status: number;
  /** Media type without parameters, lower case; empty when there is none. */
  readonly type: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Sends a request and repeats it where that may help. Throws InputError naming the URL when no answer comes. */
export type SendToEndpoint = (request: EndpointRequest) => Promise<EndpointResponse>;

const RETRIED_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);
/** Statuses with which a server says that it did not begin. */
const UNTOUCHED_STATUSES: ReadonlySet<number> = new Set([429, 503]);
/** Virtuoso gives up one of two transactions that wait for each other, and undoes it. */
const DEADLOCK = /\bVirtuoso 40001 Error\b|\bdeadlocked\b/i;
/** Failures of connections that may pass; a name that does not exist will not. */
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
/** Longest time in milliseconds that is waited because a server asks for it (`Retry-After`). */
const LONGEST_PAUSE = 60_000;
/** Largest answer in bytes; text in memory cannot be much larger. */
const MAX_ANSWER = 500_000_000;

/** A client of SPARQL endpoints. */
export function createEndpointHttp(options: EndpointHttpOptions = {}): SendToEndpoint {
  const { retries = 3, clock = systemClock, warn = () => undefined, signal } = options;
  const sendOnce = createSender(options);
  return async (request) => {
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await attemptOnce(sendOnce, request);
      const reason = passingReason(outcome, request.repeatable);
      if (reason === undefined || attempt >= retries || signal?.aborted === true) {
        if ('response' in outcome) return outcome.response;
        throw describeFailure(outcome.failure, request, options, attempt + 1);
      }
      const pause = pauseBefore(attempt, outcome, clock);
      warn(`${request.url}: ${reason}; asked again in ${(pause / 1000).toFixed(1)} s`);
      await clock.sleep(pause, signal);
    }
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

/** Why it makes sense to ask again; undefined when it does not. */
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

function pauseBefore(attempt: number, outcome: Outcome, clock: Clock): number {
  const asked = 'response' in outcome ? outcome.response.headers['retry-after'] : undefined;
  const own = FIRST_PAUSE * PAUSE_GROWTH ** attempt;
  const wanted = retryAfter(asked, clock);
  return wanted === undefined ? own : Math.min(Math.max(wanted, own), LONGEST_PAUSE);
}

function createSender({ auth = {}, timeoutSeconds = 60, signal }: EndpointHttpOptions): SendToEndpoint {
  const challenges = new Map<string, DigestChallenge>();
  const post = async (
    request: EndpointRequest,
    authorization: string | undefined,
  ): Promise<EndpointResponse> => {
    const timeout = AbortSignal.timeout(timeoutSeconds * (request.patience ?? 1) * 1000);
    const response = await axios.request<string>({
      method: request.method,
      url: request.url,
      headers: {
        ...request.headers,
        'User-Agent': 'sfwc',
        ...(authorization === undefined ? {} : { Authorization: authorization }),
      },
      ...(request.body === undefined ? {} : { data: request.body }),
      adapter: 'http',
      responseType: 'text',
      // Axios would make objects of JSON by itself.
      transformResponse: [(text: string) => text],
      // A POST that follows a redirect becomes a GET without its query, and credentials would go elsewhere.
      maxRedirects: 0,
      maxContentLength: MAX_ANSWER,
      maxBodyLength: MAX_ANSWER,
      validateStatus: () => true,
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    return plainResponse(response);
  };
  return async (request) => {
    const { origin } = new URL(request.url);
    const first = await post(request, authorizationFor(request, auth, challenges.get(origin)));
    if (first.status !== 401 || auth.user === undefined || auth.token !== undefined) return first;
    // Virtuoso demands a digest of those only who come without name and password.
    const challenge = challengeOf(first) ?? challengeOf(await post(request, undefined));
    if (challenge === undefined) return first;
    challenges.set(origin, challenge);
    return post(request, authorizationFor(request, auth, challenge));
  };
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
      hint: 'allow more time with --kb-timeout, or ask for less',
      cause: failure,
    });
  }
  // Node joins several failed addresses to an error without words of its own.
  const words = messageOf(failure) || failureCode(failure) || 'no connection';
  return new UnsureError(`${url} cannot be reached: ${words}${tried}`, {
    hint: 'is the address right, and does the server run?',
    cause: failure,
  });
}
