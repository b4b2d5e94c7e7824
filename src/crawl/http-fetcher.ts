import type { Readable } from 'node:stream';
import { ClientRequest } from 'node:http';
import axios, { type AxiosRequestConfig, type AxiosResponse } from 'axios';
import type { FetchedResponse, Fetcher, FetchOptions, ResponseHead } from '../model/crawl.js';
import { FetchError } from '../model/errors.js';
import { followRedirects, redirectTarget } from '../support/redirects.js';
import { createAgents, redirectedConnection, type Agents, type ConnectTo } from './connect-to.js';
import { describeFailure } from './fetch-failure.js';
import { discardBody, readBody, type BodyLimit } from './read-body.js';
import { startTimeBudget, type TimeBudget } from './time-budget.js';

/** How an HTTP fetcher behaves. */
export interface HttpFetcherOptions {
  /** Sent with each request; should say who runs the crawler: `sfwc/0.1 (+https://example.org/crawler)`. */
  readonly userAgent: string;
  /** Seconds for one fetch with all its redirects and the body; time spent in `onRedirect` does not count. Default 20. */
  readonly timeoutSeconds?: number;
  /** Largest body in bytes, after decompression. Default 5,000,000. */
  readonly maxBytes?: number;
  readonly connectTo?: readonly ConnectTo[];
}

/** A fetcher that holds connections open until it is closed. */
export interface HttpFetcher extends Fetcher {
  close(): void;
}

const DEFAULT_ACCEPT = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1';

/**
 * Fetches over HTTP/1.1, with keep-alive, gzip, deflate and brotli. Responses of every status are answers, not errors.
 * A proxy named by the environment (`HTTP_PROXY`, `HTTPS_PROXY`, `NO_PROXY`) is used, except for hosts of `connectTo`.
 *
 * Its `fetch` throws FetchError, and whatever `onRedirect` throws.
 */
export function createHttpFetcher(options: HttpFetcherOptions): HttpFetcher {
  const agents = createAgents(options.connectTo ?? []);
  const settings: Settings = { timeoutSeconds: 20, maxBytes: 5_000_000, connectTo: [], ...options, agents };
  return {
    fetch: (url, fetchOptions = {}) => fetchWithin(url, fetchOptions, settings),
    close: () => agents.close(),
  };
}

type Settings = Required<HttpFetcherOptions> & { readonly agents: Agents };

async function fetchWithin(url: string, options: FetchOptions, settings: Settings): Promise<FetchedResponse> {
  const { signal, onRedirect } = options;
  const budget = startTimeBudget(settings.timeoutSeconds * 1000);
  const abort = (): void => budget.abort();
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted === true) abort();
  const ask = async (current: string): ReturnType<typeof askOnce> => {
    try {
      return await askOnce(current, options, settings, budget);
    } catch (thrown) {
      if (budget.spent) {
        const message = `${new URL(current).host}: no complete answer within ${settings.timeoutSeconds} s`;
        throw new FetchError('timeout', url, message, { cause: thrown });
      }
      if (signal?.aborted === true) throw new FetchError('network', url, 'interrupted', { cause: thrown });
      throw describeFailure(thrown, current);
    }
  };
  try {
    return await followRedirects(url, ask, (target) => budget.pause(() => onRedirect?.(target)));
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
): Promise<{ readonly redirect: string } | { readonly answer: FetchedResponse }> {
  const response = await request(requestFor(url, options, settings, budget.signal));
  const stream = response.data;
  // Axios does not tie the body to the signal in every case (a body of its own making, for instance).
  const destroy = (): unknown => stream.destroy(new Error('aborted'));
  budget.signal.addEventListener('abort', destroy, { once: true });
  try {
    const head: ResponseHead = { url, status: response.status, headers: plainHeaders(response.headers) };
    const redirect = redirectTarget(url, head.status, head.headers['location']);
    if (redirect !== undefined || options.wantBody?.(head) === false) {
      await discardBody(stream);
      return redirect === undefined ? { answer: { ...head, body: new Uint8Array() } } : { redirect };
    }
    checkEncoding(head);
    return { answer: { ...head, body: await readBody(stream, limitFor(options, settings), url) } };
  } finally {
    budget.signal.removeEventListener('abort', destroy);
    // Nothing is left of a body that was read; any other must not keep its connection.
    stream.destroy();
  }
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
): AxiosRequestConfig {
  const mapped = redirectedConnection(new URL(url).hostname, settings.connectTo) !== undefined;
  return {
    url,
    method: 'GET',
    adapter: 'http',
    responseType: 'stream',
    maxRedirects: 0,
    validateStatus: () => true,
    signal,
    httpAgent: settings.agents.http,
    httpsAgent: settings.agents.https,
    headers: {
      'User-Agent': settings.userAgent,
      Accept: options.accept ?? DEFAULT_ACCEPT,
      'Accept-Encoding': 'gzip, deflate, br',
    },
    ...(mapped ? { proxy: false } : {}),
  };
}

function limitFor(options: FetchOptions, settings: Settings): BodyLimit {
  const { cutAfter } = options;
  if (cutAfter !== undefined && cutAfter <= settings.maxBytes) return { bytes: cutAfter, beyond: 'cut' };
  return { bytes: settings.maxBytes, beyond: 'fail' };
}

/** Axios removes the header when it has decompressed the body; what is left was not asked for. */
function checkEncoding({ url, headers }: ResponseHead): void {
  const encoding = headers['content-encoding']?.trim().toLowerCase();
  if (encoding !== undefined && encoding !== '' && encoding !== 'identity') {
    throw new FetchError('network', url, `the body is encoded as '${encoding}', which was not asked for`);
  }
}

function plainHeaders(headers: object): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && value !== null) plain[name.toLowerCase()] = String(value);
  }
  return plain;
}
