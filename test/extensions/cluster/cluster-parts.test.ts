import { describe, expect, it } from '@jest/globals';
import { hostKey, urlKey } from '../../../src/extensions/cluster/catalog.js';
import { hostsWithin } from '../../../src/extensions/cluster/crew.js';
import {
  connectionError,
  isLostConnection,
  shownDatabase,
} from '../../../src/extensions/cluster/database.js';
import { createHeldUrls } from '../../../src/extensions/cluster/held-urls.js';
import { InputError } from '../../../src/model/errors.js';
import { always, queued } from '../../support/queued-urls.js';

describe('keys in the database', () => {
  it('are a bigint for a host and a uuid for a URL', () => {
    expect(BigInt(hostKey('a.example')) < 2n ** 63n).toBe(true);
    expect(hostKey('a.example')).not.toBe(hostKey('a.example:8080'));
    expect(urlKey('http://a.example/')).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
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

  it('are told apart: those that pass, and those that a person has to mend', () => {
    const coded = (code: string): Error => Object.assign(new Error('it failed'), { code });
    expect(
      ['ECONNREFUSED', '57P01', '57P03', '08006'].map((code) => isLostConnection(coded(code))),
    ).not.toContain(false);
    expect(isLostConnection(new Error('Connection terminated unexpectedly'))).toBe(true);
    expect(['42501', '28P01', '23505'].map((code) => isLostConnection(coded(code)))).not.toContain(true);
  });
});

it('takes as many hosts as there is memory for their URLs', () => {
  expect(hostsWithin(10_000, { hosts: 20, urls: 2000 })).toBe(100);
  // Of a host, so many are read at most.
  expect(hostsWithin(5000, { hosts: 2, urls: 2_000_000 })).toBe(5);
  expect(hostsWithin(-5, { hosts: 2, urls: 4 })).toBe(0);
  expect(hostsWithin(1000, { hosts: 0, urls: 0 })).toBe(1000);
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
