import { describe, expect, it } from '@jest/globals';
import { createDatabaseClock } from '../../../src/extensions/cluster/database-clock.js';
import {
  connectionError,
  isDeadlock,
  isLostConnection,
  shownDatabase,
} from '../../../src/extensions/cluster/database-errors.js';
import { createHeldUrls } from '../../../src/extensions/cluster/held-urls.js';
import type { KeptValue } from '../../../src/extensions/cluster/journal.js';
import { hostKey, shortKey, urlKey } from '../../../src/extensions/cluster/keys.js';
import { createSharedMemory } from '../../../src/extensions/cluster/shared-memory.js';
import { InputError } from '../../../src/model/errors.js';
import { always, queued } from '../../support/queued-urls.js';

describe('keys in the database', () => {
  it('are a bigint for a host, a uuid for a URL, and 52 bits of that in memory', () => {
    expect(BigInt(hostKey('a.example')) < 2n ** 63n).toBe(true);
    expect(hostKey('a.example')).not.toBe(hostKey('a.example:8080'));
    expect(urlKey('http://a.example/')).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(Number.isSafeInteger(shortKey(urlKey('http://a.example/')))).toBe(true);
  });
});

describe('errors of the database', () => {
  const url = 'postgres://crawler:secret%20word@db.example:5433/crawls?sslmode=require';

  it('name the database without user and password', () => {
    expect(shownDatabase(url)).toBe('PostgreSQL at db.example:5433/crawls');
    const error = connectionError(
      Object.assign(new Error('no "secret word" for crawler'), { code: '28P01' }),
      url,
    );
    expect(error).toBeInstanceOf(InputError);
    expect(error.message).not.toContain('secret');
    expect(error).toHaveProperty('hint', expect.stringContaining('PGPASSWORD'));
  });

  it('do not tell a password that is an option of the address', () => {
    const error = connectionError(
      new Error('cannot use hid%20den or hid den'),
      'postgres://db/x?password=hid%20den',
    );
    expect(error.message).toBe('PostgreSQL at db/x: cannot use … or …');
  });

  it('say what to do about TLS', () => {
    const coded = (message: string, more: object): Error => Object.assign(new Error(message), more);
    const hintOf = (error: Error): unknown =>
      Object.getOwnPropertyDescriptor(connectionError(error, url), 'hint')?.value;
    expect(hintOf(coded('self-signed certificate', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }))).toContain(
      'verify-full',
    );
    expect(hintOf(coded('ENOENT: no such file, open x.pem', { code: 'ENOENT', syscall: 'open' }))).toContain(
      'sslrootcert',
    );
  });

  it('are told apart: those that pass, those of a deadlock, those that a person has to mend', () => {
    const coded = (code: string): Error => Object.assign(new Error('it failed'), { code });
    expect(
      ['ECONNREFUSED', '57P01', '57P03', '08006'].map((code) => isLostConnection(coded(code))),
    ).not.toContain(false);
    expect(isLostConnection(new Error('Connection terminated unexpectedly'))).toBe(true);
    expect(['42501', '28P01', '23505'].map((code) => isLostConnection(coded(code)))).not.toContain(true);
    expect([isDeadlock(coded('40P01')), isDeadlock(coded('42501'))]).toEqual([true, false]);
  });
});

describe('the clock of the database', () => {
  it('goes by what the database said, whatever the clock of the machine says', () => {
    let now = 1000;
    const clock = createDatabaseClock(() => now);
    clock.set(5_000_000);
    now += 250;
    expect(clock.now()).toBe(5_000_250);
  });
});

describe('what a worker keeps of hosts', () => {
  it('goes with the host, and takes the place of what was kept here', () => {
    const noted: KeptValue[] = [];
    const memory = createSharedMemory((kept) => noted.push(kept));
    const busy = new Map<string, unknown>();
    memory.onArrival?.('busy-host', (name, value) =>
      value === undefined ? busy.delete(name) : busy.set(name, value),
    );
    memory.keep('busy-host', 'a.example', { failures: 1 });
    memory.keep('trap', 'a.example0123456789abcdef', 3);
    memory.keep('robots', 'http://a.example', {});
    expect(noted.map(({ host }) => host)).toEqual(['a.example', 'a.example', 'a.example']);
    memory.arrive('a.example', [{ kind: 'busy-host', name: 'a.example', value: { failures: 2 } }]);
    expect([...busy]).toEqual([['a.example', { failures: 2 }]]);
    memory.arrive('a.example', []);
    expect(busy.size).toBe(0);
  });
});

describe('the URLs of the hosts that a worker holds', () => {
  it('are forgotten with their host, except those under way and what is known to have ended', () => {
    const held = createHeldUrls();
    const [one, two, three] = [1, 2, 3].map((n) => `http://a.example/${n}`) as [string, string, string];
    for (const [place, url] of [one, two, three].entries()) held.add({ queued: queued(url), place });
    held.lease(always);
    held.end(one);
    held.lease(always);
    held.drop('a.example');
    expect(held.counts()).toMatchObject({ queued: 0, leased: 1, hosts: 0 });
    expect([held.knows(one), held.knows(two), held.knows(three)]).toEqual([true, true, false]);
    held.discard(two);
    expect(held.add({ queued: queued(two), place: 7 })).toBe(true);
    expect(held.add({ queued: queued(one), place: 8 })).toBe(false);
    expect(held.lease(always)?.url).toBe(two);
  });
});
