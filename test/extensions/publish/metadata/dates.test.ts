import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { dateInData, dateInText } from '../../../../src/extensions/publish/metadata/date-sources.js';
import { anyText } from '../../../support/any-text.js';

const context = '2025-06-01T12:00:00Z';

describe('dateInText', () => {
  it.each([
    ['May 17, 2024', '2024-05-17'],
    ['Posted on Sept. 3rd, 2019 by Ann', '2019-09-03'],
    ['17th of May, 2024', '2024-05-17'],
    ['3 de março de 2021', '2021-03-03'],
    ['le 1er août 2020', '2020-08-01'],
    ['2024-05-17T09:30:00+0200', '2024-05-17T09:30:00+02:00'],
    ['2024-05-17 09:30', '2024-05-17'],
    ['19.01.2020', '2020-01-19'],
    ['5/17/2024', '2024-05-17'],
    ['17/5/2024', '2024-05-17'],
  ])('reads %s', (text, value) => {
    expect(dateInText(text, context)).toBe(value);
  });

  it('has none where day and month could change places', () => {
    expect(dateInText('01/02/2024', context)).toBeUndefined();
    expect(dateInText('02/02/2024', context)).toBe('2024-02-02');
  });

  it.each([
    ['in the future', '2025-06-03'],
    ['before the Web', '1989-12-31'],
    ['that no month has', '2024-02-30'],
    ['without a day', 'May 2024'],
    ['that is a version', '1.2.2024.3'],
    ['that is a number', '120240517'],
  ])('refuses a date %s', (_, text) => {
    expect(dateInText(text, context)).toBeUndefined();
  });

  it('takes the next day, for pages from where it is tomorrow', () => {
    expect(dateInText('2025-06-02', context)).toBe('2025-06-02');
  });
});

describe('dateInData', () => {
  it.each([
    ['20240517', '2024-05-17'],
    ['2024-05', '2024-05'],
    ['1574250577003', '2019-11-20T11:49:37Z'],
    ['Tue Nov 19 2019 03:05:46 GMT+0000', '2019-11-19'],
  ])('reads %s', (text, value) => {
    expect(dateInData(text, context)).toBe(value);
  });

  it('gives a date that was possible, or nothing, for any text', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        const value = dateInData(text, context);
        return value === undefined || !Number.isNaN(Date.parse(value));
      }),
    );
  });
});
