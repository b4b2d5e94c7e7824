import { describe, expect, it } from '@jest/globals';
import {
  guardedLookup,
  isPrivateByName,
  isPublicAddress,
  privateHostsOf,
  type Resolve,
} from '../../../src/web/http/address-guard.js';
import { createHttpFetcher } from '../../../src/web/http/http-fetcher.js';
import { startMisbehavingWeb } from '../../support/misbehaving-web.js';

describe('isPublicAddress', () => {
  it.each([
    ...['127.0.0.1', '10.0.0.1', '172.16.5.5', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
    ...['100.100.100.200', '192.0.0.192', '168.63.129.16', '198.18.0.1', '224.0.0.1', '255.255.255.255'],
    ...['::1', '::', '::ffff:127.0.0.1', '::ffff:a00:1', '::7f00:1', 'fe80::1', 'fe80::1%eth0', 'fc00::1'],
    ...['fd00:ec2::254', 'fec0::1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001::1', '2001:db8::1', 'ff02::1'],
    ...['', 'localhost', 'example.org'],
  ])('%s is not', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8', '64:ff9b::808:808'])('%s is', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

describe('isPrivateByName', () => {
  it.each(['localhost', 'A.LOCALHOST', '[::1]', '127.1.2.3', new URL('http://0177.1/').hostname])(
    '%s is',
    (name) => {
      expect(isPrivateByName(name)).toBe(true);
    },
  );
  it.each(['example.org', 'localhost.example.org', '8.8.8.8', 'intranet'])('%s is not', (name) => {
    expect(isPrivateByName(name)).toBe(false);
  });
});

describe('privateHostsOf', () => {
  it('are the hosts that were named, with their ports, when all of them are private', () => {
    expect(privateHostsOf(['http://127.0.0.1:8080/a', 'http://localhost/', 'http://[::1]:81/'])).toEqual([
      '127.0.0.1:8080',
      'localhost',
      '[::1]:81',
    ]);
  });
  it('are none as soon as one is public', () => {
    expect(privateHostsOf(['http://127.0.0.1/', 'https://example.org/'])).toEqual([]);
    expect(privateHostsOf([])).toEqual([]);
  });
});

/** Answers with the next list of addresses at each call, and with the last one from then on. */
function changing(...answers: readonly (readonly string[])[]): Resolve {
  let call = 0;
  return (_hostname, _options, callback) => {
    const answer = answers[Math.min(call, answers.length - 1)] ?? [];
    call += 1;
    callback(
      null,
      answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
}

describe('guardedLookup', () => {
  const looked = (resolve: Resolve, all = true): Promise<unknown> =>
    new Promise((done) => {
      guardedLookup(resolve)('a.example', { all }, (error, address, family) =>
        done(error?.message ?? (all ? address : [address, family])),
      );
    });

  it('gives public addresses only', async () => {
    const mixed = changing(['10.0.0.1', '8.8.8.8']);
    expect(await looked(mixed)).toEqual([{ address: '8.8.8.8', family: 4 }]);
    expect(await looked(mixed, false)).toEqual(['8.8.8.8', 4]);
  });
  it('fails where there is none', async () => {
    expect(await looked(changing(['10.0.0.1']))).toBe('a.example is 10.0.0.1, not a public address');
    expect(await looked(changing([]))).toContain('no address');
  });
});

describe('requests', () => {
  const asking = async (url: string, options: Partial<Parameters<typeof createHttpFetcher>[0]> = {}) => {
    const fetcher = createHttpFetcher({ userAgent: 'sfwc', timeoutSeconds: 2, ...options });
    try {
      return (await fetcher.fetch(url)).status;
    } catch (thrown) {
      return thrown as { failure: string; message: string };
    } finally {
      fetcher.close();
    }
  };

  it.each([
    'http://127.0.0.1:PORT/plain',
    'http://[::ffff:127.0.0.1]:PORT/plain',
    'http://localhost:PORT/plain',
  ])('%s is refused', async (url) => {
    const web = await startMisbehavingWeb();
    const refused = await asking(url.replace('PORT', String(web.port)));
    await web.close();
    expect(refused).toMatchObject({
      failure: 'private-address',
      message: expect.stringMatching(/not a public address; the setting allowPrivate/),
    });
    expect(web.requests).toEqual([]);
  });

  it('are refused where the name leads to', async () => {
    const web = await startMisbehavingWeb();
    const url = `http://rebinding.example:${web.port}/plain`;
    expect(await asking(url, { resolve: changing(['127.0.0.1']) })).toMatchObject({
      failure: 'private-address',
      message:
        "rebinding.example is 127.0.0.1, not a public address; the setting allowPrivate allows one's own network",
    });
    await web.close();
    expect(web.requests).toEqual([]);
  });

  it('are refused where a redirect leads to', async () => {
    const web = await startMisbehavingWeb();
    const connectTo = [{ host: 'public.example', to: { address: '127.0.0.1', port: web.port } }];
    const refused = await asking('http://public.example/to-metadata', { connectTo });
    expect(refused).toMatchObject({ failure: 'private-address' });
    expect(await asking('http://public.example/plain', { connectTo })).toBe(200);
    await web.close();
  });

  it('are made to hosts that the user named, with their ports, and everywhere on request', async () => {
    const [web, other] = await Promise.all([startMisbehavingWeb(), startMisbehavingWeb()]);
    const url = `http://127.0.0.1:${web.port}/plain`;
    const addresses = { hosts: privateHostsOf([url]) };
    expect(await asking(url, { addresses })).toBe(200);
    expect(await asking(`http://127.0.0.1:${other.port}/plain`, { addresses })).toMatchObject({
      failure: 'private-address',
    });
    expect(await asking(`http://localhost:${other.port}/plain`, { addresses: { allowPrivate: true } })).toBe(
      200,
    );
    await Promise.all([web.close(), other.close()]);
  });
});
