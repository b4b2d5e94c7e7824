/** A number and nothing else, such as `-1,200.5 %`: there is nothing in it to compute. */
const SIGNED_NUMBER = /^[+-]\d+(?:[.,]\d+)* ?%?$/;

/**
 * A line of CSV (RFC 4180). Texts from the Web that a spreadsheet would take for a formula begin with an apostrophe
 * (OWASP, CSV injection); numbers with a sign stay numbers.
 */
export function csvRow(values: readonly (string | number | boolean | undefined)[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}

function cell(value: string | number | boolean | undefined): string {
  if (typeof value !== 'string') return String(value ?? '');
  const safe = /^[=+\-@\t\r]/.test(value) && !SIGNED_NUMBER.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
