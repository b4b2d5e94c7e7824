import { describe, expect, it } from '@jest/globals';
import { openDecoder, Utf8Chunks } from '../../../src/support/text/text-decoder.js';

it('openDecoder decodes piece by piece, by the labels of the Encoding standard', () => {
  const utf8 = openDecoder('UTF8');
  expect(utf8?.decode(Buffer.from([0xc3]), { stream: true })).toBe('');
  expect(utf8?.decode(Buffer.from([0xa4]))).toBe('ä');
  const latin1 = openDecoder('ISO-8859-1');
  expect(latin1?.decode(Buffer.from([0x80, 0xe4]), { stream: true })).toBe('€ä');
  expect(latin1?.decode()).toBe('');
  expect(openDecoder('klingon')).toBeUndefined();
});

/** The chunks of texts. */
function chunksOf(texts: readonly string[]): readonly Uint8Array[] {
  const chunks = new Utf8Chunks();
  return [...texts.flatMap((text) => chunks.add(text)), ...chunks.end()];
}

describe('Utf8Chunks', () => {
  const line = 'http://example.org/ — naïve 語 😀\n';

  it('encodes as Buffer.from does, halves of surrogate pairs included', () => {
    const text = `half \ud83d of a pair`;
    expect(Buffer.concat(chunksOf([text]))).toEqual(Buffer.from(text));
  });

  it('keeps chunks that were handed on as they are, whatever is added later', () => {
    const texts = Array.from({ length: 20_000 }, (_, number) => `${number} ${line}`);
    const chunks = chunksOf(texts);
    expect(chunks.length).toBeGreaterThan(2);
    expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThanOrEqual(262_144);
    expect(Buffer.concat(chunks).toString()).toBe(texts.join(''));
  });

  it('hands on a text that is larger than a chunk as a chunk of its own', () => {
    const large = 'é'.repeat(300_000);
    expect(chunksOf(['a', large, 'b']).map((chunk) => Buffer.from(chunk).toString())).toEqual([
      'a',
      large,
      'b',
    ]);
  });
});
