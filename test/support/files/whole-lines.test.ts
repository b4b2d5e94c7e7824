import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Readable } from 'node:stream';
import { textLines, wholeLines } from '../../../src/support/files/whole-lines.js';
import { anyText } from '../any-text.js';

async function piecesOf(chunks: readonly string[]): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of wholeLines(Readable.from(chunks.map((chunk) => Buffer.from(chunk)))))
    pieces.push(piece.toString());
  return pieces;
}

describe('wholeLines', () => {
  it('gives all bytes in pieces of whole lines, however they are cut', async () => {
    const chunks = fc.array(fc.string({ unit: fc.constantFrom('a', 'ß', '😀', '\n') }));
    await fc.assert(
      fc.asyncProperty(chunks, async (given) => {
        const pieces = await piecesOf(given);
        const text = given.join('');
        expect(pieces.join('')).toBe(text === '' || text.endsWith('\n') ? text : `${text}\n`);
        expect(pieces.every((piece) => piece.endsWith('\n'))).toBe(true);
      }),
      { seed: 4 },
    );
  });
});

describe('textLines', () => {
  it('reads values that JSON wrote, whatever characters they have', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyText()), async (values) => {
        const text = values.map((value) => `${JSON.stringify(value)}\n`).join('');
        const read: unknown[] = [];
        for await (const line of textLines(Readable.from([Buffer.from(text)]))) read.push(JSON.parse(line));
        expect(read).toEqual(values);
      }),
      { seed: 5 },
    );
  });
});
