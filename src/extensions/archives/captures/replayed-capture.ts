import { FetchError } from '../../../model/errors.js';
import type { ArchivedCapture, FetchedResponse } from '../../../model/crawl-event.js';
import { given } from '../../../support/given.js';
import { parseUrl } from '../../../support/parse-url.js';
import { type AskArchive, keyOf } from './cdx-index.js';
import type { BringCapture } from './captured-response.js';
import { instantOf } from './choose-captures.js';
import { check } from './read-capture.js';
import { MAX_PAGE_BYTES } from '../../../web/http/read-body.js';

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
export function captureByReplay(base: string, archive: string, ask: AskArchive): BringCapture {
  return async (capture, url, signal) => {
    let address = `${base}${capture.timestamp}id_/${capture.url}`;
    for (let moves = 0; moves <= MAX_MOVES; moves += 1) {
      const { response, to } = await askOnce(address, ask, signal);
      const [, timestamp = '', target] = REPLAYED.exec(to ?? '') ?? [];
      const isMove = target !== undefined && keyOf(target) === keyOf(url) && timestamp !== capture.timestamp;
      const next = `${base}${timestamp}id_/${target ?? ''}`;
      if (isMove && next === address) break;
      if (isMove) {
        address = next;
        continue;
      }
      refuseOther(response, to, url);
      const { body, status } = response;
      const headers = headersOf(response, to, { target, address, page: capture.url });
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
      return {
        ...{ status, headers, entity: body, body, source: address, truncated: undefined },
        head: Buffer.from(`HTTP/1.1 ${status} OK\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1'),
        archived: given({
          time: timeOf(response, REPLAYED.exec(address)?.[1] ?? capture.timestamp),
          ...{ archive, replayed: address, digest: capture.digest },
          unverified: unverifiedOf(response, to, capture.digest, url),
          url: capture.url === url ? undefined : capture.url,
        }),
      };
    }
    throw new FetchError('bad-capture', url, `${address}: the archive leads from one moment to the next`);
  };
}

class Moved extends Error {}

/** One request; redirects of the archive, and those that it replays, are not followed. */
async function askOnce(
  address: string,
  ask: AskArchive,
  signal: AbortSignal | undefined,
): Promise<{ readonly response: FetchedResponse; readonly to: string | undefined }> {
  const body = new Uint8Array();
  let to: string | undefined;
  let head: FetchedResponse = { url: address, status: 302, headers: {}, body };
  try {
    const response = await ask(address, {
      ...{ maxBytes: MAX_PAGE_BYTES, signal, accept: '*/*' },
      onRedirect(target) {
        to = target;
        throw new Moved();
      },
      wantBody(answered) {
        head = { ...answered, body };
        return true;
      },
    });
    return { response, to };
  } catch (thrown) {
    if (thrown instanceof Moved) return { response: head, to };
    throw thrown;
  }
}

/** The time of a capture by its Memento-Datetime (RFC 7089), else by its address. ISO 8601. */
function timeOf({ headers }: FetchedResponse, timestamp: string): string {
  const stated = Date.parse(headers['memento-datetime'] ?? '');
  return new Date(Number.isNaN(stated) ? instantOf(timestamp.padEnd(14, '0')) : stated).toISOString();
}

/** The headers of the page. A location that was relative to its host comes unchanged. */
function headersOf(
  { headers }: FetchedResponse,
  to: string | undefined,
  { target, address, page }: { readonly target?: string; readonly address: string; readonly page: string },
): Record<string, string> {
  const own = Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_OF_PAGE.test(name)));
  if (to === undefined) return own;
  const { origin, pathname, search } = new URL(to);
  const isOfArchive = origin === new URL(address).origin;
  return { ...own, location: target ?? (isOfArchive ? new URL(`${pathname}${search}`, page).href : to) };
}

/** @throws FetchError for an error of the archive itself, and for the replay of another address */
function refuseOther({ status, headers }: FetchedResponse, to: string | undefined, url: string): void {
  const refuse = (why: string): never => {
    throw new FetchError('bad-capture', url, why);
  };
  if (to === undefined && headers['memento-datetime'] === undefined && status >= 400)
    refuse(`the archive does not replay it: status ${status}`);
  const original = /<([^<>]*)>\s*;\s*rel="?original"?/.exec(headers['link'] ?? '')?.[1];
  if (original !== undefined && parseUrl(original) !== undefined && keyOf(original) !== keyOf(url))
    refuse(`the archive replays another address: ${original.slice(0, 200)}`);
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
