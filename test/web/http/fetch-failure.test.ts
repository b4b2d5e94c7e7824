import { describe, expect, it } from '@jest/globals';
import { describeFailure } from '../../../src/web/http/fetch-failure.js';
import { FetchError } from '../../../src/model/errors.js';

const URL_ASKED = 'https://a.example/page';
const failure = (code: string, message = ''): FetchError =>
  describeFailure(Object.assign(new Error(message), { code }), URL_ASKED);

describe('describeFailure', () => {
  it.each([
    ['ENOTFOUND', 'a.example: the host name could not be resolved (ENOTFOUND)'],
    ['CERT_HAS_EXPIRED', 'a.example: the certificate of the server has expired (CERT_HAS_EXPIRED)'],
    ['ESOMETHING', 'a.example: the request failed'],
  ])('%s', (code, message) => {
    const error = failure(code, code === 'ESOMETHING' ? 'the request failed' : 'raw');
    const expected = code.startsWith('CERT') ? 'certificate' : 'network';
    expect(error).toMatchObject({ failure: expected, message, url: URL_ASKED });
  });

  it('finds the code in the cause, and tells timeouts apart', () => {
    const inner = Object.assign(new Error('x'), { code: 'ETIMEDOUT' });
    expect(describeFailure(new Error('y', { cause: inner }), URL_ASKED).failure).toBe('timeout');
  });
});
