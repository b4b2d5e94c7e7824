import type { FetchedResponse, Fetcher } from '../../../model/crawl-event.js';
import { InputError } from '../../../model/errors.js';
import { systemClock, type Clock } from '../../../support/time/clock.js';
import { busyReading, createPatientAsker, type Reading } from '../../../web/http/patient-requests.js';
import { withoutKeys } from './hits.js';

/** How to query a search engine on the Web. */
export interface EngineOptions {
  /** Its URL. */
  readonly address: string;
  readonly fetcher: Fetcher;
  /** Seconds between requests. */
  readonly delaySeconds: number;
  /** Retries of a request after a network error or when the server is busy. */
  readonly retries: number;
  readonly clock?: Clock;
  readonly signal?: AbortSignal;
  /** Called with the reason of each retry. */
  readonly warn?: (message: string) => void;
}

const HINT = 'check --engine: does it work in a browser?';

/**
 * Queries a search engine, one request at a time, with retries.
 * @param read parses a successful response; throws InputError for anything else
 */
export function engineAsker<T>(
  { address, fetcher, delaySeconds, retries, clock = systemClock, signal, warn }: EngineOptions,
  accept: string,
  read: (response: FetchedResponse) => T,
): (url: string) => Promise<T> {
  const service = withoutKeys(address);
  const options = { service, fetcher, clock, delaySeconds, retries, accept, hint: HINT, signal };
  return createPatientAsker({ ...options, warn: warn ?? (() => undefined) }, (response): Reading<T> => {
    const { status } = response;
    const busy = busyReading(response, clock);
    if (busy !== undefined) return busy;
    if (status < 200 || status > 299) throw refused(service, status);
    return { answer: read(response) };
  });
}

function refused(service: string, status: number): InputError {
  const searxng =
    status === 403 ? '; SearXNG answers 403 unless its settings.yml allows the format json' : '';
  return new InputError(`${service} does not answer searches: status ${status}`, {
    hint: `${HINT}${searxng}`,
  });
}

/** The body as text, in UTF-8 without byte order mark. */
export function bodyText({ body }: FetchedResponse): string {
  return new TextDecoder().decode(body);
}
