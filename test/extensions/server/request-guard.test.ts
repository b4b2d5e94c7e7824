import { describe, expect, it } from '@jest/globals';
import { requireToken } from '../../../src/extensions/server/request-guard.js';

describe('requireToken', () => {
  it('lets the token through and nothing else', () => {
    expect(() => requireToken('Bearer secretsecret', 'secretsecret')).not.toThrow();
    expect(() => requireToken('bearer  secretsecret', 'secretsecret')).not.toThrow();
    for (const given of [
      undefined,
      '',
      'Bearer',
      'Bearer secretsecre',
      'Bearer secretsecrett',
      'Basic secretsecret',
    ])
      expect(() => requireToken(given, 'secretsecret')).toThrow(expect.objectContaining({ status: 401 }));
    expect(() => requireToken('Bearer undefined', undefined)).toThrow(
      expect.objectContaining({ status: 403 }),
    );
  });
});
