import type { ListedTimes } from '../../../model/crawl-event.js';
import type { MetadataSource, Stated } from '../../../model/page-metadata.js';
import { parseUrl } from '../../../support/parse-url.js';
import { endRun } from '../../../support/text/ends.js';
import type { MarkedText, PageMarkup } from './markup.js';

/** The first year of which a page on the Web can be. */
const FIRST_YEAR = 1990;
const DAY = 86_400_000;
/** Longer values, and longer texts, are not dates. */
const LONGEST = { value: 120, text: 2400 } as const;

/** The first letters of the months in the languages of the default backgrounds; the longest of those that fit counts. */
const MONTHS = `jan|ene|gen feb|fev|fév mar|mär|mrz|maa apr|abr|avr may|mai|mag|mei jun|giu|juin
  jul|lug|juil aug|ago|août|aou sep|set oct|okt|ott|out nov dec|dez|dic|déc`.split(/\s+/);

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

/** Statements in which dates are looked for. */
interface DateSources {
  readonly markup: PageMarkup;
  /** Values of a property in the JSON-LD that is the page, and in all. */
  readonly ofPage: (property: string) => readonly string[];
  readonly ofAny: (property: string) => readonly string[];
  readonly url: string;
  /** Time at which it was fetched, ISO 8601, UTC. */
  readonly fetched: string;
  readonly lastModified?: string | undefined;
  readonly listed?: ListedTimes | undefined;
}

/** A source of dates: how far it is to be trusted, and the dates that it has. */
type Reader = readonly [
  source: MetadataSource,
  confidence: number,
  read: (sources: DateSources, fetched: string) => readonly (string | undefined)[],
];

/** Names of meta elements. */
const PUBLISHED_GRAPH =
  /^(?:(?:og:)?article:(?:published_time|published|publish_date|post_date)|og:(?:pubdate|published_time|publish_date|release_date)|(?:og:)?book:release_date)$/;
const PUBLISHED_META =
  /^(?:(?:article[._-])?(?:publi(?:sh(?:ed)?|cation)[._-]?(?:date|time|on)?|pub[._-]?date|date[._-]?publi(?:shed|cation)|date|post[._-]?date|created?(?:[._-]?(?:date|time|on))?|date[._-]?created|creation[._-]?date|original[._-]?date|date[._-]original|release[._-]?date|issue[._-]?date)|item-publish-date|parsely-pub-date|sailthru\.date|(?:citation_|prism\.)(?:publication_?date|online_date|date)|dc(?:terms)?[.:](?:date(?:[.:](?:issued|created))?|issued|created|available)|cxenseparse:(?:recs:)?publishtime|displaydate|mediator_published_time)$/;
const MODIFIED_META =
  /^(?:(?:og:)?article:(?:modified_time|modified|updated_time)|og:(?:updated_time|modified_time)|(?:last[._-]?)?(?:modified|updated)(?:[._-]?(?:date|time|on))?|last[._-]?mod|date[._-]?(?:modified|updated)|(?:update|revision)[._-]?date|dc(?:terms)?[.:](?:modified|date[.:]modified)|revised)$/;

/** Words before a date that say what it is. */
const PUBLISHED_WORDS =
  // recheck-ignore: tried on 120 characters.
  /(?:posted|published|first\s+published|publ\.?|veröffentlicht|publi[ée]|publicado|pubblicato|created|date|dated|on|by\b.{0,80})$/i;
const MODIFIED_WORDS =
  /\b(?:updated?|modified|edited|revised|last\s+(?:change|review)\w*|aktualisiert|mis\s+à\s+jour|actualizado|aggiornato|bijgewerkt)\b/i;
const MODIFIED_MARKS = /modif|updat|revis/;
const PUBLISHED_MARKS = /publi|pub-?date|posted|entry-date|created|dateline|article-?date|post-?date/;

/** Sources of the date of publication, the most trusted first. */
const PUBLISHED: readonly Reader[] = [
  ['json-ld', 0.95, ({ ofPage }, fetched) => inData(ofPage('datePublished'), fetched)],
  ['opengraph', 0.95, ({ markup }, fetched) => inData(metasLike(markup, PUBLISHED_GRAPH), fetched)],
  ['meta', 0.85, ({ markup }, fetched) => inData(metasLike(markup, PUBLISHED_META), fetched)],
  ['time', 0.85, ({ markup }, fetched) => inMarked(times(markup).filter(isCalledPublished), fetched)],
  ['time', 0.7, ({ markup }, fetched) => inMarked(times(markup), fetched)],
  ['url', 0.8, urlDates],
  ['list', 0.85, ({ listed }, fetched) => inData([feedDate(listed?.published)], fetched)],
  ['byline', 0.6, ({ markup }, fetched) => inMarked(bylines(markup), fetched)],
  [
    'json-ld',
    0.6,
    ({ ofAny }, fetched) => inData(['dateCreated', 'datePublished', 'uploadDate'].flatMap(ofAny), fetched),
  ],
];

const MODIFIED: readonly Reader[] = [
  ['json-ld', 0.9, ({ ofPage }, fetched) => inData(ofPage('dateModified'), fetched)],
  ['meta', 0.85, ({ markup }, fetched) => inData(metasLike(markup, MODIFIED_META), fetched)],
  // Of many sitemaps this is when they were made.
  ['list', 0.4, ({ listed }, fetched) => inData([feedDate(listed?.modified)], fetched)],
  ['http', 0.3, ({ lastModified }, fetched) => inData([feedDate(lastModified)], fetched)],
];

/** Date of publication of a page; undefined if nothing states it. */
export const publishedOf = (sources: DateSources): Stated | undefined => first(PUBLISHED, sources);

/** Date of the last change of a page; undefined if nothing states it. */
export const modifiedOf = (sources: DateSources): Stated | undefined => first(MODIFIED, sources);

/** The date of the first source that has one. A month or a year alone is less sure. */
function first(readers: readonly Reader[], sources: DateSources): Stated | undefined {
  for (const [source, sure, read] of readers) {
    const dates = read(sources, sources.fetched).filter((date) => date !== undefined);
    const date = dates.find((one) => one.length >= 10) ?? dates[0];
    if (date === undefined) continue;
    const confidence = sure * (date.length < 10 ? 0.6 : 1);
    return { value: date, source, confidence: Math.round(confidence * 100) / 100 };
  }
  return undefined;
}

const inData = (texts: readonly string[], fetched: string) => texts.map((text) => dateInData(text, fetched));

function inMarked(texts: readonly MarkedText[], fetched: string): readonly (string | undefined)[] {
  return texts.map(({ value, text }) => {
    const date = dateInData(value, fetched);
    return date !== undefined && date.length >= 10 ? date : dateInText(text, fetched);
  });
}

function metasLike({ metas }: PageMarkup, name: RegExp): readonly string[] {
  return metas.filter((meta) => name.test(meta.name)).map(({ content }) => content);
}

const isCalledPublished = ({ marks }: MarkedText): boolean => PUBLISHED_MARKS.test(marks);

function times(markup: PageMarkup): readonly MarkedText[] {
  return markup.marked.filter(
    ({ name, marks, text, isAside }) =>
      !isAside &&
      name === 'time' &&
      (PUBLISHED_MARKS.test(marks) || !MODIFIED_MARKS.test(marks)) &&
      !/^\W*(?:last\s+)?(?:updated|modified)/i.test(text),
  );
}

/** Texts in elements that are called dates, or lines with the author. */
function bylines(markup: PageMarkup): readonly MarkedText[] {
  const dates = markup.marked.filter(
    ({ name, marks, isAside }) => !isAside && name !== 'time' && marks.trim() !== '',
  );
  return [
    ...dates.filter((one) => isCalledPublished(one) || PUBLISHED_WORDS.test(before(one.text))),
    ...dates.filter(({ marks, text }) => !MODIFIED_MARKS.test(marks) && !MODIFIED_WORDS.test(before(text))),
  ];
}

/** The end of what stands before the date in a text, up to its last word. */
function before(text: string): string {
  const whole = text.slice(0, Math.max(0, text.search(/\d/)));
  return whole.slice(0, endRun(whole, /\W/)).slice(-120);
}

/** `/2024/05/17/`, `/2024-05-17-`, `/20240517/` in the address of the page, or in the one that it names as its own. */
function urlDates({ url, markup }: DateSources, fetched: string): readonly (string | undefined)[] {
  const canonical = markup.links.filter(({ rel }) => rel === 'canonical').map(({ href }) => href);
  return [url, ...canonical].map((address) => {
    const path = parseUrl(address, url)?.pathname ?? '';
    const [, year, , month, day] =
      /[/_-]((?:19|20)\d\d)([/_-])(\d{1,2})\2(\d{1,2})(?=[/_.-]|$)/.exec(path) ??
      /\/((?:19|20)\d\d)()(\d\d)(\d\d)(?=[/_-])/.exec(path) ??
      [];
    return year === undefined ? undefined : dateInText(`${year}-${month}-${day}`, fetched);
  });
}

/** Feeds have dates of ISO 8601, and such as those of HTTP. */
function feedDate(text = ''): string {
  if (/^\s*\d{4}/.test(text)) return text;
  const time = Date.parse(text);
  return Number.isNaN(time) ? '' : new Date(time).toISOString();
}
