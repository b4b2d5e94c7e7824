import type { FetchedResponse } from '../../model/crawl-event.js';
import { InputError, messageOf } from '../../model/errors.js';
import type { Clock } from '../../support/time/clock.js';
import { parseJson } from '../../support/parse-json.js';
import {
  BUSY_STATUSES,
  createPatientAsker,
  type PatientOptions,
  type Reading,
} from '../../web/http/patient-requests.js';
import { retryAfter } from '../../support/time/retry-after.js';

/** Options for querying the api.php at an address. */
interface WikiApiOptions extends Omit<PatientOptions, 'service' | 'accept' | 'hint'> {
  readonly api: string;
}

/** An object of a JSON answer. */
export type Answer = Readonly<Record<string, unknown>>;

/** Queries an API, one request at a time. */
export interface WikiApi {
  readonly address: string;
  /**
   * The `query` part of the answers to an action=query request, one for each continuation.
   * @throws InputError when there is no answer, even after retries, or the wiki refuses; Interrupted
   */
  query(parameters: Readonly<Record<string, string>>): AsyncGenerator<Answer>;
}

/** A value as an object; an empty one for anything else. */
export function objectOf(value: unknown): Answer {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Answer) : {};
}

/** Seconds that a server's replicas may lag behind; above it, the API asks to come back later. */
const MAXLAG = '5';
const BUSY_CODES = /^(?:maxlag|ratelimited|readonly|internal_api_error_.*)$/;
const API_HINT = 'give the address of api.php, such as https://en.wikipedia.org/w/api.php';

/**
 * A client of MediaWiki's Action API (format 2 of its JSON): never two requests at once, a pause between them, `maxlag`,
 * and patience with 429, 5xx, maxlag, rate limits and broken connections; `Retry-After` is obeyed.
 */
export function createWikiApi(options: WikiApiOptions): WikiApi {
  const { api, clock } = options;
  const ask = createPatientAsker(
    { ...options, service: api, accept: 'application/json', hint: API_HINT },
    (response) => interpret(response, api, clock),
  );
  return {
    address: api,
    async *query(parameters) {
      let more: Readonly<Record<string, string>> | undefined = {};
      while (more !== undefined) {
        const answer = await ask(requestUrl(api, { ...parameters, ...more }));
        const next = continuation(answer);
        if (next !== undefined && JSON.stringify(next) === JSON.stringify(more))
          throw new InputError(`${api} returned the same continuation token twice`);
        yield objectOf(answer['query']);
        more = next;
      }
    },
  };
}

function requestUrl(api: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(api);
  const common = { action: 'query', format: 'json', formatversion: '2', maxlag: MAXLAG };
  for (const [name, value] of Object.entries({ ...common, ...parameters })) url.searchParams.set(name, value);
  return url.href;
}

function continuation(answer: Answer): Readonly<Record<string, string>> | undefined {
  if (answer['continue'] === undefined) return undefined;
  const entries = Object.entries(objectOf(answer['continue']));
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

/** Meaning of an answer of any status. */
function interpret(response: FetchedResponse, api: string, clock: Clock): Reading<Answer> {
  const pause = retryAfter(response.headers['retry-after'], clock);
  const parsed = parseJson(Buffer.from(response.body).toString('utf8'));
  const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
  const answer = isObject ? (parsed as Answer) : undefined;
  const error = objectOf(answer?.['error']);
  const code = typeof error['code'] === 'string' ? error['code'] : undefined;
  if (code !== undefined) {
    const reason = `${code}: ${messageOf(error['info'] ?? error['text'] ?? '')}`;
    if (BUSY_CODES.test(code)) return { busy: { reason, pause } };
    throw new InputError(`${api} refuses: ${reason}`);
  }
  if (BUSY_STATUSES.has(response.status)) return { busy: { reason: `status ${response.status}`, pause } };
  if (answer === undefined || response.status !== 200)
    throw new InputError(`${api} is not the API of a MediaWiki: it answered with status ${response.status}`, {
      hint: `${API_HINT}; some wikis want a contact in the User-Agent (SFWC_USER_AGENT)`,
    });
  return { answer };
}

/** @throws InputError when the answer is not one of a MediaWiki */
export function checkIsMediaWiki(api: string, query: Answer): void {
  const generator = objectOf(query['general'])['generator'];
  if (typeof generator !== 'string' || !generator.startsWith('MediaWiki'))
    throw new InputError(`${api} did not identify itself as a MediaWiki API`, { hint: API_HINT });
}
