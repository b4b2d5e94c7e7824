import { FetchError, ServiceError } from '../../../model/errors.js';
import { isSuccess } from '../../../support/text/content-type.js';
import { takeTurns } from '../../../support/take-turns.js';
import type { Clock } from '../../../support/time/clock.js';
import { readCdx, readPageCount, type CdxPart } from '../../../web/archive/cdx-answers.js';
import { timestampOf } from '../../../web/archive/cdxj.js';
import type { PatientRequest } from '../../../web/http/patient-requests.js';
import type { ArchiveRequests } from './archive-requests.js';
import { hostPrefix, keyOf, type CaptureIndex } from './capture-index.js';
import type { CaptureStore } from './capture-store.js';
import { chooseCaptures, isUsable, type IndexedCapture } from './choose-captures.js';
import { instantOf, type TimeWish } from './period.js';
import { parseUrl } from '../../../support/parse-url.js';

/** One index of an archive. */
export interface CdxEndpoint {
  readonly address: string;
  /** Whose parameters it takes: Wayback's CDX API, or those of pywb and Common Crawl. */
  readonly dialect: 'wayback' | 'pywb';
  /** Its name where the archive has several. */
  readonly collection?: string;
}

/** Services of an index. */
export interface CdxIndexParts {
  readonly requests: ArchiveRequests;
  readonly store: CaptureStore;
  readonly wish: TimeWish;
  readonly clock: Clock;
}

/** Captures of one URL in an answer. A page that was captured more often is looked up again within a year. */
const MAX_OF_PAGE = 1000;
/** Captures of a host in an answer. One that has more is looked up page by page. */
const MAX_OF_HOST = 10_000;
/** Common Crawl's servers answer in pages; a first page that is not the last one has more captures than this. */
const MIN_OF_PAGED = 1000;
/** Bytes of an answer, decompressed. */
const LARGEST_ANSWER = 16_000_000;
const HALF_A_YEAR = 183 * 24 * 60 * 60 * 1000;
/** Hosts whose look-ups are noted; beyond that, noting begins again. */
const MAX_HOSTS = 100_000;
/** So many answers in a row that are none of a CDX server mean that it is none. */
const MAX_STRANGE = 3;

/** The work of an index. */
interface Looking extends CdxIndexParts {
  /** Hosts of which a page was looked up alone. */
  readonly singles: Set<string>;
  strange: number;
}

/**
 * Looks URLs up in the indexes of an archive, in their order, until one has a capture that may be taken. The first URL of a host
 * is looked up alone; the second brings all captures of the host, if these are few enough. What came is
 * kept in the store, so that most URLs cost no request.
 */
export function createCdxIndex(endpoints: readonly CdxEndpoint[], parts: CdxIndexParts): CaptureIndex {
  const looking: Looking = { ...parts, singles: new Set(), strange: 0 };
  const inTurn = takeTurns();
  return {
    async find(url, signal) {
      const found: IndexedCapture[] = [];
      for (const endpoint of endpoints) {
        const known = knownIn(endpoint, url, looking);
        found.push(...(known ?? (await inTurn(() => lookUp(endpoint, url, looking, signal)))));
        if (chooseCaptures(url, found, parts.wish).some(isUsable)) break;
      }
      return found;
    },
    async findAt(url, timestamp, signal) {
      const found: IndexedCapture[] = [];
      for (const endpoint of endpoints) {
        const scope = `${nameOf(endpoint)} =${keyOf(url)} ${timestamp}`;
        if (looking.store.scope(scope) === undefined)
          await inTurn(() =>
            lookUpPage(endpoint, url, scope, looking, signal, { from: timestamp, to: timestamp }),
          );
        const captures = looking.store.captures(keyOf(url), nameOf(endpoint));
        found.push(...captures.filter((one) => one.timestamp === timestamp));
        if (found.length > 0) break;
      }
      return found;
    },
  };
}

function nameOf({ collection, address }: CdxEndpoint): string {
  return collection ?? address;
}

/** Captures of a URL in the store; undefined if it was not looked up. */
function knownIn(
  endpoint: CdxEndpoint,
  url: string,
  { store }: Looking,
): readonly IndexedCapture[] | undefined {
  const [name, key] = [nameOf(endpoint), keyOf(url)];
  const isKnown = [`=${key}`, `*${hostPrefix(url) ?? ''}`].some(
    (scope) => store.scope(`${name} ${scope}`) === 'whole',
  );
  return isKnown ? store.captures(key, name) : undefined;
}

async function lookUp(
  endpoint: CdxEndpoint,
  url: string,
  looking: Looking,
  signal: AbortSignal | undefined,
): Promise<readonly IndexedCapture[]> {
  const { store, singles } = looking;
  const name = nameOf(endpoint);
  const prefix = hostPrefix(url);
  if (prefix !== undefined) {
    const host = `${name} *${prefix}`;
    if (store.scope(host) === undefined && singles.has(host))
      await lookUpHost(endpoint, { prefix, url }, looking, signal);
    const known = knownIn(endpoint, url, looking);
    if (known !== undefined) return known;
    if (singles.size > MAX_HOSTS) singles.clear();
    singles.add(host);
  }
  await lookUpPage(endpoint, url, `${name} =${keyOf(url)}`, looking, signal, looking.wish);
  return store.captures(keyOf(url), name);
}

/** Looks one URL up, once more within a year where its captures are too many. */
async function lookUpPage(
  endpoint: CdxEndpoint,
  url: string,
  scope: string,
  looking: Looking,
  signal: AbortSignal | undefined,
  window: Pick<TimeWish, 'from' | 'to'>,
): Promise<void> {
  const query = { url, limit: String(MAX_OF_PAGE) };
  const ask = async (within: Pick<TimeWish, 'from' | 'to'>): Promise<readonly IndexedCapture[]> => {
    const part = await answerOf(endpoint, { ...query, ...within }, looking, { signal });
    return indexed(part, endpoint).filter((one) => hostOf(one.url) === hostOf(url));
  };
  const first = await ask(window);
  const all = first.length < MAX_OF_PAGE ? first : [...first, ...(await ask(yearIn(window, looking)))];
  looking.store.keep(
    scope,
    'whole',
    all.map((one) => [keyOf(url), one] as const),
  );
}

/** The year around the wished time, or the last one, within a window. */
function yearIn(
  window: Pick<TimeWish, 'from' | 'to'>,
  { wish, clock }: Looking,
): Pick<TimeWish, 'from' | 'to'> {
  const middle = wish.at === undefined ? clock.now() : instantOf(wish.at.last);
  const [from, to] = [middle - HALF_A_YEAR, middle + HALF_A_YEAR].map((time) =>
    timestampOf(new Date(time).toISOString()),
  ) as [string, string];
  return {
    from: window.from !== undefined && window.from > from ? window.from : from,
    to: window.to !== undefined && window.to < to ? window.to : to,
  };
}

/** Looks all URLs of a host up. One that has too many, or for which the server takes too long, is not tried again. */
async function lookUpHost(
  endpoint: CdxEndpoint,
  { prefix, url }: { readonly prefix: string; readonly url: string },
  looking: Looking,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { store, wish } = looking;
  const scope = `${nameOf(endpoint)} *${prefix}`;
  const more = endpoint.dialect === 'wayback' ? { showResumeKey: 'true' } : {};
  const limit = String(MAX_OF_HOST);
  const query = { url: new URL(url).host, matchType: 'host', limit, from: wish.from, to: wish.to };
  try {
    const part = await answerOf(endpoint, { ...query, ...more }, looking, { signal, retries: 0 });
    const isWhole =
      part.resumeKey === undefined &&
      part.captures.length < MAX_OF_HOST &&
      (await isOnlyPage(endpoint, query, part, looking, signal));
    const captures = (isWhole ? indexed(part, endpoint) : [])
      .map((one) => [keyOf(one.url), one] as const)
      .filter(([key]) => key.startsWith(prefix));
    store.keep(scope, isWhole ? 'whole' : 'large', captures);
  } catch (thrown) {
    if (!(thrown instanceof FetchError) || signal?.aborted === true) throw thrown;
    store.keep(scope, 'large', []);
  }
}

async function isOnlyPage(
  endpoint: CdxEndpoint,
  query: Query,
  { captures }: CdxPart,
  { requests }: Looking,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (endpoint.dialect === 'wayback' || captures.length < MIN_OF_PAGED) return true;
  const address = withQuery(endpoint.address, { ...query, showNumPages: 'true' });
  const { status, body } = await requests.ask(address, { signal, retries: 0, maxBytes: LARGEST_ANSWER });
  const pages = isSuccess(status) ? readPageCount(new TextDecoder().decode(body)) : undefined;
  return pages === undefined || pages <= 1;
}

type Query = Readonly<Record<string, string | undefined>>;

/** @throws FetchError for what is not an answer of a CDX server; ServiceError for several of these in a row */
async function answerOf(
  { address }: CdxEndpoint,
  query: Query,
  looking: Looking,
  request: PatientRequest,
): Promise<CdxPart> {
  const url = withQuery(address, { output: 'json', ...query });
  const response = await looking.requests.ask(url, { ...request, maxBytes: LARGEST_ANSWER });
  // Common Crawl answers so where there are no captures.
  const isNothing = response.status === 404;
  const isAnswer = isSuccess(response.status);
  const part = isNothing
    ? { captures: [] }
    : isAnswer
      ? readCdx(new TextDecoder().decode(response.body))
      : undefined;
  if (part !== undefined) {
    looking.strange = 0;
    return part;
  }
  looking.strange += 1;
  const what = isAnswer ? 'something else than captures' : `status ${response.status}`;
  const message = `the index of the archive answers with ${what}`;
  if (looking.strange < MAX_STRANGE) throw new FetchError('network', url, message);
  throw new ServiceError('unavailable', message, {
    hint: 'check captures: it is the URL of a CDX server, such as https://web.archive.org/cdx/search/cdx',
  });
}

function withQuery(address: string, query: Query): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.append(name, value);
  return url.href;
}

function hostOf(url: string): string {
  return keyOf(url).replace(/\).*$/s, '');
}

/** The captures of an answer whose time and address are given. */
function indexed({ captures }: CdxPart, endpoint: CdxEndpoint): readonly IndexedCapture[] {
  return captures.flatMap((capture) => {
    const timestamp = (capture.timestamp ?? '').padEnd(14, '0');
    if (
      !/^\d{14}$/.test(timestamp) ||
      Number.isNaN(instantOf(timestamp)) ||
      parseUrl(capture.url) === undefined
    )
      return [];
    return [{ ...capture, timestamp, collection: nameOf(endpoint) }];
  });
}
