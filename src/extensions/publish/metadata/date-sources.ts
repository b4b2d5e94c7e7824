import type { ListedTimes } from '../../../model/crawl-event.js';
import type { MetadataSource, Stated } from '../../../model/page-metadata.js';
import { parseUrl } from '../../../support/parse-url.js';
import { dateInData, dateInText, daysBetween, type DateContext, type StatedDate } from './dates.js';
import { isOfThePage, textsOf, type JsonItem } from './json-ld-items.js';
import type { MarkedText, PageMarkup } from './page-markup.js';
import { endRun } from '../../../support/text/ends.js';

/** A date with where it was found. */
interface DateCandidate extends StatedDate {
  readonly source: MetadataSource;
  readonly confidence: number;
}

/** Sources of dates. */
export interface DateSources {
  readonly markup: PageMarkup;
  readonly items: readonly JsonItem[];
  readonly url: string;
  readonly lastModified?: string | undefined;
  readonly listed?: ListedTimes | undefined;
}

type Reader = (sources: DateSources, context: DateContext) => readonly DateCandidate[];

/** Names of meta elements; OpenGraph has those with a colon. */
const PUBLISHED_META =
  /^(?:(?:og:)?article:(?:published_time|published|publish_date|post_date)|og:(?:pubdate|published_time|publish_date|release_date)|(?:og:)?book:release_date|(?:article[._-])?(?:publi(?:sh(?:ed)?|cation)[._-]?(?:date|time|on)?|pub[._-]?date|date[._-]?publi(?:shed|cation)|date|post[._-]?date|created?(?:[._-]?(?:date|time|on))?|date[._-]?created|creation[._-]?date|original[._-]?date|date[._-]original|release[._-]?date|issue[._-]?date)|item-publish-date|parsely-pub-date|sailthru\.date|(?:citation_|prism\.|bepress_citation_|wkhealth_)(?:publication_?date|online_date|date)|dc(?:terms)?[.:](?:date(?:[.:](?:issued|created|x-metadata-available))?|issued|created|available)|cxenseparse:recs:publishtime|cxenseparse:publishtime|rnews:datepublished|gentime|displaydate|lp|article_date_original|pdate|ptime|mediator_published_time|shareaholic:article_published_time|analyticsattributes\.articledate)$/;
const MODIFIED_META =
  /^(?:(?:og:)?article:(?:modified_time|modified|updated_time)|og:(?:updated_time|modified_time)|(?:last[._-]?)?(?:modified|updated)(?:[._-]?(?:date|time|on))?|last[._-]?mod|date[._-]?(?:modified|updated)|(?:update|revision)[._-]?date|dc(?:terms)?[.:](?:modified|date[.:]modified)|article_date_updated|revised|parsely-modified-date|shareaholic:article_modified_time)$/;

/** Words before a date that say what it is. */
const PUBLISHED_WORDS =
  // recheck-ignore: tried on 120 characters.
  /(?:posted|published|first\s+published|publ\.?|veröffentlicht|publi[ée]|publicado|pubblicato|created|date|dated|on|by\b.{0,80})$/i;
const MODIFIED_WORDS =
  /\b(?:updated?|modified|edited|revised|last\s+(?:change|review)\w*|aktualisiert|mis\s+à\s+jour|actualizado|aggiornato|bijgewerkt)\b/i;
/** Words before a date that is not the page's. */
const OTHER_WORDS =
  /\b(?:updated?|modified|edited|revised|last|since|joined|copyright|expires?|until|due|deadline|born|died)\b|©/i;
const MODIFIED_MARKS = /modif|updat|revis/;
const PUBLISHED_MARKS = /publi|pub-?date|posted|entry-date|created|dateline|article-?date|post-?date/;

/** Readers of the date of publication, the most trusted first. */
const PUBLISHED: readonly Reader[] = [
  ({ items }, context) =>
    items
      .filter(isOfThePage)
      .flatMap((item) => inData(textsOf(item['datePublished']), 'json-ld', 0.95, context)),
  (sources, context) => metaDates(sources, PUBLISHED_META, context),
  (sources, context) => timeDates(sources, context),
  (sources, context) => urlDates(sources, context),
  ({ listed }, context) => listDates(listed?.published, 0.85, context),
  (sources, context) => markedDates(sources, context),
  (sources, context) => headingDates(sources, context),
  ({ items }, context) =>
    items.flatMap((item) =>
      inData(
        textsOf(item['dateCreated'] ?? item['datePublished'] ?? item['uploadDate']),
        'json-ld',
        0.6,
        context,
      ),
    ),
];

const MODIFIED: readonly Reader[] = [
  ({ items }, context) =>
    items
      .filter(isOfThePage)
      .flatMap((item) => inData(textsOf(item['dateModified']), 'json-ld', 0.9, context)),
  (sources, context) => metaDates(sources, MODIFIED_META, context),
  ({ markup }, context) =>
    visible(markup)
      .filter(({ marks, text }) => MODIFIED_MARKS.test(marks) || MODIFIED_WORDS.test(text))
      .flatMap((one) => ofMarked(one, one.name === 'time' ? 'time' : 'byline', 0.6, context)),
  // Of many sitemaps this is when they were made.
  ({ listed }, context) => listDates(listed?.modified, 0.4, context),
  ({ lastModified = '' }, context) => inData([httpDate(lastModified)], 'http', 0.3, context),
];

/** Date of publication of a page; undefined if nothing states it. */
export function publishedOf(sources: DateSources, context: DateContext): Stated | undefined {
  return best(PUBLISHED, sources, context);
}

/** Date of the last change of a page; undefined if nothing states it. */
export function modifiedOf(sources: DateSources, context: DateContext): Stated | undefined {
  return best(MODIFIED, sources, context);
}

/**
 * The date of the first reader that has one. Another source that has the same day makes it surer; a day in the address that is
 * another one makes it less sure.
 */
function best(readers: readonly Reader[], sources: DateSources, context: DateContext): Stated | undefined {
  const found = readers.map((read) => read(sources, context)).filter((dates) => dates.length > 0);
  const first = found[0]?.[0];
  if (first === undefined) return undefined;
  const others = found.flat().filter(({ source }) => kindOf(source) !== kindOf(first.source));
  const agrees = others.some(({ value }) => daysBetween(value, first.value) <= 1);
  const inUrl = others.find(({ source }) => source === 'url');
  const disagrees = inUrl !== undefined && daysBetween(inUrl.value, first.value) > 2;
  const own = first.confidence * (first.isAmbiguous && !agrees ? 0.6 : 1) * (disagrees ? 0.7 : 1);
  const confidence = agrees ? own + (1 - own) / 2 : own;
  return { value: first.value, source: first.source, confidence: Math.round(confidence * 100) / 100 };
}

/** Visible text may be found by several readers. */
function kindOf(source: MetadataSource): string {
  return ['time', 'byline', 'text'].includes(source) ? 'visible' : source;
}

function inData(
  texts: readonly string[],
  source: MetadataSource,
  confidence: number,
  context: DateContext,
): readonly DateCandidate[] {
  return texts.flatMap((text) => candidate(dateInData(text, context), source, confidence));
}

function candidate(
  date: StatedDate | undefined,
  source: MetadataSource,
  confidence: number,
): readonly DateCandidate[] {
  if (date === undefined) return [];
  // A month or a year alone is rarely what is wanted.
  return [{ ...date, source, confidence: date.value.length < 10 ? confidence * 0.6 : confidence }];
}

function metaDates({ markup }: DateSources, name: RegExp, context: DateContext): readonly DateCandidate[] {
  const dates = markup.metas
    .filter((meta) => name.test(meta.name))
    .flatMap((meta) => {
      const isGraph = /^(?:og|article|book):/.test(meta.name);
      return inData([meta.content], isGraph ? 'opengraph' : 'meta', isGraph ? 0.95 : 0.85, context);
    });
  return dates.sort(
    (one, other) =>
      Number(other.value.length >= 10) - Number(one.value.length >= 10) || other.confidence - one.confidence,
  );
}

/** Texts outside navigation and lists of other pages: first those behind the heading, then those before it, from the end. */
function visible({ marked, headingAt = 0 }: PageMarkup): readonly MarkedText[] {
  const own = marked.filter(({ isAside }) => !isAside);
  const after = own.filter(({ place }) => place >= headingAt);
  return [...after, ...own.filter(({ place }) => place < headingAt).reverse()];
}

function timeDates({ markup }: DateSources, context: DateContext): readonly DateCandidate[] {
  const times = visible(markup).filter(
    ({ name, marks, text }) =>
      name === 'time' &&
      !(MODIFIED_MARKS.test(marks) && !PUBLISHED_MARKS.test(marks)) &&
      !/^\W*(?:last\s+)?(?:updated|modified)/i.test(text),
  );
  const published = times.filter(({ marks }) => PUBLISHED_MARKS.test(marks));
  return [
    ...published.flatMap((one) => ofMarked(one, 'time', 0.85, context)),
    ...times.flatMap((one) => ofMarked(one, 'time', 0.7, context)),
  ];
}

function ofMarked(
  { value, text }: MarkedText,
  source: MetadataSource,
  confidence: number,
  context: DateContext,
): readonly DateCandidate[] {
  return candidate(withDay(dateInData(value, context)) ?? dateInText(text, context), source, confidence);
}

function withDay(date: StatedDate | undefined): StatedDate | undefined {
  return date !== undefined && date.value.length >= 10 ? date : undefined;
}

/** `/2024/05/17/`, `/2024-05-17-`, `/20240517/` in the address of the page, or in the one that it names as its own. */
function urlDates({ url, markup }: DateSources, context: DateContext): readonly DateCandidate[] {
  const canonical = markup.links
    .filter(({ rel }) => /\b(?:canonical|amphtml)\b/.test(rel))
    .map(({ href }) => href);
  const shared = markup.metas.filter(({ name }) => name === 'og:url').map(({ content }) => content);
  return [url, ...canonical, ...shared].flatMap((address) => {
    const path = parseUrl(address, url)?.pathname ?? '';
    const found =
      /[/_-]((?:19|20)\d\d)([/_-])(\d{1,2})\2(\d{1,2})(?=[/_.-]|$)/.exec(path) ??
      /\/((?:19|20)\d\d)()(\d\d)(\d\d)(?=[/_-])/.exec(path);
    if (found === null) return [];
    const [, year, , month, day] = found;
    return candidate(dateInText(`${year}-${month}-${day}`, context), 'url', 0.8);
  });
}

/** Texts in elements that are called dates, or lines with the author. */
function markedDates({ markup }: DateSources, context: DateContext): readonly DateCandidate[] {
  const dates = visible(markup).filter(({ name, marks }) => name !== 'time' && marks.trim() !== '');
  const published = dates.filter(
    ({ marks, text }) => PUBLISHED_MARKS.test(marks) || PUBLISHED_WORDS.test(before(text)),
  );
  const rest = dates.filter(
    ({ marks, text }) => !MODIFIED_MARKS.test(marks) && !MODIFIED_WORDS.test(before(text)),
  );
  return [...published, ...rest].flatMap((one) => ofMarked(one, 'byline', 0.6, context));
}

/** Characters before a date that may say what it is. */
const MAX_BEFORE = 120;

/** The end of what stands before the date in a text, up to its last word. */
function before(text: string): string {
  const whole = text.slice(0, Math.max(0, text.search(/\d/)));
  return whole.slice(0, endRun(whole, /\W/)).slice(-MAX_BEFORE);
}

/** Characters behind the heading in which the date is looked for. */
const NEAR = 1_500;
/** A longer text is a paragraph, in which a date may be of anything. */
const SHORT = 120;

/** Beginning of a report: `Feb. 23, 2015 -- …` */
const DATELINE = /^[^–—:]{6,40}?\d{4}\s*(?:--|[–—:|])/;

/** A short text behind the heading with a date, or one that begins with a date. */
function headingDates({ markup }: DateSources, context: DateContext): readonly DateCandidate[] {
  const { headingAt, afterHeading } = markup;
  if (headingAt === undefined) return [];
  return afterHeading
    .map(({ text, place }) =>
      text.length <= SHORT && place - headingAt < NEAR ? text : (DATELINE.exec(text)?.[0] ?? ''),
    )
    .filter((text) => !OTHER_WORDS.test(before(text)))
    .flatMap((text) => candidate(dateInText(text, context), 'text', 0.4));
}

/** Feeds have dates of ISO 8601, and such as those of HTTP. */
function listDates(
  text: string | undefined,
  confidence: number,
  context: DateContext,
): readonly DateCandidate[] {
  return text === undefined
    ? []
    : inData([/^\s*\d{4}/.test(text) ? text : httpDate(text)], 'list', confidence, context);
}

function httpDate(text: string): string {
  const time = Date.parse(text);
  return Number.isNaN(time) ? '' : new Date(time).toISOString();
}
