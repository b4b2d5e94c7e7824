import { expect, it } from '@jest/globals';
import { openDecoder } from '../../../src/support/text/text-decoder.js';

it('openDecoder decodes piece by piece, by the labels of the Encoding standard', () => {
  const utf8 = openDecoder('UTF8');
  expect(utf8?.decode(Buffer.from([0xc3]), { stream: true })).toBe('');
  expect(utf8?.decode(Buffer.from([0xa4]))).toBe('ä');
  const latin1 = openDecoder('ISO-8859-1');
  expect(latin1?.decode(Buffer.from([0x80, 0xe4]), { stream: true })).toBe('€ä');
  expect(latin1?.decode()).toBe('');
  expect(openDecoder('klingon')).toBeUndefined();
});
