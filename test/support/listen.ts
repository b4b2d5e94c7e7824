import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on a free port of loopback. */
export interface Listening {
  readonly port: number;
  /** `http://127.0.0.1:PORT` */
  readonly address: string;
  readonly close: () => Promise<void>;
}

/** Starts a server, or one that answers so. */
export async function listen(server: Server | RequestListener): Promise<Listening> {
  const http = typeof server === 'function' ? createServer(server) : server;
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  return {
    port,
    address: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
}
