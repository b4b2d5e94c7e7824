/** The first year of which a page on the Web can be. */
const FIRST_YEAR = 1990;
const DAY = 86_400_000;
/** Longer values, and longer texts, are not dates. */
const LONGEST = { value: 120, text: 2400 } as const;

/** The first letters of the months in the languages of the default backgrounds; the longest of those that fit counts. */
const MONTHS = [
  'jan|ene|gen',
  'feb|fev|fév',
  'mar|mär|mrz|maa',
  'apr|abr|avr',
  'may|mai|mag|mei',
  'jun|giu|juin',
  'jul|lug|juil',
  'aug|ago|août|aou',
  'sep|set',
  'oct|okt|ott|out',
  'nov',
  'dec|dez|dic|déc',
];
const MONTH_NAME = `(${MONTHS.join('|')})[\\p{L}]{0,8}`;
const YEAR = '((?:19|20)\\d\\d)';

const ISO =
  /(?<!\d)((?:19|20)\d\d)([-/.])(\d{1,2})\2(\d{1,2})(?!\d)(?:(?:[T ]|\s+at\s+)(\d\d):(\d\d)(?::(\d\d))?(?:[.,]\d{1,9})?\s?(Z|[+-]\d\d:?\d\d)?)?/i;
const PACKED = /^((?:19|20)\d\d)(\d\d)(\d\d)(?:\d{4}|\d{6})?$/;
const MONTH_FIRST = new RegExp(
  `(?<![\\p{L}\\d])${MONTH_NAME}\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+${YEAR}(?!\\d)`,
  'iu',
);
const DAY_FIRST = new RegExp(
  `(?<!\\d)(\\d{1,2})(?:st|nd|rd|th|er|\\.|º)?[\\s-]+(?:of\\s+|de\\s+)?${MONTH_NAME}\\.?,?[\\s-]+(?:de\\s+)?${YEAR}(?!\\d)`,
  'iu',
);
const NUMERIC = /(?<![\d/.-])(\d{1,2})([/.-])(\d{1,2})\2((?:19|20)\d\d)(?![\d/-]|\.\d)/;
const MONTH_OR_YEAR = /^((?:19|20)\d\d)(?:[-/](\d\d))?$/;
const EPOCH = /^(\d{10})(\d{3})?$/;

/**
 * The date in a text of a person: the first one that has a day.
 * @param fetched time at which the page was fetched, ISO 8601, UTC; later dates, but for the next day, are refused
 * @returns ISO 8601: `2024-05-17T09:30:00+02:00` where a time with its zone is stated, else `2024-05-17`, `2024-05` or `2024`;
 *   undefined where there is none, or none that a page can have
 */
export function dateInText(text: string, fetched: string): string | undefined {
  if (text.length > LONGEST.text) return undefined;
  const [, year, , month, day, hours, minutes, seconds = '00', zone] = ISO.exec(text) ?? [];
  const date = dayOf(year, month, day, fetched);
  if (date !== undefined && zone !== undefined)
    return withTime(date, `${hours}:${minutes}:${seconds}`, zone, fetched);
  if (date !== undefined) return date;
  const named = MONTH_FIRST.exec(text);
  if (named !== null) return dayOf(named[3], monthNumber(named[1]), named[2], fetched);
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst !== null) return dayOf(dayFirst[3], monthNumber(dayFirst[2]), dayFirst[1], fetched);
  return ofNumbers(NUMERIC.exec(text), fetched);
}

/** The date in a value for machines, which may be a month, a year, or the seconds since 1970. */
export function dateInData(value: string, fetched: string): string | undefined {
  const text = value.trim();
  if (text === '' || text.length > LONGEST.value) return undefined;
  const epoch = EPOCH.exec(text);
  if (epoch !== null) return possible(new Date(Number(epoch[1]) * 1000).toISOString(), fetched);
  const packed = PACKED.exec(text);
  if (packed !== null) return dayOf(packed[1], packed[2], packed[3], fetched);
  const month = MONTH_OR_YEAR.exec(text);
  if (month !== null) return possible(month.slice(1).filter(Boolean).join('-'), fetched);
  return dateInText(text, fetched);
}

/** Numbers alone: with points the day comes first; otherwise one of them has to be no month: 01/02/2024 may be either. */
function ofNumbers(numbers: RegExpExecArray | null, fetched: string): string | undefined {
  if (numbers === null) return undefined;
  const [, first = '', separator, second = '', year] = numbers;
  const isMonth = (number: string): boolean => Number(number) <= 12;
  if (separator !== '.' && isMonth(first) && isMonth(second) && first !== second) return undefined;
  return isMonth(second) ? dayOf(year, second, first, fetched) : dayOf(year, first, second, fetched);
}

function monthNumber(name = ''): string {
  return String(1 + MONTHS.findIndex((names) => names.split('|').includes(name.toLowerCase())));
}

function dayOf(year = '', month = '', day = '', fetched: string): string | undefined {
  const value = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${value}T00:00:00Z`);
  // 31 February would become a day of March.
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(value)) return undefined;
  return possible(value, fetched);
}

function withTime(date: string, time: string, zone: string, fetched: string): string {
  const offset = zone.toUpperCase() === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  const value = `${date}T${time}${offset}`;
  return Number.isNaN(Date.parse(value)) ? date : (possible(value, fetched) ?? date);
}

/** @param value ISO 8601 */
function possible(value: string, fetched: string): string | undefined {
  if (Number(value.slice(0, 4)) < FIRST_YEAR) return undefined;
  // A page from where it is already tomorrow.
  if (Date.parse(value) > Date.parse(fetched) + DAY) return undefined;
  return value.replace(/\.\d+Z$/, 'Z');
}

/** Days between two dates; infinite where one of them has no day. */
export function daysBetween(one: string, other: string): number {
  if (one.length < 10 || other.length < 10) return Number.POSITIVE_INFINITY;
  return Math.abs(Date.parse(one.slice(0, 10)) - Date.parse(other.slice(0, 10))) / DAY;
}
