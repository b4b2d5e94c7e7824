import { given } from '../../support/given.js';
import type { Readable } from 'node:stream';
import { ClientRequest } from 'node:http';
import axios, { type AxiosRequestConfig, type AxiosResponse } from 'axios';
import type { FetchedResponse, Fetcher, FetchOptions, ResponseHead } from '../../model/crawl-event.js';
import { FetchError } from '../../model/errors.js';
import type { Truncation } from '../../model/exchange.js';
import type { CookieSession } from './cookie-file.js';
import { followRedirects, redirectTarget } from './redirects.js';
import { createAddressGate, type AddressGate } from './address-gate.js';
import { createNameResolver } from './name-resolver.js';
import {
  anyLookup,
  isPrivateByName,
  PrivateAddressError,
  publicLookup,
  type AddressPolicy,
  type Resolve,
} from './address-guard.js';
import { createAgents, redirectedConnection, type Agents, type ConnectTo } from './connect-to.js';
import { startTape, type ExchangeTape } from './exchange-tape.js';
import { describeFailure } from './fetch-failure.js';
import {
  ACCEPTED_ENCODINGS,
  decodeBody,
  receive,
  WORTH_READING,
  type BodyLimit,
  type DecodedBody,
  type ReceivedBody,
} from './read-body.js';
import { nodeAdapter } from './node-adapter.js';
import { proxiesOf, refusalOf, type Proxies, type Proxy } from './proxies.js';
import { startTimeBudget, type TimeBudget } from './time-budget.js';

/** Options of an HTTP fetcher. */
export interface HttpFetcherOptions {
  /** Sent with each request; should say who runs the crawler: `sfwc/0.1 (+https://example.org/crawler)`. */
  readonly userAgent: string;
  /** Seconds for one fetch with all its redirects and the body; time spent in `onRedirect` does not count. Default 20. */
  readonly timeoutSeconds?: number;
  /** Largest body in bytes, on the wire and after decompression. Default 5,000,000. */
  readonly maxBytes?: number;
  readonly connectTo?: readonly ConnectTo[];
  /** Addresses to which requests may go apart from the public Internet and those of `connectTo`. Default: none. */
  readonly addresses?: AddressPolicy;
  /** Cookies that go to its hosts alone, whatever redirects there. Without one, no cookies are kept or sent. */
  readonly session?: CookieSession;
  /** Takes the place of the system's name resolution. */
  readonly resolve?: Resolve;
}

/** A fetcher that holds connections open until it is closed. */
export interface HttpFetcher extends Fetcher {
  close(): void;
}

/** A proxy wants credentials. */
const PROXY_AUTHENTICATION = 407;
const DEFAULT_ACCEPT = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1';

/**
 * Fetches over HTTP/1.1, with keep-alive, gzip, deflate, brotli and zstd. Responses of every status are answers, not
 * errors. One request at a time goes to an IP address, however many hosts live there. Where the policy does not allow
 * more, connections lead to public addresses only, which is checked for every connection, after the name was resolved.
 *
 * A proxy named by the environment (`HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY`, `NO_PROXY`) is used, except for hosts of `connectTo`.
 * The addresses to which a proxy resolves names cannot be seen: then only hosts that are private by their name are refused.
 *
 * Its `fetch` throws FetchError, and whatever `onRedirect` throws.
 */
export function createHttpFetcher(options: HttpFetcherOptions): HttpFetcher {
  const { addresses, connectTo = [] } = options;
  const resolve = options.resolve ?? createNameResolver();
  const proxies = proxiesOf(process.env);
  const named = new Set(addresses?.hosts);
  const mayBePrivate = (host: string): boolean => addresses?.allowPrivate === true || named.has(host);
  const settings: Settings = {
    userAgent: options.userAgent,
    timeoutSeconds: options.timeoutSeconds ?? 20,
    maxBytes: options.maxBytes ?? 5_000_000,
    connectTo,
    mayBePrivate: (host) => mayBePrivate(host) && proxies?.has(host) !== true,
    gate: createAddressGate(resolve),
    proxies,
    session: options.session,
    agents: createAgents({
      connectTo,
      mayBePrivate,
      anyLookup: anyLookup(resolve),
      publicLookup: publicLookup(resolve),
    }),
  };
  return {
    fetch: (url, fetchOptions = {}) => fetchWithin(url, fetchOptions, settings),
    close() {
      settings.agents.close();
      proxies?.close();
    },
  };
}

interface Settings {
  readonly userAgent: string;
  readonly timeoutSeconds: number;
  readonly maxBytes: number;
  readonly connectTo: readonly ConnectTo[];
  readonly mayBePrivate: (host: string) => boolean;
  readonly gate: AddressGate;
  /** Absent where the environment names none. */
  readonly proxies: Proxies | undefined;
  readonly session: CookieSession | undefined;
  readonly agents: Agents;
}

async function fetchWithin(url: string, options: FetchOptions, settings: Settings): Promise<FetchedResponse> {
  const { signal, onRedirect, followRefresh } = options;
  const budget = startTimeBudget(settings.timeoutSeconds * 1000);
  const abort = (): void => budget.abort();
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted === true) abort();
  const describe = (thrown: unknown, current: string): FetchError => {
    if (budget.spent) {
      const message = `${new URL(current).host}: no complete answer within ${settings.timeoutSeconds} s`;
      return new FetchError('timeout', url, message, { cause: thrown });
    }
    if (signal?.aborted === true) return new FetchError('network', url, 'interrupted', { cause: thrown });
    return describeFailure(thrown, current);
  };
  const ask = async (current: string): ReturnType<typeof askOnce> => {
    const tape =
      options.capture === undefined
        ? undefined
        : startTape(current, options.capture, settings.session?.covers(current));
    try {
      const result = await askOnce(current, options, settings, budget, tape);
      tape?.end('answer' in result ? result.answer : undefined);
      return result;
    } catch (thrown) {
      const failure = describe(thrown, current);
      tape?.failed(failure.failure);
      throw failure;
    }
  };
  try {
    const onward = (target: string): Promise<void> => budget.pause(() => onRedirect?.(target));
    return await followRedirects(url, ask, { onRedirect: onward, followRefresh });
  } finally {
    budget.stop();
    signal?.removeEventListener('abort', abort);
  }
}

/** One request, without following anything. */
async function askOnce(
  url: string,
  options: FetchOptions,
  settings: Settings,
  budget: TimeBudget,
  tape: ExchangeTape | undefined,
): Promise<{ readonly redirect: string } | { readonly answer: FetchedResponse }> {
  const { host, hostname } = new URL(url);
  if (redirectedConnection(hostname, settings.connectTo) !== undefined)
    return askAtOnce(url, options, settings, budget, tape);
  if (isPrivateByName(hostname) && !settings.mayBePrivate(host))
    throw new PrivateAddressError(hostname, hostname);
  const proxy = await settings.proxies?.proxyFor(url);
  if (proxy !== undefined) return askThrough(proxy, url, options, settings, budget, tape);
  const leave = await budget.pause(() => settings.gate.enter(hostname.replace(/^\[|\]$/g, '')));
  try {
    return await askAtOnce(url, options, settings, budget, tape);
  } finally {
    leave();
  }
}

/** The proxy's own failures must not be taken for those of the host. */
async function askThrough(
  proxy: Proxy,
  url: string,
  options: FetchOptions,
  settings: Settings,
  budget: TimeBudget,
  tape: ExchangeTape | undefined,
): ReturnType<typeof askAtOnce> {
  try {
    return await askAtOnce(url, options, settings, budget, tape, proxy);
  } catch (thrown) {
    const { failure, message } = describeFailure(thrown, url);
    throw new FetchError(failure, url, `${message}; through the proxy ${proxy.shown}`, { cause: thrown });
  }
}

async function askAtOnce(
  url: string,
  options: FetchOptions,
  settings: Settings,
  budget: TimeBudget,
  tape: ExchangeTape | undefined,
  proxy?: Proxy,
): Promise<{ readonly redirect: string } | { readonly answer: FetchedResponse }> {
  const response = await request(requestFor(url, options, settings, budget.signal, proxy));
  // Axios does not tie the body to the signal in every case.
  const destroy = (): unknown => response.data.destroy(new Error('aborted'));
  budget.signal.addEventListener('abort', destroy, { once: true });
  try {
    if (proxy !== undefined && response.status === PROXY_AUTHENTICATION)
      throw new Error(refusalOf({ statusCode: response.status }));
    settings.session?.take(url, setCookiesOf(response));
    const head = headOf(url, response, proxy === undefined);
    tape?.head(response.data, response.request, head.address);
    const redirect = redirectTarget(url, head.status, head.headers['location']);
    if (redirect !== undefined || options.wantBody?.(head) === false) {
      const received = await receive(response.data, WORTH_READING);
      tape?.body(received);
      return redirect === undefined ? { answer: { ...head, body: new Uint8Array() } } : { redirect };
    }
    return { answer: { ...head, ...(await bodyOf(response.data, head, options, settings, budget, tape)) } };
  } finally {
    budget.signal.removeEventListener('abort', destroy);
    // Nothing is left of a body that was read; any other must not keep its connection.
    response.data.destroy();
  }
}

function headOf(url: string, response: AxiosResponse<Readable>, direct: boolean): ResponseHead {
  const sent: unknown = response.request;
  const address = direct && sent instanceof ClientRequest ? sent.socket?.remoteAddress : undefined;
  return {
    url,
    status: response.status,
    headers: plainHeaders(response.headers),
    address,
  };
}

function setCookiesOf({ headers }: AxiosResponse): readonly string[] {
  const set: unknown = headers['set-cookie'];
  return Array.isArray(set) ? set.map(String) : [];
}

/**
 * The body of an answer, of which what came counts where it breaks off.
 * @throws FetchError 'too-large'; 'network' where nothing came, or a part is not wanted; what ended the budget
 */
async function bodyOf(
  stream: Readable,
  head: ResponseHead,
  options: FetchOptions,
  settings: Settings,
  { signal }: TimeBudget,
  tape: ExchangeTape | undefined,
): Promise<Pick<FetchedResponse, 'body' | 'truncated'>> {
  const { url, headers } = head;
  const maxBytes = maxBytesOf(head, options) ?? settings.maxBytes;
  const limit = limitFor(options, maxBytes);
  const encoding = headers['content-encoding'];
  if (limit.beyond === 'fail' && Number(headers['content-length']) > maxBytes) throw tooLarge(head, maxBytes);
  const received = await receive(stream, encoding === undefined ? limit.bytes : maxBytes);
  tape?.body(received);
  const { bytes, end } = received;
  if (end === 'limit' && limit.beyond === 'fail') throw tooLarge(head, maxBytes);
  if (typeof end === 'object' && (signal.aborted || bytes.length === 0)) throw end;
  const decoded = await decodeBody(bytes, encoding, limit, maxBytes, url);
  const truncated = whyTruncated(received, decoded, headers);
  if (truncated === undefined) return { body: decoded.body };
  if (typeof end === 'object' && options.takePart !== true) throw end;
  if (decoded.body.length > 0) return { body: decoded.body, truncated };
  throw new FetchError('network', url, `${new URL(url).host}: the body breaks off`);
}

function maxBytesOf(head: ResponseHead, { maxBytes }: FetchOptions): number | undefined {
  return typeof maxBytes === 'function' ? maxBytes(head) : maxBytes;
}

function tooLarge({ url, headers }: ResponseHead, maxBytes: number): FetchError {
  const kind = headers['content-encoding'] === undefined ? '' : 'compressed ';
  return new FetchError('too-large', url, `the ${kind}body is larger than ${maxBytes} bytes`);
}

/** A body whose encoding came to its end is whole, whatever else the server says of its length. */
function whyTruncated(
  { end }: ReceivedBody,
  { isWhole }: DecodedBody,
  headers: ResponseHead['headers'],
): Truncation | undefined {
  if (typeof end === 'object') return isWhole === true ? undefined : 'disconnect';
  if (end === 'limit' || isWhole !== false) return undefined;
  // The connection may have ended too early, where only its end tells where the body ends.
  const isFramed = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  return isFramed ? 'unspecified' : 'disconnect';
}

/** A connection that was kept open may have been closed by the server at this very moment: then once more, on a new one. */
async function request(config: AxiosRequestConfig): Promise<AxiosResponse<Readable>> {
  try {
    return await axios.request<Readable>(config);
  } catch (thrown) {
    if (!isStaleConnection(thrown)) throw thrown;
    return axios.request<Readable>(config);
  }
}

function isStaleConnection(thrown: unknown): boolean {
  if (!axios.isAxiosError(thrown) || (thrown.code !== 'ECONNRESET' && thrown.code !== 'EPIPE')) return false;
  const sent: unknown = thrown.request;
  return sent instanceof ClientRequest && sent.reusedSocket;
}

function requestFor(
  url: string,
  options: FetchOptions,
  settings: Settings,
  signal: AbortSignal,
  proxy: Proxy | undefined,
): AxiosRequestConfig {
  return {
    url,
    method: options.post === undefined ? 'GET' : 'POST',
    adapter: nodeAdapter,
    // Bodies are decompressed here, where the bytes on the wire are counted and zstd is known.
    responseType: 'stream',
    validateStatus: () => true,
    signal,
    httpAgent: proxy?.agent ?? settings.agents.http,
    httpsAgent: proxy?.agent ?? settings.agents.https,
    headers: {
      'User-Agent': settings.userAgent,
      Accept: options.accept ?? DEFAULT_ACCEPT,
      'Accept-Encoding': options.range === undefined ? ACCEPTED_ENCODINGS : 'identity',
      ...rangeHeader(options.range),
      ...given({ Cookie: settings.session?.cookiesFor(url) }),
      ...conditions(options.unlessMatches),
      ...options.post?.headers,
    },
    data: options.post?.body,
  };
}

function rangeHeader(range: FetchOptions['range']): Record<string, string> {
  return range === undefined ? {} : { Range: `bytes=${range.offset}-${range.offset + range.length - 1}` };
}

/** RFC 9110, sections 13.1.2 and 13.1.3; a server that knows ETags ignores the date. */
function conditions(validators: FetchOptions['unlessMatches']): Record<string, string> {
  const { etag, lastModified } = validators ?? {};
  return given({ 'If-None-Match': etag, 'If-Modified-Since': lastModified });
}

function limitFor({ cutAfter }: FetchOptions, maxBytes: number): BodyLimit {
  if (cutAfter !== undefined && cutAfter <= maxBytes) return { bytes: cutAfter, beyond: 'cut' };
  return { bytes: maxBytes, beyond: 'fail' };
}

function plainHeaders(headers: object): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && value !== null) plain[name.toLowerCase()] = String(value);
  }
  return plain;
}
