import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { messageOf } from '../../model/errors.js';
import { parseUrl } from '../../support/parse-url.js';
import { type WebServer, notFound, type VirtualWeb, type WebAnswer } from '../../web/stored/virtual-web.js';

export type { WebServer };

/**
 * Serves all hosts of a virtual web over HTTP on 127.0.0.1, distinguished by the Host header.
 * @param port 0 for any free port
 */
export async function serveWeb(web: VirtualWeb, port = 0): Promise<WebServer> {
  const server = createServer((request, response) => {
    const asked = `http://${request.headers.host ?? ''}${request.url ?? '/'}`;
    if (parseUrl(asked) === undefined) response.writeHead(400).end();
    else
      void answerFor(asked, web).then(({ status, headers, body }) => {
        response.writeHead(status, { ...headers, 'content-length': body.length });
        response.end(request.method === 'HEAD' ? undefined : body);
      });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const bound = server.address() as AddressInfo;
  return {
    address: bound.address,
    port: bound.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answerFor(url: string, web: VirtualWeb): Promise<WebAnswer> {
  if (!web.hosts.has(new URL(url).hostname)) return notFound(url);
  try {
    return await web.answer(url);
  } catch (thrown) {
    return { status: 500, headers: { 'content-type': 'text/plain' }, body: Buffer.from(messageOf(thrown)) };
  }
}
