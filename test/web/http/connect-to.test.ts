import { describe, expect, it } from '@jest/globals';
import { createServer, get, type Agent } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createAgents, redirectedConnection } from '../../../src/web/http/connections.js';

const one = { address: '127.0.0.1', port: 1 };
const two = { address: '127.0.0.1', port: 2 };
const rules = [
  { host: 'a.example', to: one },
  { host: '*.example', to: two },
];

describe('redirectedConnection', () => {
  it('takes the first rule that fits', () => {
    expect(redirectedConnection('A.example', rules)).toBe(one);
    expect(redirectedConnection('b.c.example', rules)).toBe(two);
    expect(redirectedConnection('example', rules)).toBeUndefined();
    expect(redirectedConnection('a.example.org', rules)).toBeUndefined();
    expect(redirectedConnection('anything', [{ host: '*', to: two }])).toBe(two);
  });
});

function ask(agent: Agent, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get({ agent, host: 'a.example', path }, (response) => {
      let text = '';
      response.on('data', (part) => (text += String(part))).on('end', () => resolve(text));
    }).on('error', reject);
  });
}

describe('createAgents', () => {
  it('closes connections that nobody uses, and none that waits for a slow answer', async () => {
    const server = createServer((request, response) => {
      if (request.url === '/slow') setTimeout(() => response.end('slow'), 300);
      else response.end('fast');
    });
    // Such a server never closes a connection.
    server.keepAliveTimeout = 0;
    let connections = 0;
    server.on('connection', () => (connections += 1));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { address, port } = server.address() as AddressInfo;
    const nowhere = (): never => {
      throw new Error('not to be asked');
    };
    const to = [{ host: '*', to: { address, port } }];
    const rules = { connectTo: to, mayBePrivate: () => false, resolve: nowhere };
    const agents = createAgents(rules, 100);
    expect(await ask(agents.http, '/')).toBe('fast');
    expect(await ask(agents.http, '/slow')).toBe('slow');
    expect(connections).toBe(1);
    expect(Object.keys(agents.http.freeSockets)).toHaveLength(1);
    await wait(400);
    expect(Object.keys(agents.http.freeSockets)).toHaveLength(0);
    agents.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});
