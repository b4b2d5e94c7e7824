import { describe, expect, it } from '@jest/globals';
import { toTable } from '../../../src/knowledge/formats/result-text.js';
import type { Term } from '../../../src/model/rdf.js';

const literal = (value: string): Term => ({ termType: 'Literal', value });

describe('toTable', () => {
  it('aligns text left and numbers right, and leaves no blanks at the end', () => {
    const table = toTable({
      variables: ['noun', 'n', 'idf'],
      rows: [
        { noun: literal('insulin pump'), n: literal('7'), idf: literal('-1.5') },
        { noun: literal('x'), n: literal('1200'), idf: literal('2.1E3') },
      ],
    });
    expect(table.split('\n')).toEqual([
      'noun             n    idf',
      '------------  ----  -----',
      'insulin pump     7   -1.5',
      'x             1200  2.1E3',
      '(2 rows)',
      '',
    ]);
  });

  it('keeps a row on a line: line breaks become blanks, long cells end in an ellipsis', () => {
    const cells = (value: string): string | undefined =>
      toTable({ variables: ['a'], rows: [{ a: literal(value) }] }).split('\n')[2];
    expect(cells('one\r\n\ttwo')).toBe('one two');
    expect(cells('x'.repeat(72))).toBe('x'.repeat(72));
    expect(cells('x'.repeat(73))).toBe(`${'x'.repeat(71)}…`);
    expect(cells('😀'.repeat(40))).toBe(`${'😀'.repeat(35)}…`);
  });
});
