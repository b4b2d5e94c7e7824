import { describe, expect, it } from '@jest/globals';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { browserFinding, examine, packageFinding } from '../../src/cli/doctor.js';

describe('examine', () => {
  it('finds packages that are there, and says what to do about others', () => {
    expect(packageFinding('pg', 'x')).toMatchObject({ name: 'pg', state: 'ok' });
    expect(packageFinding('@no-one/nothing', 'x')).toMatchObject({
      state: 'missing',
      advice: expect.stringContaining('npm install'),
    });
  });

  it('finds a browser that cannot be run to be a problem, which sfwc works without', async () => {
    for (const file of ['package.json', '/no/such/browser', '/'])
      expect(await browserFinding(file)).toMatchObject({ state: 'problem', needed: false });
  });

  it('finds a database that refuses connections to be a problem', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const frontier = `postgres://me:s3cret@127.0.0.1:${port}/crawls`;
    const findings = await examine({ browser: undefined, frontier, json: false });
    const database = findings.find(({ name }) => name === 'PostgreSQL');
    expect(database).toMatchObject({ state: 'problem', needed: true });
    expect(JSON.stringify(findings)).not.toContain('s3cret');
    expect(findings.filter(({ needed, state }) => needed && state !== 'ok')).toEqual([database]);
  });
});
