import http, { type ClientRequest } from 'node:http';
import https from 'node:https';
import { AxiosError, AxiosHeaders, type AxiosAdapter, type InternalAxiosRequestConfig } from 'axios';
import { given } from '../../support/given.js';
import { refusalOf, type AgentOptions } from './proxies.js';

/** Bytes of a response's header at most. Node allows 16 KB, which some sites exceed with cookies and security policies. */
const MAX_HEADER_BYTES = 65_536;
/** Informational responses (1xx) before the response. More are an answer that never comes. */
const MAX_INFORMATIONAL = 50;

/**
 * Sends the requests of axios by Node's HTTP client directly, and answers with the stream of the body. Axios' own adapter
 * does redirects, proxies, progress, form data and decompression as well, which a fetcher that asks for none of them pays
 * for with more processor time than the request itself takes. The agents know proxies.
 *
 * Every request ends, by a response or an error, and at the latest when its signal is aborted: also when the server switches
 * protocols (101), sends informational responses without end, or the agent never gets a connection.
 *
 * Reads of a configuration: `url`, `method`, `headers`, `data` (a string), `signal`, `httpAgent`, `httpsAgent`.
 */
export const nodeAdapter: AxiosAdapter = (config) =>
  new Promise((resolve, reject) => {
    const sent = send(config);
    const signal = config.signal as AbortSignal | undefined;
    const fail = (error: NodeJS.ErrnoException): void =>
      reject(AxiosError.from(error, error.code, config, sent));
    // A request that still waits for its connection does not emit anything when it is aborted.
    const abort = (): void => fail(new Error('aborted'));
    signal?.addEventListener('abort', abort, { once: true });
    sent.once('response', (data) =>
      resolve({
        data,
        status: data.statusCode ?? 0,
        statusText: data.statusMessage ?? '',
        headers: new AxiosHeaders(data.headers as Record<string, string | string[]>),
        config,
        request: sent,
      }),
    );
    sent.once('upgrade', (_answer, socket) => {
      socket.destroy();
      fail(new Error('the server switched to another protocol (status 101), which was not asked for'));
    });
    let informational = 0;
    sent.on('information', () => {
      informational += 1;
      if (informational > MAX_INFORMATIONAL)
        sent.destroy(
          new Error(`the server sent more than ${MAX_INFORMATIONAL} informational responses (1xx)`),
        );
    });
    // Of a tunnel through a proxy: without one, the answer is not that of the host.
    sent.once('proxyConnect', (answer: http.IncomingMessage) => {
      const refusal = refusalOf(answer);
      if (refusal !== undefined) sent.destroy(new Error(refusal));
    });
    // Stays until the end: what breaks after the response is the stream's to tell.
    sent.on('error', fail);
    sent.once('close', () => {
      signal?.removeEventListener('abort', abort);
      fail(new Error('the connection was closed without a response'));
    });
    sent.end(config.data as string | undefined);
  });

function send(config: InternalAxiosRequestConfig): ClientRequest {
  const url = new URL(config.url ?? '');
  const isSecure = url.protocol === 'https:';
  const signal = config.signal as AbortSignal | undefined;
  const options: AgentOptions = {
    method: (config.method ?? 'get').toUpperCase(),
    agent: (isSecure ? config.httpsAgent : config.httpAgent) as http.Agent,
    headers: config.headers.toJSON(),
    maxHeaderSize: MAX_HEADER_BYTES,
    ...given({ signal, connectSignal: signal }),
  };
  return (isSecure ? https : http).request(url, options);
}
