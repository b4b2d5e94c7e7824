import type { FetchedResponse, Fetcher, FetchOptions, ResponseHead } from '../../../model/crawl-event.js';
import { FetchError } from '../../../model/errors.js';
import { isPrivateByName } from '../../../web/http/address-guard.js';
import { followRedirects } from '../../../web/http/redirects.js';
import type { CaptureIndex } from './capture-index.js';
import { chooseCaptures } from './choose-captures.js';
import { exchangeOf, redirectOf, type BringCapture, type CapturedResponse } from './captured-response.js';
import type { TimeWish } from './period.js';

/** Services with which captures are fetched. */
export interface CapturesFetcherParts {
  readonly index: CaptureIndex;
  readonly bring: BringCapture;
  readonly wish: TimeWish;
  /** Bytes of a page, decompressed. */
  readonly maxBytes: number;
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
export function createCapturesFetcher(parts: CapturesFetcherParts): Fetcher {
  const ask = async (url: string, options: FetchOptions): Promise<Step> => {
    const { hostname, pathname } = new URL(url);
    if (pathname === '/robots.txt')
      return { answer: { url, status: 404, headers: {}, body: new Uint8Array() } };
    if (isPrivateByName(hostname))
      throw new FetchError('private-address', url, `${hostname} is not an address of the public Internet`);
    return stepOf(url, await firstWhole(url, parts, options.signal), options, parts);
  };
  return {
    fetch: (url, options = {}) => followRedirects(url, (current) => ask(current, options), options),
  };
}

/** The best capture of a URL that is not damaged. @throws FetchError */
async function firstWhole(
  url: string,
  { index, bring, wish }: CapturesFetcherParts,
  signal: AbortSignal | undefined,
): Promise<CapturedResponse> {
  const captures = await index.find(url, signal);
  const chosen = chooseCaptures(url, captures, wish);
  let damaged: FetchError | undefined;
  for (const capture of chosen.slice(0, MAX_TRIED)) {
    try {
      return await bring(capture, url, signal);
    } catch (thrown) {
      if (!(thrown instanceof FetchError) || thrown.failure !== 'bad-capture') throw thrown;
      damaged ??= thrown;
    }
  }
  throw damaged ?? new FetchError('not-archived', url, whyNone(captures.length, wish));
}

function whyNone(captures: number, { from, to }: TimeWish): string {
  if (captures === 0) return 'the archive has no capture of it';
  const within = from === undefined && to === undefined ? '' : ' in the time that was asked for';
  return `the archive has no capture of it${within} that is a page or a redirect to another address`;
}

/** Meaning of a capture for its URL, within the limits of the fetch. @throws FetchError */
function stepOf(
  url: string,
  captured: CapturedResponse,
  options: FetchOptions,
  parts: CapturesFetcherParts,
): Step {
  const { status, headers, body, archived, truncated } = captured;
  options.capture?.(url)(exchangeOf(url, captured));
  const redirect = redirectOf(url, captured);
  if (redirect !== undefined) return { redirect };
  const answered: ResponseHead = { url, status, headers, archived };
  if (options.wantBody?.(answered) === false) return { answer: { ...answered, body: new Uint8Array() } };
  const most = typeof options.maxBytes === 'function' ? options.maxBytes(answered) : options.maxBytes;
  if (options.cutAfter === undefined && body.length > (most ?? parts.maxBytes))
    throw new FetchError('too-large', url, `the body is larger than ${most ?? parts.maxBytes} bytes`);
  return { answer: { ...answered, body: body.subarray(0, options.cutAfter), truncated } };
}
