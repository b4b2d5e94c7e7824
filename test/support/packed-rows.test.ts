import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createPackedRows } from '../../src/support/packed-rows.js';

const rowOf = fc.record({
  fractions: fc.array(fc.double(), { minLength: 2, maxLength: 2 }),
  wholes: fc.array(fc.nat(2 ** 32 - 1), { maxLength: 40 }),
});

describe('packed rows', () => {
  it('gives back what was put in, whatever is written, changed and dropped around it', () => {
    const step = fc.record({ name: fc.nat(8), row: fc.option(rowOf) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const rows = createPackedRows(2);
        const known = new Map<number, { place: number; row: { fractions: number[]; wholes: number[] } }>();
        for (const { name, row } of steps) {
          const before = known.get(name);
          if (row !== null) known.set(name, { place: rows.put(row, before?.place), row });
          else if (before !== undefined) {
            rows.drop(before.place);
            known.delete(name);
          }
          for (const { place, row } of known.values()) {
            const { fractions, wholes } = rows.at(place);
            expect({ fractions: [...fractions], wholes: [...wholes] }).toEqual(row);
            const spot = rows.spotAt(place);
            expect(fractions.every((one, at) => Object.is(one, spot.fractions[spot.fraction + at]))).toBe(
              true,
            );
            expect(wholes.every((one, at) => one === spot.wholes[spot.whole + at])).toBe(true);
          }
        }
      }),
    );
  });

  it('takes rows from their bytes, elsewhere', () => {
    fc.assert(
      fc.property(fc.array(rowOf, { maxLength: 20 }), (all) => {
        const [rows, others] = [createPackedRows(2), createPackedRows(2)];
        others.put({ fractions: [1, 2], wholes: [3] });
        for (const row of all) {
          const { fractions, wholes } = others.at(others.putBytes(rows.bytesAt(rows.put(row))));
          expect({ fractions: [...fractions], wholes: [...wholes] }).toEqual(row);
        }
      }),
    );
    const bytes = createPackedRows(2);
    const one = bytes.bytesAt(bytes.put({ fractions: [1, 2], wholes: [3, 4] }));
    for (const wrong of [one.slice(8), one.slice(0, 8), new Uint8Array()])
      expect(() => createPackedRows(2).putBytes(wrong)).toThrow(RangeError);
  });

  it('uses again the places of rows that were dropped or became longer', () => {
    const rows = createPackedRows(1);
    const put = (length: number, before?: number): number =>
      rows.put({ fractions: [0], wholes: Array.from({ length }, (_, n) => n) }, before);
    const first = put(2);
    const grown = put(20, first);
    expect(grown).not.toBe(first);
    expect(put(3)).toBe(first);
    rows.drop(grown);
    expect(put(19)).toBe(grown);
    expect(put(21, grown)).toBe(grown);
    expect(() => put(1_000_000)).toThrow('too long');
  });
});
