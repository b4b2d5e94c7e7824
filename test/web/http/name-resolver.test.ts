import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { Resolver } from 'node:dns';
import { describe, expect, it } from '@jest/globals';
import type { Resolve } from '../../../src/web/http/address-guard.js';
import { asking, createNameResolver, type AskServers } from '../../../src/web/http/name-resolver.js';
import type { ResolverConfig } from '../../../src/web/http/resolver-config.js';

const PLAIN: ResolverConfig = { systemOnly: false, hosts: new Set(['wiki.example']), search: [], ndots: 1 };

/** What name servers say: addresses, or codes of errors, for A and AAAA. */
type Zone = Readonly<Record<string, readonly [string, string]>>;

function resolver(zone: Zone, config: Partial<ResolverConfig> = {}, hasIpv6 = false) {
  const asked: string[] = [];
  const ofSystem: string[] = [];
  const ask: AskServers = (name, family, callback) => {
    if (family === 4) asked.push(name);
    const answer = zone[name]?.[family === 4 ? 0 : 1] ?? 'ENOTFOUND';
    // Servers that say nothing at all leave the callback waiting.
    if (answer === 'silence') return;
    const isError = /^[A-Z]+$/.test(answer);
    queueMicrotask(() =>
      isError
        ? callback(Object.assign(new Error(answer), { code: answer }), [])
        : callback(null, answer.split(' ')),
    );
  };
  const system: Resolve = (hostname, _options, callback) => {
    ofSystem.push(hostname);
    queueMicrotask(() => callback(null, [{ address: '192.0.2.99', family: 4 }]));
  };
  const resolve = createNameResolver({
    servers: () => ask,
    system,
    config: () => ({ ...PLAIN, ...config }),
    hasIpv6: () => hasIpv6,
  });
  const find = (hostname: string): Promise<unknown> =>
    new Promise((done) =>
      resolve(hostname, { all: true }, (error, addresses) =>
        done(error === null ? addresses.map(({ address }) => address).join(' ') : error.code),
      ),
    );
  return { find, asked, ofSystem };
}

const SYSTEM = '192.0.2.99';

describe('createNameResolver', () => {
  it('asks for IPv6 addresses where they are of use, and then puts them first', async () => {
    const zone: Zone = {
      'a.example': ['8.8.8.8 8.8.4.4', '2001:4860::1'],
      'six.example': ['ENODATA', '2001::1'],
    };
    const { find, ofSystem } = resolver(zone);
    expect(await find('A.example')).toBe('8.8.8.8 8.8.4.4');
    expect(await find('six.example')).toBe('2001::1');
    expect(await resolver(zone, {}, true).find('a.example')).toBe('2001:4860::1 8.8.8.8 8.8.4.4');
    expect(ofSystem).toEqual([]);
  });

  it('believes the name servers that there is no such name, after one query', async () => {
    const { find, ofSystem } = resolver({
      'dead.example': ['ENOTFOUND', 'silence'],
      'empty.example': ['ENODATA', 'ENODATA'],
    });
    for (const name of ['dead.example', 'empty.example']) expect(await find(name)).toBe('ENOTFOUND');
    expect(ofSystem).toEqual([]);
  });

  it('never asks anyone for names below .invalid', async () => {
    const { find, asked, ofSystem } = resolver({}, { systemOnly: true });
    expect(await find('a.b.Invalid')).toBe('ENOTFOUND');
    expect(await find('a.invalid.')).toBe('ENOTFOUND');
    expect([...asked, ...ofSystem]).toEqual([]);
  });

  it.each(['intranet', 'localhost', 'printer.local', 'nas.lan', 'x.corp', 'a.home.arpa', 'db.internal'])(
    'leaves %s to the system',
    async (name) => {
      const { find, asked, ofSystem } = resolver({});
      expect(await find(name)).toBe(SYSTEM);
      expect([asked, ofSystem]).toEqual([[], [name]]);
    },
  );

  it('leaves names of the hosts file and IP addresses to the system, and all where it has further sources', async () => {
    const { find, asked } = resolver({ 'wiki.example': ['8.8.8.8', 'ENODATA'] });
    expect(await find('Wiki.example')).toBe(SYSTEM);
    expect(await find('::1')).toBe(SYSTEM);
    expect(asked).toEqual([]);
    const further = resolver({ 'a.example': ['8.8.8.8', 'ENODATA'] }, { systemOnly: true });
    expect(await further.find('a.example')).toBe(SYSTEM);
  });

  it.each(['ECONNREFUSED', 'EREFUSED', 'ETIMEOUT', 'EBADNAME', 'ENOTIMP'])(
    'leaves it to the system where name servers fail with %s',
    async (code) => {
      expect(await resolver({ 'a.example': [code, code] }).find('a.example')).toBe(SYSTEM);
      expect(await resolver({ 'a.example': ['ENODATA', code] }).find('a.example')).toBe(SYSTEM);
      expect(await resolver({ 'a.example': ['8.8.8.8', code] }, {}, true).find('a.example')).toBe('8.8.8.8');
    },
  );

  it('fails so that it is retried where the name servers cannot find out', async () => {
    const { find, ofSystem } = resolver({ 'a.example': ['ESERVFAIL', 'silence'] });
    expect(await find('a.example')).toBe('EAI_AGAIN');
    expect(ofSystem).toEqual([]);
  });

  it('appends the domains of resolv.conf as the system does', async () => {
    const zone: Zone = {
      'api.team.svc.example': ['10.0.0.7', 'ENODATA'],
      'www.w3.org': ['8.8.8.8', 'ENODATA'],
    };
    const search = ['ns.example', 'svc.example'];
    const few = resolver(zone, { search });
    expect(await few.find('api.team')).toBe('10.0.0.7');
    expect(await few.find('www.w3.org')).toBe('8.8.8.8');
    expect(few.asked).toEqual(['api.team', 'api.team.ns.example', 'api.team.svc.example', 'www.w3.org']);
    const many = resolver(zone, { search, ndots: 5 });
    expect(await many.find('api.team')).toBe('10.0.0.7');
    expect(await many.find('www.w3.org.')).toBe('8.8.8.8');
    expect(many.asked).toEqual(['api.team.ns.example', 'api.team.svc.example', 'www.w3.org']);
  });
});

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

it('understands what name servers answer', async () => {
  const server = await startNameServer();
  const servers = new Resolver({ timeout: 1000, tries: 1 });
  servers.setServers([`127.0.0.1:${server.address().port}`]);
  const ofSystem: string[] = [];
  const resolve = createNameResolver({
    servers: () => asking(servers),
    system: (hostname, _options, callback) => {
      ofSystem.push(hostname);
      callback(null, []);
    },
    config: () => PLAIN,
    hasIpv6: () => false,
  });
  const find = (hostname: string): Promise<unknown> =>
    new Promise((done) =>
      resolve(hostname, { all: true }, (error, addresses) => done(error?.code ?? addresses)),
    );
  const names = ['alive.example', 'dead.example', 'broken.example', 'refused.example'];
  const found = await Promise.all(names.map(find));
  servers.cancel();
  server.close();
  expect(found).toEqual([[{ address: '192.0.2.7', family: 4 }], 'ENOTFOUND', 'EAI_AGAIN', []]);
  expect(ofSystem).toEqual(['refused.example']);
});
