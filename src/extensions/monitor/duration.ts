const DAYS: Readonly<Record<string, number>> = { s: 1 / 86_400, m: 1 / 1440, h: 1 / 24, d: 1, w: 7 };
const FORM = /^\s*(\d{1,6}(?:\.\d{1,6})?)\s*([smhdw])\s*$/;

/** The days of a duration such as `90m`, `6h`, `1.5d` or `2w`; undefined for anything else, and for none. */
export function readDays(text: string): number | undefined {
  const [, number, unit = ''] = FORM.exec(text) ?? [];
  const days = Number(number) * (DAYS[unit] ?? NaN);
  return days > 0 ? days : undefined;
}
