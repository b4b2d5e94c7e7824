import type { IncomingMessage } from 'node:http';
import type { AxiosRequestConfig } from 'axios';
import type { FetchedResponse, Fetcher, FetchOptions, ResponseHead } from '../../model/crawl-event.js';
import { FetchError } from '../../model/errors.js';
import type { Truncation } from '../../model/exchange.js';
import { given } from '../../support/given.js';
import { once } from '../../support/once.js';
import {
  createAddressGate,
  createNameResolver,
  isPrivateByName,
  PrivateAddressError,
  type AddressPolicy,
  type Resolve,
} from './address-guard.js';
import {
  createAgents,
  createProxies,
  redirectedConnection,
  refusalOf,
  type ConnectTo,
  type Proxy,
} from './connections.js';
import { openCookieSession, type CookieSession } from './cookie-file.js';
import { startTape, type ExchangeTape } from './exchange-tape.js';
import { codeOf, describeFailure } from './fetch-failure.js';
import { sendRequest } from './http-request.js';
import {
  ACCEPTED_ENCODINGS,
  decodeBody,
  MAX_PAGE_BYTES,
  receive,
  WORTH_READING,
  type BodyLimit,
  type DecodedBody,
  type ReceivedBody,
} from './read-body.js';
import { followRedirects, redirectTarget } from './redirects.js';

/** Options of an HTTP fetcher. */
interface HttpFetcherOptions {
  /** Sent with each request; should say who runs the crawler: `sfwc/0.1 (+https://example.org/crawler)`. */
  readonly userAgent: string;
  /** Seconds for one fetch with all its redirects and the body; time spent in `onRedirect` does not count. Default 20. */
  readonly timeoutSeconds?: number;
  /** Largest body in bytes, on the wire and after decompression. Default: {@link MAX_PAGE_BYTES}. */
  readonly maxBytes?: number;
  readonly connectTo?: readonly ConnectTo[];
  /** Addresses to which requests may go apart from the public Internet and those of `connectTo`. Default: none. */
  readonly addresses?: AddressPolicy;
  /** The user's cookies, sent only to the hosts they name. Cookies of other hosts last for one fetch with its redirects. */
  readonly session?: CookieSession;
  /** Hosts whose certificates are not checked, unless cookies of the user's go there. */
  readonly insecureHosts?: readonly string[];
  /** Takes the place of the system's name resolution. */
  readonly resolve?: Resolve;
}

/** A fetcher that holds connections open until it is closed. */
export interface HttpFetcher extends Fetcher {
  close(): void;
}

const DEFAULT_ACCEPT = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1';

/**
 * Fetches over HTTP/1.1. Responses of every status are answers. One request at a time goes to an IP address. Connections lead
 * to public addresses only, unless the policy allows more, which is checked for each after the name was resolved; behind a proxy
 * of the environment, only hosts that are private by their name are refused.
 *
 * Its `fetch` throws FetchError, and whatever `onRedirect` throws.
 */
export function createHttpFetcher(options: HttpFetcherOptions): HttpFetcher {
  const settings = settingsOf(options);
  return {
    fetch: (url, fetchOptions = {}) => new Fetching(url, fetchOptions, settings).run(),
    close() {
      settings.agents.close();
      settings.proxies.close();
    },
  };
}

function settingsOf({ resolve = createNameResolver(), connectTo = [], ...options }: HttpFetcherOptions) {
  const { userAgent, timeoutSeconds = 20, maxBytes = MAX_PAGE_BYTES, addresses, session } = options;
  const named = new Set(addresses?.hosts);
  const { insecureHosts = [] } = options;
  const isInsecure = (host: string): boolean =>
    insecureHosts.includes(host.toLowerCase()) && session?.covers(`https://${host}/`) !== true;
  const mayBePrivate = (host: string): boolean => addresses?.allowPrivate === true || named.has(host);
  return {
    ...{ userAgent, timeoutSeconds, maxBytes, connectTo, session, mayBePrivate },
    enter: createAddressGate(resolve),
    proxies: createProxies(),
    agents: createAgents({ connectTo, mayBePrivate, resolve, isInsecure }),
    /** Hosts whose answers had to be mended. */
    unreadable: new Set<string>(),
  };
}

/** Hosts of which it is remembered that their answers have to be mended. */
const MAX_UNREADABLE = 10_000;

/** The way of a request, and of its answer. */
interface Route {
  readonly proxy: Proxy | undefined;
  readonly mends: boolean;
}

function isUnreadable(thrown: unknown): boolean {
  return /^HPE_(?!HEADER_OVERFLOW)/.test(codeOf(thrown));
}

/** Result of one request, without following anything. */
type Asked = { readonly redirect: string } | { readonly answer: FetchedResponse };

/** One fetch, with the requests of its redirects. */
class Fetching {
  private readonly budget: TimeBudget;
  /** Cookies that hosts have set on the way of the redirects; they end with the fetch. */
  private readonly chain = once(() => openCookieSession([], true));

  constructor(
    private readonly url: string,
    private readonly options: FetchOptions,
    private readonly settings: ReturnType<typeof settingsOf>,
  ) {
    this.budget = new TimeBudget(settings.timeoutSeconds * 1000);
  }

  async run(): Promise<FetchedResponse> {
    const { budget, options } = this;
    const { signal, onRedirect, followRefresh } = options;
    const abort = (): void => budget.abort();
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted === true) abort();
    try {
      return await followRedirects(this.url, (current) => this.askRecorded(current), {
        onRedirect: (target) => budget.pause(() => onRedirect?.(target)),
        followRefresh,
        stateOf: (url) => this.cookiesFor(url) ?? '',
      });
    } finally {
      budget.stop();
      signal?.removeEventListener('abort', abort);
    }
  }

  private async askRecorded(url: string): Promise<Asked> {
    const { capture } = this.options;
    const tape = capture && startTape(url, capture, this.settings.session?.covers(url));
    try {
      const result = await this.ask(url, tape);
      tape?.end('answer' in result ? result.answer : undefined);
      return result;
    } catch (thrown) {
      const failure = this.describe(thrown, url);
      tape?.failed(failure.failure);
      throw failure;
    }
  }

  private describe(thrown: unknown, current: string): FetchError {
    if (this.budget.spent) {
      const message = `${new URL(current).host}: no complete answer within ${this.settings.timeoutSeconds} s`;
      return new FetchError('timeout', this.url, message, { cause: thrown });
    }
    if (this.options.signal?.aborted === true)
      return new FetchError('network', this.url, 'interrupted', { cause: thrown });
    return describeFailure(thrown, current);
  }

  private async ask(url: string, tape: ExchangeTape | undefined): Promise<Asked> {
    const { connectTo, mayBePrivate, proxies, enter } = this.settings;
    const { host, hostname } = new URL(url);
    if (redirectedConnection(hostname, connectTo) !== undefined) return this.sendOrMend(url, tape);
    if (isPrivateByName(hostname) && !mayBePrivate(host)) throw new PrivateAddressError(hostname, hostname);
    const proxy = await proxies.proxyFor(url);
    if (proxy !== undefined)
      return this.sendOrMend(url, tape, proxy).catch((thrown: unknown) => {
        // The proxy's own failures must not be taken for those of the host.
        const { failure, message } = describeFailure(thrown, url);
        throw new FetchError(failure, url, `${message}; through the proxy ${proxy.shown}`, { cause: thrown });
      });
    const leave = await this.budget.pause(() => enter(hostname.replace(/^\[|\]$/g, '')));
    try {
      return await this.sendOrMend(url, tape);
    } finally {
      leave();
    }
  }

  /** Sends a request again where Node's parser refuses the answer, on a connection that mends it. */
  private async sendOrMend(url: string, tape: ExchangeTape | undefined, proxy?: Proxy): Promise<Asked> {
    const { unreadable } = this.settings;
    const { host } = new URL(url);
    if (!unreadable.has(host))
      try {
        return await this.send(url, tape, { proxy, mends: false });
      } catch (thrown) {
        if (!isUnreadable(thrown) || this.budget.signal.aborted) throw thrown;
        if (unreadable.size < MAX_UNREADABLE) unreadable.add(host);
      }
    return this.send(url, tape, { proxy, mends: true });
  }

  private async send(url: string, tape: ExchangeTape | undefined, route: Route): Promise<Asked> {
    const { signal } = this.budget;
    const { message, request, status, headers, setCookies } = await sendRequest(this.requestFor(url, route));
    const { proxy, mends } = route;
    // The body is not tied to the signal in every case.
    const destroy = (): unknown => message.destroy(new Error('aborted'));
    signal.addEventListener('abort', destroy, { once: true });
    try {
      if (proxy !== undefined && status === 407) throw new Error(refusalOf({ statusCode: status }));
      if (setCookies.length > 0) this.jarOf(url).take(url, setCookies);
      const address = proxy === undefined ? request.socket?.remoteAddress : undefined;
      const head: ResponseHead = { url, status, headers, address };
      tape?.head(message, request, address);
      const redirect = redirectTarget(url, status, headers['location']);
      if (redirect === undefined && this.options.wantBody?.(head) !== false)
        return { answer: { ...head, ...(await this.bodyOf(message, head, mends, tape)) } };
      const unwanted = await receive(message, WORTH_READING);
      tape?.body(unwanted);
      return redirect === undefined ? { answer: { ...head, body: new Uint8Array() } } : { redirect };
    } finally {
      signal.removeEventListener('abort', destroy);
      // Nothing is left of a body that was read; any other must not keep its connection.
      message.destroy();
    }
  }

  /**
   * The body of an answer, of which what came counts where it breaks off.
   * @throws FetchError 'too-large'; 'network' where nothing came, or a part is not wanted; what ended the budget
   */
  private async bodyOf(
    stream: IncomingMessage,
    head: ResponseHead,
    mends: boolean,
    tape: ExchangeTape | undefined,
  ): Promise<Pick<FetchedResponse, 'body' | 'truncated'>> {
    const { url, headers } = head;
    const { limit } = this.limitFor(head);
    const encoding = headers['content-encoding'];
    const received = await this.receiveWithin(stream, head, tape);
    const failure = typeof received.end === 'object' ? received.end : undefined;
    if (failure && (received.bytes.length === 0 || (!mends && isUnreadable(failure)))) throw failure;
    const decoded = await decodeBody(received.bytes, encoding, limit, url);
    const truncated = whyTruncated(received, decoded, headers);
    if (truncated === undefined) return { body: decoded.body };
    // The end of an encoding may have come, and the length that was promised never does.
    if (failure && !(this.options.takePart === true && !this.budget.signal.aborted)) throw failure;
    if (decoded.body.length > 0) return { body: decoded.body, truncated };
    throw new FetchError('network', url, `${new URL(url).host}: the body breaks off`);
  }

  /** @throws FetchError 'too-large' */
  private async receiveWithin(stream: IncomingMessage, head: ResponseHead, tape: ExchangeTape | undefined) {
    const { limit, maxBytes } = this.limitFor(head);
    const { 'content-length': length, 'content-encoding': encoding } = head.headers;
    const fails = limit.beyond === 'fail';
    if (fails && Number(length) > maxBytes) throw tooLarge(head, maxBytes);
    const received = await receive(stream, encoding === undefined ? limit.bytes : maxBytes);
    tape?.body(received);
    if (fails && received.end === 'limit') throw tooLarge(head, maxBytes);
    return received;
  }

  private limitFor(head: ResponseHead): { readonly limit: BodyLimit; readonly maxBytes: number } {
    const { maxBytes: wanted, cutAfter = Infinity } = this.options;
    const maxBytes = (typeof wanted === 'function' ? wanted(head) : wanted) ?? this.settings.maxBytes;
    const beyond = cutAfter <= maxBytes ? 'cut' : 'fail';
    return { limit: { bytes: Math.min(cutAfter, maxBytes), beyond }, maxBytes };
  }

  /** The user's own cookies for the hosts that they name, else those of the redirects. */
  private jarOf(url: string): CookieSession {
    const { session } = this.settings;
    return session?.covers(url) === true ? session : this.chain();
  }

  private cookiesFor(url: string): string | undefined {
    return this.jarOf(url).cookiesFor(url);
  }

  private requestFor(url: string, { proxy, mends }: Route): AxiosRequestConfig {
    const { settings, options } = this;
    const agents = mends ? settings.agents.mending : settings.agents;
    const { range, post, unlessMatches, accept = DEFAULT_ACCEPT } = options;
    return {
      url,
      method: post === undefined ? 'GET' : 'POST',
      signal: this.budget.signal,
      httpAgent: proxy?.agent ?? agents.http,
      httpsAgent: proxy?.agent ?? agents.https,
      insecureHTTPParser: mends,
      headers: {
        'User-Agent': settings.userAgent,
        Accept: accept,
        'Accept-Encoding': range === undefined ? ACCEPTED_ENCODINGS : 'identity',
        ...given({
          Range: range && `bytes=${range.offset}-${range.offset + range.length - 1}`,
          Cookie: this.cookiesFor(url),
          // RFC 9110, sections 13.1.2 and 13.1.3; a server that knows ETags ignores the date.
          'If-None-Match': unlessMatches?.etag,
          'If-Modified-Since': unlessMatches?.lastModified,
        }),
        ...post?.headers,
      },
      data: post?.body,
    };
  }
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

/** Milliseconds on the machine's clock, after which the signal is aborted. */
class TimeBudget {
  spent = false;
  private readonly controller = new AbortController();
  readonly signal = this.controller.signal;
  private timer: NodeJS.Timeout | undefined;
  private since = 0;

  constructor(private left: number) {
    this.start();
  }

  abort(): void {
    this.controller.abort();
  }

  /** Time taken by this does not count. */
  async pause<T>(during: () => Promise<T> | T): Promise<T> {
    this.stop();
    try {
      return await during();
    } finally {
      this.start();
    }
  }

  /** Stops the clock: to be called in the end, whatever happened. */
  stop(): void {
    clearTimeout(this.timer);
    this.left = Math.max(1, this.left - (performance.now() - this.since));
  }

  private start(): void {
    this.since = performance.now();
    this.timer = setTimeout(() => {
      this.spent = true;
      this.abort();
    }, this.left);
  }
}
