import { describe, expect, it } from '@jest/globals';
import { createConfigReader, readConfig, type Machine } from '../../../src/web/http/resolver-config.js';

const RESOLV = 'nameserver 192.0.2.53\n';

function machine(files: Readonly<Record<string, string>>, others: Partial<Machine> = {}): Machine {
  return {
    platform: 'linux',
    environment: {},
    hostname: 'box',
    read: (path) => files[path.replace('/etc/', '')],
    version: (path) => files[path.replace('/etc/', '')] ?? '',
    ...others,
  };
}

describe('readConfig', () => {
  it('reads the names of the hosts file, without comments', () => {
    const hosts = '127.0.0.1 localhost\n# 1.2.3.4 gone.example\n192.0.2.7\tWiki.Example  wiki # intranet\n';
    expect([...readConfig(machine({ hosts })).hosts]).toEqual(['localhost', 'wiki.example', 'wiki']);
  });

  it.each([
    [undefined, RESOLV],
    ['hosts: files dns', RESOLV],
    ['hosts:          files mdns4_minimal [NOTFOUND=return] dns', RESOLV],
    ['hosts: files myhostname resolve [!UNAVAIL=return] dns', 'nameserver 127.0.0.53\n'],
    ['passwd: files sss\nhosts: files dns # ldap', RESOLV],
  ])('asks name servers where there are no further sources: %s', (nsswitch, resolv) => {
    const files = { 'resolv.conf': resolv, ...(nsswitch !== undefined && { 'nsswitch.conf': nsswitch }) };
    expect(readConfig(machine(files)).systemOnly).toBe(false);
  });

  it.each([
    ['hosts: files', RESOLV],
    ['hosts: files mdns4 dns', RESOLV],
    ['hosts: files resolve [!UNAVAIL=return] dns', RESOLV],
    ['hosts: files dns ldap', RESOLV],
    ['hosts: files wins dns', RESOLV],
  ])('leaves it to the system where there are: %s', (nsswitch, resolv) => {
    const files = { 'resolv.conf': resolv, 'nsswitch.conf': nsswitch };
    expect(readConfig(machine(files)).systemOnly).toBe(true);
  });

  it('leaves it to the system on other platforms, and where variables change what it does', () => {
    expect(readConfig(machine({}, { platform: 'darwin' })).systemOnly).toBe(true);
    expect(readConfig(machine({}, { environment: { RES_OPTIONS: 'ndots:3' } })).systemOnly).toBe(true);
  });

  it('reads the domains that are appended, and when', () => {
    const resolv = 'domain old.example\nsearch a.example B.example.\noptions edns0 ndots:5 timeout:1\n';
    const read = readConfig(machine({ 'resolv.conf': resolv }));
    expect([read.search, read.ndots]).toEqual([['a.example', 'b.example'], 5]);
    expect(readConfig(machine({}))).toMatchObject({ search: [], ndots: 1 });
    expect(readConfig(machine({}, { hostname: 'box.corp.example' })).search).toEqual(['corp.example']);
  });
});

it('reads the configuration again where it has changed, at most once a minute', () => {
  const files: Record<string, string> = { hosts: '127.0.0.1 localhost' };
  let now = 0;
  const read = createConfigReader(() => now, machine(files));
  const first = read();
  files['hosts'] = '192.0.2.1 wiki.example';
  now = 59_000;
  expect(read()).toBe(first);
  now = 61_000;
  const second = read();
  expect([...second.hosts]).toEqual(['wiki.example']);
  now = 200_000;
  expect(read()).toBe(second);
});
