import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy that refuses everything. */
export interface SealedProxy {
  /** `http://127.0.0.1:PORT` */
  readonly address: string;
  /** Number of refused requests: requests that no rule of ours had seen. */
  readonly refused: number;
  close(): Promise<void>;
}

/** Opens a proxy on loopback to which a browser is sent for all that it may not do on its own, and which does nothing. */
export async function openSealedProxy(): Promise<SealedProxy> {
  let refused = 0;
  const server = createServer((_request, response) => {
    refused += 1;
    response.writeHead(403, { connection: 'close' }).end();
  });
  server.on('connect', (_request, socket) => {
    refused += 1;
    socket.on('error', () => undefined);
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  // A browser that was killed must not keep the process alive.
  server.unref();
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    get refused() {
      return refused;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
