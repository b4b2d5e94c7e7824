import type { CrawlSettings } from '../../../app/settings/crawl-settings.js';
import type { FetchedResponse, Fetcher, FetchOptions, ResponseHead } from '../../../model/crawl-event.js';
import { FetchError, InputError, UsageError } from '../../../model/errors.js';
import type { Exchange } from '../../../model/exchange.js';
import type { Logger } from '../../../support/logger.js';
import { isWebAddress } from '../../../support/parse-url.js';
import type { Clock } from '../../../support/time/clock.js';
import { withoutCredentials } from '../../../support/without-credentials.js';
import { isPrivateByName } from '../../../web/http/address-guard.js';
import { openFetcher, type HttpSettings } from '../../../web/http/open-fetcher.js';
import { followRedirects, redirectTarget } from '../../../web/http/redirects.js';
import {
  type AskArchive,
  type CaptureIndex,
  createArchiveRequests,
  createCdxIndex,
  replayBase,
  warcBaseOf,
} from './cdx-index.js';
import { captureFromRecords, type BringCapture, type CapturedResponse } from './captured-response.js';
import { chooseCaptures, periodOf, type TimeWish } from './choose-captures.js';
import { captureByReplay } from './replayed-capture.js';
import { MAX_PAGE_BYTES } from '../../../web/http/read-body.js';

/** Settings of captures: the archive, with the time that is wished. */
type CapturesSettings = HttpSettings &
  Pick<CrawlSettings, 'delay'> &
  Partial<Pick<CrawlSettings, 'captures'>>;

/** Services of captures. */
interface CapturesDeps {
  /** Takes the place of the network. */
  readonly instead: Fetcher | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Retries of a request. Default 2. */
  readonly retries?: number;
}

/**
 * Opens the captures of an archive, which a crawl requests instead of pages of hosts.
 * @throws InputError when the address is none of the Web; UsageError
 */
export function openCaptures(
  settings: CapturesSettings,
  { instead, clock, logger, retries = 2 }: CapturesDeps,
): { readonly fetcher: Fetcher; close(): void } {
  const { captures = '', delay: delaySeconds } = settings;
  const { place, at, warcs } = archiveOf(captures);
  const wish: TimeWish = at === undefined ? {} : { at: periodOf(at) };
  const other = [place, warcs ?? place].find((address) => !isWebAddress(address));
  if (other !== undefined)
    throw new InputError(`${other} is not a web address`, {
      hint: 'give the URL of a CDX server; WARC files on this machine are crawled with --web',
    });
  const network = openFetcher(settings, [place, warcs ?? place]);
  try {
    const fetcher = instead ?? network;
    const ask = createArchiveRequests(place, { fetcher, clock, logger, delaySeconds, retries });
    const index = createCdxIndex(place, { ask, wish, clock });
    const bring = bringing(place, warcs, ask, index);
    return {
      fetcher: capturesFetcher({ index, bring, wish }),
      close: () => network.close(),
    };
  } catch (thrown) {
    network.close();
    throw thrown;
  }
}

/** Takes the setting apart: the CDX server with its own parameters, the time, and the address of the WARC files. */
function archiveOf(captures: string) {
  const [server = '', query] = captures.split('?', 2);
  const parameters = new URLSearchParams(query);
  const [at, warcs] = ['at', 'warcs'].map((name) => parameters.get(name) ?? undefined);
  for (const own of ['at', 'warcs']) parameters.delete(own);
  return { place: parameters.size === 0 ? server : `${server}?${parameters.toString()}`, at, warcs };
}

/** The way in which captures are brought: out of WARC files, or as the archive replays them. @throws UsageError */
function bringing(
  place: string,
  warcs: string | undefined,
  ask: AskArchive,
  index: CaptureIndex,
): BringCapture {
  const archive = withoutCredentials(place);
  const base = warcs ?? warcBaseOf(place);
  if (base !== undefined) return captureFromRecords({ archive, index, ask, base });
  const replay = replayBase(place);
  if (replay !== undefined) return captureByReplay(replay, archive, ask);
  throw new UsageError(`it is not known where the WARC files of ${archive} are`, {
    hint: 'end captures in ?warcs=URL',
  });
}

/** Services with which captures are fetched. */
interface CaptureFetcherDeps {
  readonly index: CaptureIndex;
  readonly bring: BringCapture;
  readonly wish: TimeWish;
}

/** Captures of a page that are tried, where the first ones are damaged. */
const MAX_TRIED = 3;

type Step = { readonly redirect: string } | { readonly answer: FetchedResponse };

/**
 * A fetcher for the captures of an archive. Redirects are followed within the archive, each target to the capture nearest to the
 * wished time. The robots.txt of hosts are not looked up: the archive has the pages already.
 *
 * Its `fetch` throws FetchError, 'not-archived' for what the archive lacks; ServiceError when the archive does not answer any more;
 * and what `onRedirect` throws.
 */
function capturesFetcher(parts: CaptureFetcherDeps): Fetcher {
  const ask = async (url: string, options: FetchOptions): Promise<Step> => {
    const { hostname, pathname } = new URL(url);
    if (pathname === '/robots.txt')
      return { answer: { url, status: 404, headers: {}, body: new Uint8Array() } };
    if (isPrivateByName(hostname))
      throw new FetchError('private-address', url, `${hostname} is not an address of the public Internet`);
    return stepOf(url, await firstWhole(url, parts, options.signal), options);
  };
  return {
    fetch: (url, options = {}) => followRedirects(url, (current) => ask(current, options), options),
  };
}

/** The best capture of a URL that is not damaged. @throws FetchError */
async function firstWhole(
  url: string,
  { index, bring, wish }: CaptureFetcherDeps,
  signal: AbortSignal | undefined,
): Promise<CapturedResponse> {
  const captures = await index.find(url, signal);
  let damaged: FetchError | undefined;
  for (const capture of chooseCaptures(url, captures, wish).slice(0, MAX_TRIED)) {
    try {
      return await bring(capture, url, signal);
    } catch (thrown) {
      if (!(thrown instanceof FetchError) || thrown.failure !== 'bad-capture') throw thrown;
      damaged ??= thrown;
    }
  }
  const some =
    captures.length === 0 ? '' : ' in the wished time that is a page or a redirect to another address';
  throw damaged ?? new FetchError('not-archived', url, `the archive has no capture of it${some}`);
}

/** Meaning of a capture for its URL, within the limits of the fetch. @throws FetchError */
function stepOf(url: string, captured: CapturedResponse, options: FetchOptions): Step {
  const { status, headers, body, archived, truncated } = captured;
  options.capture?.(url)(exchangeOf(url, captured));
  const redirect = redirectTarget(archived.url ?? url, status, headers['location']);
  // A page may redirect to its own address in another spelling.
  if (redirect !== undefined && redirect !== url) return { redirect };
  const answered: ResponseHead = { url, status, headers, archived };
  if (options.wantBody?.(answered) === false) return { answer: { ...answered, body: new Uint8Array() } };
  const most =
    (typeof options.maxBytes === 'function' ? options.maxBytes(answered) : options.maxBytes) ??
    MAX_PAGE_BYTES;
  if (options.cutAfter === undefined && body.length > most)
    throw new FetchError('too-large', url, `the body is larger than ${most} bytes`);
  return { answer: { ...answered, body: body.subarray(0, options.cutAfter), truncated } };
}

/** Exchange that a capture stands for, for archives. */
function exchangeOf(url: string, captured: CapturedResponse): Exchange & { readonly time: number } {
  const { status, headers, head, entity, archived, source, truncated } = captured;
  return {
    ...{ url, request: new Uint8Array(), head, body: entity, status, source, truncated },
    ...{ contentType: headers['content-type'], time: Date.parse(archived.time) },
  };
}
