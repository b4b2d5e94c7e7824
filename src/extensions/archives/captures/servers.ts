import { FetchError, InputError } from '../../../model/errors.js';
import { isSuccess } from '../../../support/text/content-type.js';
import { parseUrl } from '../../../support/parse-url.js';
import { withoutCredentials } from '../../../support/without-credentials.js';
import { readCollections, type CdxCollection } from '../../../web/archive/cdx-answers.js';
import type { ArchiveRequests } from './archive-requests.js';
import type { CdxEndpoint } from './cdx-index.js';
import { distanceTo, periodOf, type Period, type TimeWish } from './period.js';

const WAYBACK = /\/cdx\/search\b/;
/** pywb answers look-ups in a collection at `/COLLECTION/index`, before 2.8 also at `/COLLECTION-index` and `/COLLECTION/cdx`. */
const PYWB = /^(.*?\/)([^/]+?)(?:\/(?:index|cdx)|-index|-cdx)\/?$/;
const LIST = /^\/(?:collinfo\.json)?$/;
/** Address of the WARC files of Common Crawl. */
const COMMON_CRAWL = { host: 'index.commoncrawl.org', files: 'https://data.commoncrawl.org/' };
/** Collections that are looked in: the nearest to the wished time, or the newest. */
const MAX_COLLECTIONS = 3;

/**
 * The indexes at an address: that of Wayback's CDX API, one of pywb or Common Crawl, or those that a server lists in
 * `/collinfo.json`, in the order in which they are looked in.
 * @throws InputError where the list is none; as the archive's requests
 */
export async function openServer(
  address: string,
  wish: TimeWish,
  requests: ArchiveRequests,
): Promise<readonly CdxEndpoint[]> {
  const url = parseUrl(address);
  if (url === undefined) throw new InputError(`${address} is not a web address`);
  if (LIST.test(url.pathname)) return listed(url, wish, requests);
  return [{ address, dialect: WAYBACK.test(url.pathname) ? 'wayback' : 'pywb' }];
}

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

async function listed(url: URL, wish: TimeWish, requests: ArchiveRequests): Promise<readonly CdxEndpoint[]> {
  const list = new URL('/collinfo.json', url).href;
  const shown = withoutCredentials(list);
  const { status, body } = await requests.ask(list).catch((thrown: unknown) => {
    throw thrown instanceof FetchError ? new InputError(thrown.message, { cause: thrown }) : thrown;
  });
  const all = isSuccess(status) ? readCollections(new TextDecoder().decode(body)) : [];
  // What the user named may be asked wherever it is, but it does not say who else is.
  const own = all.filter(({ index }) => parseUrl(index, list)?.host === url.host);
  if (own.length === 0)
    throw new InputError(`${shown} does not list indexes of the same server`, {
      hint: 'check captures: it is the URL of a CDX server, such as https://index.commoncrawl.org/',
    });
  return nearest(own, wish).map(({ id, index }) => ({
    address: new URL(index, list).href,
    dialect: 'pywb' as const,
    collection: id,
  }));
}

/** Those in the window that are nearest to the wished time, or the newest, as the list has them first. */
function nearest(all: readonly CdxCollection[], { at, from, to }: TimeWish): readonly CdxCollection[] {
  const dated = all.map((collection) => ({ collection, period: periodOfCollection(collection) }));
  const within = dated.filter(
    ({ period }) =>
      period === undefined ||
      ((from === undefined || period.last >= from) && (to === undefined || period.first <= to)),
  );
  const far = (period: Period | undefined): number =>
    at === undefined || period === undefined
      ? 0
      : period.first <= at.last && period.last >= at.first
        ? 0
        : Math.min(distanceTo(period.first, at), distanceTo(period.last, at));
  const sorted = at === undefined ? within : [...within].sort((a, b) => far(a.period) - far(b.period));
  return sorted.slice(0, MAX_COLLECTIONS).map(({ collection }) => collection);
}

/** The time of a collection: as the list states it, else by its name, `CC-MAIN-2026-40`: the year and the week. */
function periodOfCollection({ id, from, to }: CdxCollection): Period | undefined {
  const [first, last] = [from, to].map((time) => /^\d{4}-\d\d-\d\d/.exec(time ?? '')?.[0]);
  if (first !== undefined && last !== undefined)
    return { first: periodOf(first).first, last: periodOf(last).last };
  const [, year, week] = /(\d{4})-(\d\d)$/.exec(id) ?? [];
  if (year === undefined || week === undefined) return undefined;
  const begin = Date.UTC(Number(year), 0, 1 + 7 * (Number(week) - 1));
  const [monday, sunday] = [begin, begin + 13 * 24 * 60 * 60 * 1000].map((day) =>
    new Date(day).toISOString().slice(0, 10),
  ) as [string, string];
  return { first: periodOf(monday).first, last: periodOf(sunday).last };
}
