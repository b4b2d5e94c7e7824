import { expect, it } from '@jest/globals';
import { csvRow } from '../../../src/support/text/csv-row.js';

it('quotes what parts cells', () => {
  expect(csvRow(['a,b', 'c"d', 'e\nf', 'g', 1.5, true, undefined])).toBe(
    '"a,b","c""d","e\nf",g,1.5,true,\r\n',
  );
});

it.each(['=1+1', '+1+1', '-1+1', '@SUM(A1)', '\tx', '-', '--5', '-5*2', '-5%%', '+A1', '-1,200.', '-5\n=1'])(
  'does not let a spreadsheet take %j for a formula',
  (text) => {
    expect(csvRow([text]).replace(/^"/, '')).toMatch(/^'/);
  },
);

it.each(['-5', '+5', '-0.7', '-1200.50', '-12 %', '-12%'])('leaves the number %s as it is', (text) => {
  expect(csvRow([text])).toBe(`${text}\r\n`);
});

it('leaves a number with commas as it is', () => {
  expect(csvRow(['-1,200.5'])).toBe('"-1,200.5"\r\n');
});
