import { FetchError, ServiceError, InputError, messageOf } from '../../../model/errors.js';
import { parseUrl } from '../../../support/parse-url.js';
import { isSuccess } from '../../../support/text/content-type.js';
import type { Clock } from '../../../support/time/clock.js';
import { readCdx, surtOf, timestampOf, type CdxCapture } from '../../../web/archive/cdxj.js';
import { type IndexedCapture, type TimeWish, instantOf } from './choose-captures.js';
import { createRecent } from '../../../support/remember.js';
import type { FetchedResponse } from '../../../model/crawl-event.js';
import type { Logger } from '../../../support/logger.js';
import { takeTurns } from '../../../support/take-turns.js';
import { withoutCredentials } from '../../../support/without-credentials.js';
import {
  busyReading,
  createPatientAsker,
  type PatientOptions,
  type PatientRequest,
} from '../../../web/http/patient-requests.js';

/**
 * A request to an archive.
 * @throws FetchError when this request gets no answer; ServiceError when the archive does not answer any more; Interrupted
 */
export type AskArchive = (url: string, request?: PatientRequest) => Promise<FetchedResponse>;

/** Parameters of requests to an archive. */
interface ArchiveManners extends Pick<PatientOptions, 'fetcher' | 'clock' | 'delaySeconds' | 'retries'> {
  readonly logger: Logger;
}

/** So many requests in a row without an answer, retries included in each, mean that the archive is away. */
const MAX_UNANSWERED = 3;

/** A redirect, which is an answer. */
class Redirected extends Error {}

/** True if a server answers at all: then a request without an answer is the fault of its address. @throws Interrupted */
async function answers(root: string, ask: AskArchive): Promise<boolean> {
  const onRedirect = (): void => {
    throw new Redirected();
  };
  try {
    await ask(root, { onRedirect, wantBody: () => false });
    return true;
  } catch (thrown) {
    if (thrown instanceof InputError || thrown instanceof Redirected) return thrown instanceof Redirected;
    throw thrown;
  }
}

/**
 * One queue for all requests to the archive at this address, with pauses. A request that gets no answer fails alone if its server
 * answers at its root; else the archive is away, and so it is after several such requests in a row.
 */
export function createArchiveRequests(
  address: string,
  { fetcher, clock, logger, delaySeconds, retries }: ArchiveManners,
): AskArchive {
  const ask = createPatientAsker(
    {
      ...{ service: withoutCredentials(address), fetcher, clock, delaySeconds, retries },
      accept: 'application/json,text/x-ndjson;q=0.9,*/*;q=0.5',
      hint: 'check the setting captures',
      warn: (message) => logger.warn(message),
    },
    (response: FetchedResponse) => busyReading(response, clock) ?? { answer: response },
  );
  const inTurn = takeTurns();
  let unanswered = 0;
  return (url, request) =>
    inTurn(async () => {
      try {
        const response = await ask(url, request);
        unanswered = 0;
        return response;
      } catch (thrown) {
        if (!(thrown instanceof InputError)) throw thrown;
        const cause = thrown.cause instanceof FetchError ? thrown.cause : undefined;
        if (cause?.failure === 'too-large') throw cause;
        unanswered += 1;
        if (unanswered < MAX_UNANSWERED && (await answers(new URL('/', url).href, ask)))
          throw new FetchError(cause?.failure ?? 'network', url, messageOf(thrown), { cause: thrown });
        throw new ServiceError('unavailable', `the archive does not answer: ${messageOf(thrown)}`, {
          hint: 'continue later with sfwc crawl --resume; nothing is lost',
          cause: thrown,
        });
      }
    });
}

/** Captures of a URL in an archive. */
export interface CaptureIndex {
  /**
   * The captures of a URL, also of its other spellings (`http:`, `www.`).
   * @param timestamp those of this moment alone, also outside of the window that is crawled
   * @throws FetchError when this look-up gets no answer; ServiceError when the archive does not answer any more
   */
  find(url: string, signal: AbortSignal | undefined, timestamp?: string): Promise<readonly IndexedCapture[]>;
}

/** The key of a URL in indexes: host reversed, scheme and `www.` left out (SURT). */
export function keyOf(url: string): string {
  return surtOf(parseUrl(url)?.href ?? url);
}

/** Captures of one URL in an answer. A page that was captured more often is looked up again within a year. */
const MAX_OF_PAGE = 1000;
/** Bytes of an answer, decompressed. */
const LARGEST_ANSWER = 16_000_000;
const HALF_A_YEAR = 183 * 24 * 60 * 60 * 1000;
/** The last URLs whose captures are remembered: redirects and retries ask for them again. */
const MAX_REMEMBERED = 500;
/** So many answers in a row that are none of a CDX server mean that it is none. */
const MAX_STRANGE = 3;

type Window = Pick<TimeWish, 'from' | 'to'>;

/** Looks URLs up at a CDX server: Wayback's, or one of pywb or Common Crawl. */
export function createCdxIndex(
  server: string,
  { ask, wish, clock }: { readonly ask: AskArchive; readonly wish: TimeWish; readonly clock: Clock },
): CaptureIndex {
  const known = createRecent<string, readonly IndexedCapture[]>(MAX_REMEMBERED);
  let strange = 0;

  /** @throws FetchError for what is not an answer of a CDX server; ServiceError for several of these in a row */
  async function query(
    url: string,
    { from, to }: Window,
    signal: AbortSignal | undefined,
  ): Promise<readonly IndexedCapture[]> {
    const address = new URL(server);
    const parameters = { output: 'json', url, limit: String(MAX_OF_PAGE), from, to };
    for (const [name, value] of Object.entries(parameters))
      if (value !== undefined) address.searchParams.append(name, value);
    const { status, body } = await ask(address.href, { signal, maxBytes: LARGEST_ANSWER });
    // Common Crawl answers 404 where there are no captures.
    const captures =
      status === 404 ? [] : isSuccess(status) ? readCdx(new TextDecoder().decode(body)) : undefined;
    if (captures !== undefined) {
      strange = 0;
      return captures.flatMap((capture) => indexed(capture, url));
    }
    strange += 1;
    const what = isSuccess(status) ? 'something else than captures' : `status ${status}`;
    const message = `the index of the archive answers with ${what}`;
    if (strange < MAX_STRANGE) throw new FetchError('network', url, message);
    throw new ServiceError('unavailable', message, {
      hint: 'check captures: it is the URL of a CDX server, such as https://web.archive.org/cdx/search/cdx',
    });
  }

  async function lookUp(
    url: string,
    signal: AbortSignal | undefined,
    timestamp: string | undefined,
  ): Promise<readonly IndexedCapture[]> {
    const window = timestamp === undefined ? wish : { from: timestamp, to: timestamp };
    const found = await query(url, window, signal);
    if (found.length < MAX_OF_PAGE) return found;
    return [...found, ...(await query(url, yearIn(wish, clock.now()), signal))];
  }

  return {
    async find(url, signal, timestamp) {
      const key = `${timestamp ?? ''} ${url}`;
      const found = known.get(key) ?? (await lookUp(url, signal, timestamp));
      known.set(key, found);
      return found;
    },
  };
}

/** The year around the wished time, or the last one, within the window. */
function yearIn({ at, from = '', to = '9' }: TimeWish, now: number): Window {
  const middle = at === undefined ? now : instantOf(at.last);
  const [begin = '', end = ''] = [middle - HALF_A_YEAR, middle + HALF_A_YEAR].map((time) =>
    timestampOf(new Date(time).toISOString()),
  );
  return { from: from > begin ? from : begin, to: to < end ? to : end };
}

/** A capture of the URL whose time is given. */
function indexed(capture: CdxCapture, url: string): readonly IndexedCapture[] {
  const timestamp = (capture.timestamp ?? '').padEnd(14, '0');
  const isOne = /^\d{14}$/.test(timestamp) && !Number.isNaN(instantOf(timestamp));
  if (!isOne || parseUrl(capture.url) === undefined || hostOf(capture.url) !== hostOf(url)) return [];
  return [{ ...capture, timestamp }];
}

function hostOf(url: string): string {
  return keyOf(url).replace(/\).*$/s, '');
}

const WAYBACK = /\/cdx\/search\b/;
/** pywb answers look-ups in a collection at `/COLLECTION/index`, before 2.8 also at `/COLLECTION-index` and `/COLLECTION/cdx`. */
const PYWB = /^(.*?\/)([^/]+?)(?:\/(?:index|cdx)|-index|-cdx)\/?$/;
/** Address of the WARC files of Common Crawl. */
const COMMON_CRAWL = { host: 'index.commoncrawl.org', files: 'https://data.commoncrawl.org/' };

/** The folder of the WARC files of a server, where that is known. */
export function warcBaseOf(address: string): string | undefined {
  return parseUrl(address)?.host === COMMON_CRAWL.host ? COMMON_CRAWL.files : undefined;
}

/** Part before the time in the addresses at which a server replays captures; undefined if unknown. */
export function replayBase(address: string): string | undefined {
  const url = parseUrl(address);
  if (url === undefined) return undefined;
  if (WAYBACK.test(url.pathname))
    return new URL(url.pathname.replace(/\/cdx\/search\b.*$/s, '/web/'), url).href;
  const [, before = '', name = ''] = PYWB.exec(`${url.origin}${url.pathname}`) ?? [];
  return name === '' ? undefined : `${before}${name}/`;
}
