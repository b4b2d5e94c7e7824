import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import { InputError, messageOf } from '../../model/errors.js';

/** A server that listens. */
export interface Listening {
  /** `http://127.0.0.1:3030/` */
  readonly address: string;
  /** Closes the server and open connections. */
  close(): Promise<void>;
}

/** Starts to listen. @throws InputError when the address is in use or not available */
export async function listen(app: Hono, host: string, port: number): Promise<Listening> {
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new InputError(`cannot listen on ${host}:${port}: ${messageOf(error)}`, {
          hint: 'choose another --port, or --port 0 for a free one',
        }),
      ),
    );
    server.listen(port, host, () => resolve());
  });
  const { address, family, port: actual } = server.address() as AddressInfo;
  const name = family === 'IPv6' ? `[${address}]` : address;
  return {
    address: `http://${name}:${actual}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
}
