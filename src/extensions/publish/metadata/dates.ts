/** A date as a page states it. */
export interface StatedDate {
  /** ISO 8601: `2024-05-17T09:30:00+02:00` where a time with its zone is stated, else `2024-05-17`, `2024-05` or `2024`. */
  readonly value: string;
  /** True if day and month could change places: 01/02/2024. */
  readonly isAmbiguous: boolean;
}

/** Which dates can be those of a page, and how they are read. */
export interface DateContext {
  /** Time at which the page was fetched, ISO 8601, UTC. Later dates, but for the next day, are refused. */
  readonly fetched: string;
  /** True if the month comes first in `5/17/2024`, where it is not certain. */
  readonly monthFirst: boolean;
}

/** The first year of which a page on the Web can be. */
const FIRST_YEAR = 1990;
const DAY = 86_400_000;
/** Longer texts are not dates. */
const LONGEST = 120;

/** The first letters of the months in the languages of the default backgrounds; the longest of those that fit counts. */
const MONTHS: readonly string[] = [
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
const DAY_NUMBER = '(\\d{1,2})';

const ISO =
  /(?<!\d)((?:19|20)\d\d)([-/.])(\d{1,2})\2(\d{1,2})(?!\d)(?:(?:[T ]|\s+at\s+)(\d\d):(\d\d)(?::(\d\d))?(?:[.,]\d{1,9})?\s?(Z|[+-]\d\d:?\d\d)?)?/i;
const PACKED = /^((?:19|20)\d\d)(\d\d)(\d\d)(?:\d{4}|\d{6})?$/;
const MONTH_FIRST = new RegExp(
  `(?<![\\p{L}\\d])${MONTH_NAME}\\.?\\s+${DAY_NUMBER}(?:st|nd|rd|th)?,?\\s+${YEAR}(?!\\d)`,
  'iu',
);
const DAY_FIRST = new RegExp(
  `(?<!\\d)${DAY_NUMBER}(?:st|nd|rd|th|er|\\.|º)?[\\s-]+(?:of\\s+|de\\s+)?${MONTH_NAME}\\.?,?[\\s-]+(?:de\\s+)?${YEAR}(?!\\d)`,
  'iu',
);
const NUMERIC = /(?<![\d/.-])(\d{1,2})([/.-])(\d{1,2})\2((?:19|20)\d\d)(?![\d/-]|\.\d)/;
const YEAR_MONTH = /^((?:19|20)\d\d)[-/](\d\d)$/;
const YEAR_ALONE = /^((?:19|20)\d\d)$/;
const EPOCH = /^(\d{10})(\d{3})?$/;

/** The date in a text of a person: the first one that has a day; undefined where there is none, or none that a page can have. */
export function dateInText(text: string, context: DateContext): StatedDate | undefined {
  if (text.length > LONGEST * 20) return undefined;
  return withDay(text, context);
}

/** The date in a value for machines, which may be a month, a year, or the seconds since 1970. */
export function dateInData(value: string, context: DateContext): StatedDate | undefined {
  const text = value.trim();
  if (text === '' || text.length > LONGEST) return undefined;
  const epoch = EPOCH.exec(text);
  if (epoch !== null) return possible(new Date(Number(epoch[1]) * 1000).toISOString(), context);
  const packed = PACKED.exec(text);
  if (packed !== null) return dayOf(packed[1], packed[2], packed[3], context);
  const month = YEAR_MONTH.exec(text) ?? YEAR_ALONE.exec(text);
  return month === null
    ? withDay(text, context)
    : possible(month.slice(1).filter(Boolean).join('-'), context);
}

function withDay(text: string, context: DateContext): StatedDate | undefined {
  const iso = ISO.exec(text);
  if (iso !== null) {
    const [, year, , month, day, hours, minutes, seconds = '00', zone] = iso;
    const date = dayOf(year, month, day, context);
    if (date !== undefined && zone !== undefined)
      return withTime(date, `${hours}:${minutes}:${seconds}`, zone, context);
    if (date !== undefined) return date;
  }
  const named = MONTH_FIRST.exec(text);
  if (named !== null) return dayOf(named[3], monthNumber(named[1]), named[2], context);
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst !== null) return dayOf(dayFirst[3], monthNumber(dayFirst[2]), dayFirst[1], context);
  const numeric = NUMERIC.exec(text);
  return numeric === null ? undefined : ofNumbers(numeric, context);
}

/** Numbers alone: with points the day comes first; otherwise where one of them is no month, the other is. */
function ofNumbers(
  [, first = '', separator, second = '', year]: RegExpExecArray,
  context: DateContext,
): StatedDate | undefined {
  const canSwap = Number(first) <= 12 && Number(second) <= 12 && first !== second;
  const isMonthFirst = Number(second) > 12 || (canSwap && separator !== '.' && context.monthFirst);
  const [month, day] = isMonthFirst ? [first, second] : [second, first];
  const date = dayOf(year, month, day, context);
  return date && { ...date, isAmbiguous: canSwap && separator !== '.' };
}

function monthNumber(name = ''): string {
  const place = MONTHS.findIndex((names) => names.split('|').some((one) => name.toLowerCase() === one));
  return String(place + 1);
}

function dayOf(year = '', month = '', day = '', context: DateContext): StatedDate | undefined {
  const value = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${value}T00:00:00Z`);
  // 31 February would become a day of March.
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(value)) return undefined;
  return possible(value, context);
}

function withTime(date: StatedDate, time: string, zone: string, context: DateContext): StatedDate {
  const offset = zone.toUpperCase() === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  const value = `${date.value}T${time}${offset}`;
  return Number.isNaN(Date.parse(value)) ? date : (possible(value, context) ?? date);
}

/** @param value ISO 8601 */
function possible(value: string, { fetched }: DateContext): StatedDate | undefined {
  if (Number(value.slice(0, 4)) < FIRST_YEAR) return undefined;
  // A page from where it is already tomorrow.
  if (Date.parse(value) > Date.parse(fetched) + DAY) return undefined;
  return { value: value.replace(/\.\d+Z$/, 'Z'), isAmbiguous: false };
}

/** Days between two dates; infinite where one of them has no day. */
export function daysBetween(one: string, other: string): number {
  if (one.length < 10 || other.length < 10) return Number.POSITIVE_INFINITY;
  return Math.abs(Date.parse(one.slice(0, 10)) - Date.parse(other.slice(0, 10))) / DAY;
}

/** Hosts of these countries write the month first. */
const MONTH_FIRST_LANGUAGES = /^en(?:-(?:us|ph|ca))?$/i;
const DAY_FIRST_HOSTS = /\.(?:uk|au|nz|ie|in|za|sg|hk|my|ng|ke|pk)$/i;

/** True if pages in a language, at a host, write the month first. */
export function writesMonthFirst(language: string | undefined, host: string): boolean {
  if (language !== undefined && !MONTH_FIRST_LANGUAGES.test(language)) return false;
  return !DAY_FIRST_HOSTS.test(host);
}
