import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import axios, { AxiosError, AxiosHeaders, type AxiosAdapter, type AxiosRequestConfig } from 'axios';
import { given } from '../../support/given.js';
import { refusalOf } from './connections.js';

/** Bytes of a response's header at most. Node allows 16 KB, which some sites exceed with cookies and security policies. */
const MAX_HEADER_BYTES = 65_536;
/** Fields of a response's header; Node passes over those behind. Axios compares each with all others, which takes 0.1 s for 1,000. */
const MAX_HEADERS = 500;
/** Informational responses (1xx) before the response. More are an answer that never comes. */
const MAX_INFORMATIONAL = 50;
const TOO_INFORMATIONAL = `the server sent more than ${MAX_INFORMATIONAL} informational responses (1xx)`;

/** The head of an answer, with the stream of its body. */
export interface Answer {
  readonly message: IncomingMessage;
  readonly request: ClientRequest;
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly setCookies: readonly string[];
}

/**
 * Sends a request. A connection that was kept open may have been closed by the server at this very moment: then once more, on
 * a new one.
 */
export async function sendRequest(config: AxiosRequestConfig): Promise<Answer> {
  const all = { ...config, adapter: nodeAdapter, validateStatus: () => true };
  const response = await axios.request<IncomingMessage>(all).catch((thrown: unknown) => {
    if (!isStaleConnection(thrown)) throw thrown;
    return axios.request<IncomingMessage>(all);
  });
  const { status, headers } = response;
  const set: unknown = headers['set-cookie'];
  const known = Object.entries(headers).filter(([, value]) => value !== undefined && value !== null);
  return {
    message: response.data,
    request: response.request as ClientRequest,
    status,
    headers: Object.fromEntries(known.map(([name, value]) => [name.toLowerCase(), String(value)])),
    setCookies: Array.isArray(set) ? set.map(String) : [],
  };
}

function isStaleConnection(thrown: unknown): boolean {
  if (!axios.isAxiosError(thrown) || (thrown.code !== 'ECONNRESET' && thrown.code !== 'EPIPE')) return false;
  return (thrown.request as ClientRequest).reusedSocket;
}

/**
 * Sends the requests of axios by Node's HTTP client directly, and answers with the stream of the body. Axios' own adapter
 * does redirects, proxies, progress, form data and decompression as well, which take more processor time than the request.
 *
 * Every request ends, by a response or an error, and at the latest when its signal is aborted: also when the server switches
 * protocols (101), sends informational responses without end, or the agent never gets a connection.
 */
const nodeAdapter: AxiosAdapter = (config) =>
  new Promise((resolve, reject) => {
    const url = new URL(config.url ?? '');
    const isSecure = url.protocol === 'https:';
    const signal = config.signal as AbortSignal | undefined;
    const sent = (isSecure ? https : http).request(url, {
      method: (config.method ?? 'get').toUpperCase(),
      agent: (isSecure ? config.httpsAgent : config.httpAgent) as http.Agent,
      headers: config.headers.toJSON(),
      maxHeaderSize: MAX_HEADER_BYTES,
      ...given({ signal, insecureHTTPParser: config.insecureHTTPParser }),
    });
    sent.maxHeadersCount = MAX_HEADERS;
    const fail = (error: NodeJS.ErrnoException): void =>
      reject(AxiosError.from(error, error.code, config, sent));
    // A request that still waits for its connection does not emit anything when it is aborted.
    const abort = (): void => fail(new Error('aborted'));
    signal?.addEventListener('abort', abort, { once: true });
    let answer: IncomingMessage | undefined;
    sent.once('response', (data) => {
      answer = data;
      const headers = new AxiosHeaders(data.headers as Record<string, string | string[]>);
      resolve({ data, status: data.statusCode ?? 0, statusText: '', headers, config, request: sent });
    });
    sent.once('upgrade', (_answer, socket) => {
      socket.destroy();
      fail(new Error('the server switched to another protocol (status 101), which was not asked for'));
    });
    let informational = 0;
    sent.on('information', () => {
      informational += 1;
      if (informational > MAX_INFORMATIONAL) sent.destroy(new Error(TOO_INFORMATIONAL));
    });
    // Of a tunnel through a proxy: without one, the answer is not that of the host.
    sent.once('proxyConnect', (answer: IncomingMessage) => {
      const refusal = refusalOf(answer);
      if (refusal !== undefined) sent.destroy(new Error(refusal));
    });
    // Stays until the end. What breaks after the response is the stream's to tell, which knows of parsing errors only from here.
    sent.on('error', (error: NodeJS.ErrnoException) => {
      fail(error);
      if (error.code?.startsWith('HPE_') === true) answer?.destroy(error);
    });
    sent.once('close', () => {
      signal?.removeEventListener('abort', abort);
      if (answer === undefined) fail(new Error('the connection was closed without a response'));
    });
    sent.end(config.data as string | undefined);
  });
