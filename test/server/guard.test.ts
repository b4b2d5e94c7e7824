import { describe, expect, it } from '@jest/globals';
import { isLoopback, requireToken } from '../../src/server/guard.js';

describe('isLoopback', () => {
  it.each(['localhost', '127.0.0.1', '127.9.9.9', '[::1]', '::1', 'a.localhost', 'LOCALHOST'])(
    '%s is this machine',
    (host) => {
      expect(isLoopback(host)).toBe(true);
    },
  );
  it.each(['', '0.0.0.0', '127.0.0.1.evil.example', 'localhost.evil.example', '128.0.0.1', 'evil.example'])(
    '%s is not',
    (host) => {
      expect(isLoopback(host)).toBe(false);
    },
  );
});

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
