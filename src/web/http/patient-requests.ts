import type { FetchedResponse, Fetcher, FetchOptions } from '../../model/crawl-event.js';
import { FetchError, InputError, Interrupted } from '../../model/errors.js';
import type { Clock } from '../../support/time/clock.js';
import { retry, type Busy, retryAfter } from '../../support/time/retry-after.js';
import { without } from '../../support/without.js';
import { parseUrl } from '../../support/parse-url.js';
import { codeOf } from './fetch-failure.js';

/** Options for querying a service. */
export interface PatientOptions {
  /** The service's address, as messages name it. */
  readonly service: string;
  readonly fetcher: Fetcher;
  readonly clock: Clock;
  /** Seconds between the end of a request and the next one. */
  readonly delaySeconds: number;
  /** Number of times that a request is repeated before it is given up: after 1, 2, 4, 8 … seconds, or as long as it asks for. */
  readonly retries: number;
  readonly accept: string;
  /** Remedy if the service cannot be reached at all. */
  readonly hint: string;
  readonly signal?: AbortSignal;
  /** Called with the reason of each retry. */
  readonly warn: (message: string) => void;
}

/** Parts of one request. */
export type PatientRequest = FetchOptions & Partial<Pick<PatientOptions, 'retries'>>;

/** Meaning of a response. */
export type Reading<T> = { readonly answer: T } | { readonly busy: Busy };

const FIRST_PAUSE = 1000;
/** A service that asks for a longer pause ends the run. */
const LONGEST_PAUSE = 10 * 60_000;
/** Statuses of transient failures. */
export const BUSY_STATUSES: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

/** Meaning of the response of a server that is busy; undefined for the responses of others. */
export function busyReading(
  { status, headers }: FetchedResponse,
  clock: Clock,
): { readonly busy: Busy } | undefined {
  if (!BUSY_STATUSES.has(status)) return undefined;
  return { busy: { reason: `status ${status}`, pause: retryAfter(headers['retry-after'], clock) } };
}

/**
 * Queries a service one request at a time, with a pause in between, and retries after transient failures: a busy
 * server, a broken connection. The function it returns throws InputError when there is no answer, even after retries;
 * Interrupted; and whatever `read` throws.
 *
 * @param read what a response of any status means
 */
export function createPatientAsker<T>(
  options: PatientOptions,
  read: (response: FetchedResponse) => Reading<T>,
): (url: string, request?: PatientRequest) => Promise<T> {
  const { service, clock, warn } = options;
  let free = -Infinity;
  const wait = async (milliseconds: number, signal: AbortSignal | undefined): Promise<void> => {
    if (milliseconds > 0) await clock.sleep(milliseconds, signal);
    if (signal?.aborted === true) throw new Interrupted();
  };
  const attempt = async (url: string, request: PatientRequest): Promise<Reading<T>> => {
    await wait(free - clock.now(), request.signal);
    const outcome = await askOnce(url, options, read, request);
    free = clock.now() + options.delaySeconds * 1000;
    return outcome;
  };
  return async (url, given = {}) => {
    const request = { ...given, signal: given.signal ?? options.signal };
    const host = parseUrl(service)?.host ?? service;
    const { outcome, attempts } = await retry(() => attempt(url, request), {
      clock,
      signal: request.signal,
      retries: request.retries ?? options.retries,
      busy: (reading) => ('busy' in reading ? reading.busy : undefined),
      pause(retryNumber, wanted = 0) {
        const pause = Math.max(wanted, FIRST_PAUSE * 2 ** retryNumber);
        return pause > LONGEST_PAUSE ? undefined : pause;
      },
      onRetry(reason, pause) {
        const why = reason.startsWith(host) ? reason : `${host}: ${reason}`;
        warn(`${why}; retrying in ${(pause / 1000).toFixed(0)} s`);
      },
    });
    if ('answer' in outcome) return outcome.answer;
    const times = attempts === 1 ? 'once' : `${attempts} times`;
    throw new InputError(`${service} gave no answer: ${outcome.busy.reason} (tried ${times})`);
  };
}

async function askOnce<T>(
  url: string,
  { service, fetcher, accept, hint }: PatientOptions,
  read: (response: FetchedResponse) => Reading<T>,
  request: PatientRequest,
): Promise<Reading<T>> {
  let response: FetchedResponse;
  try {
    response = await fetcher.fetch(url, { accept, ...without(request, 'retries') });
  } catch (thrown) {
    if (request.signal?.aborted === true) throw new Interrupted();
    if (!(thrown instanceof FetchError)) throw thrown;
    // Retrying is useless where the host does not exist, or its certificate is wrong.
    if (/^(?:too-large|certificate)$/.test(thrown.failure) || /^(?:ENOTFOUND|EPROTO)$/.test(codeOf(thrown)))
      throw new InputError(`${service} cannot be reached: ${thrown.message}`, { hint, cause: thrown });
    return { busy: { reason: thrown.message, pause: undefined } };
  }
  if (response.truncated !== undefined) return { busy: { reason: 'the body breaks off', pause: undefined } };
  return read(response);
}
