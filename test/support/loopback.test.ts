import { describe, expect, it } from '@jest/globals';
import { isLoopback } from '../../src/support/parse-url.js';

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
