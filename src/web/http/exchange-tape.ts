import type { ClientRequest, IncomingMessage } from 'node:http';
import type { CaptureExchange, Exchange, Truncation } from '../../model/exchange.js';
import type { FetchedResponse } from '../../model/crawl-event.js';
import type { FetchFailure } from '../../model/errors.js';
import type { ReceivedBody } from './read-body.js';

/** Records one request and its response as they go over the wire. */
export type ExchangeTape = ReturnType<typeof startTape>;

const TRUNCATIONS: Readonly<Partial<Record<FetchFailure, Truncation>>> = {
  'too-large': 'length',
  timeout: 'time',
  network: 'disconnect',
};

/** Headers that are not kept: what they hold is secret. */
const SECRET = /^(?:proxy-authorization|authorization|cookie):/i;

/**
 * A tape that passes its recording on when it ends.
 * @param isSession the exchange belongs to the session of a person: cookies that the response sets are not kept
 */
export function startTape(url: string, capture: CaptureExchange, isSession = false) {
  const done = capture(url);
  let head: Pick<Exchange, 'request' | 'head' | 'status' | 'contentType' | 'address'> | undefined;
  let received: ReceivedBody = { bytes: new Uint8Array(), end: 'limit' };
  const hand = (truncated: Truncation | undefined, failure?: FetchFailure): void => {
    if (head !== undefined) done({ url, ...head, body: received.bytes, truncated, failure });
  };
  return {
    /** Records the head. */
    head(message: IncomingMessage, request: ClientRequest, address: string | undefined): void {
      head = {
        request: requestHead(request),
        head: answerHead(message, isSession),
        status: message.statusCode ?? 0,
        contentType: message.headers['content-type'],
        address,
      };
    },
    /** Records the body, as far as it has come. */
    body: (come: ReceivedBody) => void (received = come),
    /** Passes on the recording, unless there was no response. */
    end(answer?: FetchedResponse): void {
      const isRead = answer !== undefined && answer.body.length > 0;
      // What nobody wanted was read as far as it was worth it.
      const cut = received.end === 'limit' ? (isRead ? 'length' : 'unspecified') : undefined;
      const broken = typeof received.end === 'object' && !isRead ? 'disconnect' : undefined;
      hand(answer?.truncated ?? cut ?? broken);
    },
    failed(failure: FetchFailure): void {
      hand(received.end === 'whole' ? undefined : (TRUNCATIONS[failure] ?? 'unspecified'), failure);
    },
  };
}

/** The head as Node wrote it on the wire, which it keeps. */
function requestHead(request: ClientRequest): Uint8Array {
  const sent = (request as { readonly _header?: unknown })._header;
  const text = typeof sent === 'string' ? sent : `${request.method} ${request.path} HTTP/1.1`;
  const lines = text.trimEnd().split('\r\n');
  return headOf(lines.filter((line) => !SECRET.test(line)));
}

function answerHead(message: IncomingMessage, isSession: boolean): Uint8Array {
  const { httpVersion, statusCode = 0, statusMessage = '', rawHeaders } = message;
  const lines = [`HTTP/${httpVersion} ${statusCode} ${statusMessage}`];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (isSession && /^set-cookie2?$/i.test(name)) continue;
    const kept = name.toLowerCase() === 'transfer-encoding' ? `X-Crawler-${name}` : name;
    lines.push(`${kept}: ${rawHeaders[at + 1] ?? ''}`);
  }
  return headOf(lines);
}

function headOf(lines: readonly string[]): Uint8Array {
  // The encoding of headers for Node and servers.
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}
