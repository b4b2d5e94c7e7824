import http, { type ClientRequest } from 'node:http';
import https from 'node:https';
import { AxiosError, AxiosHeaders, type AxiosAdapter, type InternalAxiosRequestConfig } from 'axios';
import { refusalOf } from './proxies.js';

/** Bytes of a response's header at most. Node allows 16 KB, which some sites exceed with cookies and security policies. */
const MAX_HEADER_BYTES = 65_536;

/**
 * Sends the requests of axios by Node's HTTP client directly, and answers with the stream of the body. Axios' own adapter
 * does redirects, proxies, progress, form data and decompression as well, which a fetcher that asks for none of them pays
 * for with more processor time than the request itself takes. The agents know proxies.
 *
 * Reads of a configuration: `url`, `method`, `headers`, `data` (a string), `signal`, `httpAgent`, `httpsAgent`.
 */
export const nodeAdapter: AxiosAdapter = (config) =>
  new Promise((resolve, reject) => {
    const sent = send(config);
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
    // Of a tunnel through a proxy: without one, the answer is not that of the host.
    sent.once('proxyConnect', (answer: http.IncomingMessage) => {
      const refusal = refusalOf(answer);
      if (refusal !== undefined) sent.destroy(new Error(refusal));
    });
    // Stays until the end: what breaks after the response is the stream's to tell.
    sent.on('error', (error: NodeJS.ErrnoException) =>
      reject(AxiosError.from(error, error.code, config, sent)),
    );
    sent.end(config.data as string | undefined);
  });

function send(config: InternalAxiosRequestConfig): ClientRequest {
  const url = new URL(config.url ?? '');
  const isSecure = url.protocol === 'https:';
  return (isSecure ? https : http).request(url, {
    method: (config.method ?? 'get').toUpperCase(),
    agent: (isSecure ? config.httpsAgent : config.httpAgent) as http.Agent,
    headers: config.headers.toJSON(),
    signal: config.signal as AbortSignal,
    maxHeaderSize: MAX_HEADER_BYTES,
  });
}
