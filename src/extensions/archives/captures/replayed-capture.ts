import { FetchError } from '../../../model/errors.js';
import type { ArchivedCapture } from '../../../model/archived-capture.js';
import type { FetchedResponse } from '../../../model/crawl-event.js';
import { given } from '../../../support/given.js';
import type { ArchiveRequests } from './archive-requests.js';
import { keyOf } from './capture-index.js';
import { collectionOf, type BringCapture, type CapturedResponse } from './captured-response.js';
import { instantOf } from './period.js';
import { check } from './read-capture.js';
import { parseUrl } from '../../../support/parse-url.js';

/** `https://web.archive.org/web/20261003120000id_/http://example.org/`: the time, and the address. */
const REPLAYED = /\/(\d{4,14})[a-z]{2}_\/(https?:\/\/.*)$/s;
/** An archive may lead to another moment of the same page. */
const MAX_MOVES = 3;
/** Headers that the archive adds, and those of the transfer. */
const NOT_OF_PAGE =
  /^(?:x-archive-|x-app-server|x-ts|x-tr|server-timing|memento-datetime|content-(?:length|encoding|security-policy)|transfer-encoding|connection|keep-alive|set-cookie)/;

/**
 * Brings captures as the archive replays them without changes: `id_` behind the time, as the Wayback Machine and pywb have it.
 * @param base what comes before the time, with the slash
 */
export function captureByReplay(
  base: string,
  archive: string,
  requests: ArchiveRequests,
  maxBytes: number,
): BringCapture {
  return async (capture, url, signal) => {
    let address = `${base}${capture.timestamp}id_/${capture.url}`;
    for (let moves = 0; moves <= MAX_MOVES; moves += 1) {
      const answer = await askOnce(address, requests, maxBytes, signal);
      const moved = 'to' in answer ? REPLAYED.exec(answer.to) : undefined;
      const target = moved?.[2];
      if (target !== undefined && keyOf(target) === keyOf(url) && moved?.[1] !== capture.timestamp) {
        const next = `${base}${moved?.[1] ?? ''}id_/${target}`;
        if (next === address) break;
        address = next;
        continue;
      }
      const time = timeOf(answer.response, REPLAYED.exec(address)?.[1] ?? capture.timestamp);
      return replayed(answer, { capture, url, address, archive, time, target });
    }
    throw new FetchError('bad-capture', url, `${address}: the archive leads from one moment to the next`);
  };
}

type Replayed =
  { readonly response: FetchedResponse } | { readonly response: FetchedResponse; readonly to: string };

/** One request; redirects of the archive, and those that it replays, are not followed. */
async function askOnce(
  address: string,
  requests: ArchiveRequests,
  maxBytes: number,
  signal: AbortSignal | undefined,
): Promise<Replayed> {
  let to: string | undefined;
  let head: FetchedResponse | undefined;
  const response = await requests
    .ask(address, {
      ...{ signal, maxBytes, accept: '*/*' },
      onRedirect: (target) => {
        to = target;
        throw new Moved();
      },
      wantBody: (answered) => {
        head = { ...answered, body: new Uint8Array() };
        return true;
      },
    })
    .catch((thrown: unknown) => {
      if (!(thrown instanceof Moved)) throw thrown;
      return head ?? { url: address, status: 302, headers: {}, body: new Uint8Array() };
    });
  return to === undefined ? { response } : { response, to };
}

class Moved extends Error {}

/** The time of a capture by its Memento-Datetime (RFC 7089), else by its address. ISO 8601. */
function timeOf({ headers }: FetchedResponse, timestamp: string): string {
  const stated = Date.parse(headers['memento-datetime'] ?? '');
  return new Date(Number.isNaN(stated) ? instantOf(timestamp.padEnd(14, '0')) : stated).toISOString();
}

interface ReplayedOf {
  readonly capture: Parameters<BringCapture>[0];
  readonly url: string;
  readonly address: string;
  readonly archive: string;
  readonly time: string;
  /** The target of a redirect that the archive replays. */
  readonly target: string | undefined;
}

function replayed({ response, ...moved }: Replayed, about: ReplayedOf): CapturedResponse {
  const { capture, url, address, archive, time, target } = about;
  const to = 'to' in moved ? moved.to : undefined;
  refuseOther(response, to, url);
  const { body, status } = response;
  const unverified = unverifiedOf(response, to, capture.digest, url);
  const headers = {
    ...Object.fromEntries(Object.entries(response.headers).filter(([name]) => !NOT_OF_PAGE.test(name))),
    ...(to === undefined ? {} : { location: target ?? ofPage(to, address, capture.url) }),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return {
    ...{ status, headers, entity: body, body, source: address, truncated: undefined },
    head: Buffer.from(`HTTP/1.1 ${status} OK\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1'),
    archived: given({
      ...{ time, archive, replayed: address, digest: capture.digest, unverified },
      collection: collectionOf(capture, archive),
      url: capture.url === url ? undefined : capture.url,
    }),
  };
}

/** @throws FetchError for an error of the archive itself, and for the replay of another address */
function refuseOther({ status, headers }: FetchedResponse, to: string | undefined, url: string): void {
  if (to === undefined && headers['memento-datetime'] === undefined && status >= 400)
    throw new FetchError('bad-capture', url, `the archive does not replay it: status ${status}`);
  const original = /<([^<>]*)>\s*;\s*rel="?original"?/.exec(headers['link'] ?? '')?.[1];
  if (original !== undefined && parseUrl(original) !== undefined && keyOf(original) !== keyOf(url))
    throw new FetchError(
      'bad-capture',
      url,
      `the archive replays another address: ${original.slice(0, 200)}`,
    );
}

/** Compares what was replayed with its digest. @throws FetchError where it differs */
function unverifiedOf(
  { headers, body }: FetchedResponse,
  to: string | undefined,
  digest: string | undefined,
  url: string,
): ArchivedCapture['unverified'] {
  if (digest === undefined || to !== undefined) return 'no digest';
  const checked = check(digest, [body], undefined);
  if (checked !== 'differs') return checked;
  // The archive may have encoded the payload in another way than the host had.
  if (headers['content-encoding'] !== undefined) return 'replayed decoded';
  throw new FetchError('bad-capture', url, `its payload does not have the digest ${digest}`);
}

/** A location that was relative to the host, as the archive sends it unchanged. */
function ofPage(to: string, address: string, page: string): string {
  const { origin, pathname, search } = new URL(to);
  return origin === new URL(address).origin ? new URL(`${pathname}${search}`, page).href : to;
}
