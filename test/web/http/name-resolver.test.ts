import { createSocket } from 'node:dgram';
import { promises, type lookup } from 'node:dns';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createNameResolver } from '../../../src/web/http/address-guard.js';

/** A name server: `alive` has an IPv4 address, `refused` is refused, `broken` fails, and nothing else exists. */
async function startNameServer() {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const name = query.toString('latin1', 13, 13 + (query[12] ?? 0));
    const isA = query[query.indexOf(0, 12) + 2] === 1;
    const code = { alive: 0, refused: 5, broken: 2 }[name] ?? 3;
    // Response, recursion available; the question without additional records; one answer that points to its name.
    const question = query.subarray(0, query.indexOf(0, 12) + 5);
    const answers = code === 0 && isA ? 1 : 0;
    question.set([0x81, 0x80 | code, 0, 1, 0, answers, 0, 0, 0, 0], 2);
    const record = [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 7];
    socket.send(Buffer.concat([question, Buffer.from(answers === 1 ? record : [])]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return socket;
}

describe('createNameResolver', () => {
  let server: Awaited<ReturnType<typeof startNameServer>>;
  let ofSystem: string[];
  let find: (hostname: string) => Promise<unknown>;

  beforeEach(async () => {
    server = await startNameServer();
    const resolver = new promises.Resolver({ timeout: 1000, tries: 1 });
    resolver.setServers([`127.0.0.1:${server.address().port}`]);
    ofSystem = [];
    const system = ((
      hostname: string,
      { family }: { family?: number },
      callback: (...given: unknown[]) => void,
    ) => {
      if (ofSystem.at(-1) !== hostname) ofSystem.push(hostname);
      if (hostname.startsWith('dead') || family === 6)
        callback(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
      else callback(null, [{ address: '192.0.2.99', family: 4 }]);
    }) as unknown as typeof lookup;
    const resolve = createNameResolver(resolver, system);
    find = (hostname) =>
      new Promise((done) =>
        resolve(hostname, { all: true }, (error, addresses) =>
          done(error?.code ?? addresses.map(({ address }) => address).join()),
        ),
      );
  });
  afterEach(() => void server.close());

  it('takes the answers of the name servers, and remembers them', async () => {
    expect(await find('Alive.example')).toBe('192.0.2.7');
    server.removeAllListeners('message');
    expect(await find('alive.example.')).toBe('192.0.2.7');
    expect(ofSystem).toEqual([]);
  });

  it('never asks anyone for names below .invalid', async () => {
    expect(await find('alive.b.Invalid')).toBe('ENOTFOUND');
    expect(ofSystem).toEqual([]);
  });

  it.each(['intranet', 'printer.local'])('leaves %s to the system', async (name) => {
    expect(await find(name)).toBe('192.0.2.99');
    expect(ofSystem).toEqual([name]);
  });

  it('leaves it to the system where name servers refuse, and may be retried where they cannot find out', async () => {
    expect(await find('refused.example')).toBe('192.0.2.99');
    expect(await find('broken.example')).toBe('EAI_AGAIN');
  });
});
