import { describe, expect, it } from '@jest/globals';
import { browserFinding, packageFinding } from '../../src/cli/doctor.js';

describe('sfwc doctor', () => {
  it('finds packages that are there, and says what to do about others', () => {
    expect(packageFinding('pg', 'x')).toMatchObject({ name: 'pg', state: 'ok' });
    expect(packageFinding('@no-one/nothing', 'x')).toMatchObject({
      state: 'missing',
      advice: expect.stringContaining('npm install'),
    });
  });

  it('finds a browser that cannot be run to be a problem, which sfwc works without', async () => {
    for (const file of ['package.json', '/no/such/browser', '/'])
      expect(await browserFinding(file)).toMatchObject({ state: 'problem' });
  });
});
