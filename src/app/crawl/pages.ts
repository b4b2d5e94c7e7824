import { checkSettings } from '../settings/resolve.js';
import { pagesFields, type PagesSettings } from '../settings/pages-settings.js';
import type { PagesOptions } from '../settings/settings.js';
import type { CorpusDocument } from '../../model/document.js';
import { crawlDescribed, readAcceptedPages } from './accepted-pages.js';
import { urlPattern } from '../../crawling/urls/url-patterns.js';
import { InputError } from '../../model/errors.js';
import type { CrawlEvent } from '../../model/crawl-event.js';
import type { PageReading } from '../../model/page-reading.js';
import type { Judgement } from '../../model/topic.js';
import { checkArguments } from '../../support/check-arguments.js';
import { PARTS } from '../../judging/parts.js';
import type { PageMetadata } from '../../model/page-metadata.js';
import { given } from '../../support/given.js';
import { licenceName } from '../../web/page/licences.js';
import { acceptingTopics, bestOfTopics } from '../../model/topic-judgements.js';

/** Metadata of the pages of a crawl. */
export interface MetadataOfPages {
  /** Undefined where the page is not there. */
  of(event: CrawlEvent): Promise<PageMetadata | undefined>;
}

/** An accepted page of a crawl as it is handed on: the names of its fields are those that corpora of JSON lines have. */
export interface AcceptedPage {
  /** The address under which the crawl knew it. */
  readonly id: string;
  /** The address after redirects. */
  readonly url: string;
  readonly title: string;
  /** Its main text without the title, Unicode NFC, paragraphs separated by an empty line. */
  readonly text: string;
  /** BCP 47, where it could be detected. */
  readonly language?: string;
  /** The topic that it was accepted for; of several the best of those that were asked for. */
  readonly topic: string;
  /** All topics that it was accepted for, in a crawl for several. */
  readonly topics?: readonly string[];
  /** By the topic. */
  readonly classifier: string;
  readonly score: number;
  /** Date of publication, by its own statement: ISO 8601, a date or a time with its zone. */
  readonly published?: string;
  /** Date of the last change, by its own statement. */
  readonly modified?: string;
  readonly authors?: readonly string[];
  /** Name of its site. */
  readonly site?: string;
  /** Description in its own words. */
  readonly description?: string;
  /** The concepts that it is about, the strongest first, where its topic has a vocabulary. */
  readonly subjects?: readonly string[];
  /** The IRIs of these concepts, in the same order. */
  readonly subjectIris?: readonly string[];
  /** The licences that it names: those of Creative Commons as `CC BY-SA 4.0`, others as addresses. */
  readonly licences?: readonly string[];
  /** Time at which it was fetched and judged, ISO 8601, UTC. */
  readonly fetched: string;
  /** SHA-256 of its body, hexadecimal. */
  readonly checksum?: string;
  /**
   * Origin of text and links, if not the HTML of the page: data in it, what its scripts made of it, or a document
   * of this kind.
   */
  readonly readFrom?: Exclude<PageReading['from'], 'html'>;
  /** Links away from a seed. */
  readonly depth: number;
  /** The page on which the link to it was found. */
  readonly referrer?: string;
  /** IRI of the crawl. */
  readonly crawl: string;
}

/** Which pages are wanted. */
export type PagesSelection = Partial<
  Pick<PagesSettings, 'minScore' | 'maxPages' | 'topic' | 'licence' | 'since'>
>;

/** An accepted page with the event that it is made of. */
export interface PageWithEvent {
  readonly page: AcceptedPage;
  readonly event: CrawlEvent;
  /** Statements about itself, with sources; absent if it was not read, or the page is not there. */
  readonly metadata?: PageMetadata;
}

/** Parts of pages that are read. */
export interface PagesReading {
  /** True if what they say of themselves (date, authors, site, description) is read as well, which parses their HTML. */
  readonly metadata?: boolean;
}

/**
 * The accepted pages of a crawl in the order in which they were fetched, one at a time.
 * @param warn hears of pages whose text is not there or empty
 * @throws UsageError for settings; InputError when the folder is not of a crawl
 */
export async function* acceptedPages(
  out: string,
  options: PagesOptions = {},
  warn: (message: string) => void = () => undefined,
  reading: PagesReading = { metadata: true },
): AsyncGenerator<AcceptedPage> {
  checkArguments('acceptedPages', {
    out: [out, 'string'],
    options: [options, 'object'],
    warn: [warn, 'function'],
  });
  const settings = checkSettings(pagesFields, options);
  for await (const { page } of pagesWithEvents(out, settings, warn, reading)) yield page;
}

/** The same with the event of each. @throws InputError when the folder is not of a crawl */
export async function* pagesWithEvents(
  out: string,
  selection: PagesSelection,
  warn: (message: string) => void,
  reading: PagesReading = {},
): AsyncGenerator<PageWithEvent> {
  const isRead = reading.metadata === true || selection.since !== undefined;
  const metadata = isRead ? (await PARTS.openMetadata())(out) : undefined;
  yield* selectedPages(out, selection, warn, metadata);
}

async function* selectedPages(
  out: string,
  { minScore = -Infinity, maxPages = Infinity, topic: asked = [], licence, since }: PagesSelection,
  warn: (message: string) => void,
  pages: MetadataOfPages | undefined,
): AsyncGenerator<PageWithEvent> {
  const fits = licenceFilter(licence);
  const { crawl, topics } = await crawlDescribed(out);
  const wanted = [asked].flat();
  refuseOtherTopics(out, topics, wanted);
  let count = 0;
  for await (const { event, item } of readAcceptedPages(out)) {
    const judgement = judgementFor(event, wanted);
    if (judgement === undefined || judgement.score < minScore) continue;
    if (!isLicensed(event, fits)) continue;
    if (item.kind === 'problem') {
      warn(`${item.problem.where}: ${item.problem.message}`);
      continue;
    }
    const metadata = await pages?.of(event);
    if (since !== undefined && !isSince(metadata, since)) continue;
    const { classifier, score, topic = topics.join(', ') } = judgement;
    const page = toPage(event, item.document, { topic, classifier, score, crawl }, metadata);
    yield { page, event, metadata };
    count += 1;
    if (count >= maxPages) return;
  }
}

/** True if a page says that it was published then or later. A year alone is before each of its days. */
function isSince(metadata: PageMetadata | undefined, since: string): boolean {
  return (metadata?.published?.value ?? '') >= since;
}

/** The order of the members is that of the formats in which pages are written. */
function toPage(
  event: CrawlEvent,
  { title, text, language, sourceUrl = event.url }: CorpusDocument,
  { topic, classifier, score, crawl }: Pick<AcceptedPage, 'topic' | 'classifier' | 'score' | 'crawl'>,
  metadata: PageMetadata | undefined,
): AcceptedPage {
  const { url, time, checksum, depth, referrer, reading } = event;
  return {
    ...{ id: url, url: sourceUrl, title, text, language, topic, ...topicsOf(event), classifier, score },
    ...statedBy(metadata),
    ...subjectsOf(event),
    ...licencesOf(event),
    ...{ fetched: time, checksum, readFrom: sourceOf(reading), depth, referrer, crawl },
  };
}

function subjectsOf({ subjects = [] }: CrawlEvent): Pick<AcceptedPage, 'subjects' | 'subjectIris'> {
  if (subjects.length === 0) return {};
  return { subjects: subjects.map(({ label }) => label), subjectIris: subjects.map(({ iri }) => iri) };
}

function statedBy({ published, modified, authors, site, description }: PageMetadata = {}): Pick<
  AcceptedPage,
  'published' | 'modified' | 'authors' | 'site' | 'description'
> {
  return given({
    published: published?.value,
    modified: modified?.value,
    authors: authors?.value,
    site: site?.value,
    description: description?.value,
  });
}

/** Why a selection has no pages, in a sentence. @throws InputError when the folder is not of a crawl */
export async function whyNoPages(out: string, selection: PagesSelection): Promise<string> {
  const { topic, minScore, licence, since } = selection;
  const pages = async (some: PagesSelection): Promise<readonly AcceptedPage[]> => {
    const found: AcceptedPage[] = [];
    for await (const { page } of pagesWithEvents(out, some, () => undefined))
      // Without the texts, of which there may be many.
      found.push({ ...page, text: '' });
    return found;
  };
  const all = await pages({});
  if (all.length === 0) return `no accepted page in ${out}`;
  const dated = since === undefined ? [] : await pages({ topic, minScore, licence });
  if (since !== undefined && dated.length > 0) return noneSince(since, await withDates(out, dated));
  const chosen = licence === undefined ? [] : await pages({ topic, minScore });
  if (licence !== undefined && chosen.length > 0) return noLicence(licence, chosen);
  const best = (await pages({ topic })).reduce((most, { score }) => Math.max(most, score), -Infinity);
  return minScore === undefined || best === -Infinity
    ? `none of the ${all.length} accepted pages in ${out} can be read, or fits the topic`
    : `no accepted page in ${out} has a score of at least ${minScore}; the highest is ${best.toPrecision(3)}`;
}

/** Dates of publication of pages, as far as they state one. */
async function withDates(
  out: string,
  pages: readonly AcceptedPage[],
): Promise<readonly (string | undefined)[]> {
  const wanted = new Set(pages.map(({ id }) => id));
  const dates: (string | undefined)[] = [];
  for await (const { page } of pagesWithEvents(out, {}, () => undefined, { metadata: true }))
    if (wanted.has(page.id)) dates.push(page.published);
  return dates;
}

function noneSince(since: string, dates: readonly (string | undefined)[]): string {
  const known = dates.filter((date) => date !== undefined).sort();
  const latest = known.at(-1);
  const rest = `${dates.length - known.length} of ${dates.length} pages state no date`;
  return latest === undefined
    ? `no accepted page states when it was published: ${rest}`
    : `no accepted page was published since ${since}; the latest is of ${latest.slice(0, 10)}; ${rest}`;
}

/** Licences that are named. */
const MAX_LICENCES = 10;

/** Names the licences that there are, those of most pages first. */
function noLicence(pattern: string, pages: readonly AcceptedPage[]): string {
  const counts = new Map<string, number>();
  for (const { licences = [] } of pages)
    for (const one of licences) counts.set(one, (counts.get(one) ?? 0) + 1);
  const none = pages.filter(({ licences = [] }) => licences.length === 0).length;
  const listed = [...counts].sort(([, a], [, b]) => b - a).map(([name, count]) => `${name} (${count})`);
  const others = listed.length - MAX_LICENCES;
  const named = [...listed.slice(0, MAX_LICENCES), ...(others > 0 ? [`${others} more`] : [])];
  const there = named.length === 0 ? '' : `; there are: ${named.join(', ')}`;
  return `no accepted page names a licence that fits '${pattern}'${there}; ${none} of ${pages.length} pages name none`;
}

function licencesOf({ rights }: CrawlEvent): Pick<AcceptedPage, 'licences'> {
  return { licences: rights?.licences?.map((address) => licenceName(address) ?? address) };
}

function licenceFilter(pattern: string | undefined): ((licence: string) => boolean) | undefined {
  return pattern === undefined ? undefined : urlPattern(pattern);
}

/** True if a page has a licence whose name or address fits. */
function isLicensed({ rights }: CrawlEvent, fits: ((licence: string) => boolean) | undefined): boolean {
  if (fits === undefined) return true;
  return (rights?.licences ?? []).some((address) => fits(address) || fits(licenceName(address) ?? ''));
}

/** @throws InputError for a topic that the crawl does not have */
function refuseOtherTopics(out: string, topics: readonly string[], wanted: readonly string[]): void {
  const unknown = wanted.filter((topic) => !topics.includes(topic));
  if (unknown.length === 0) return;
  throw new InputError(`the crawl in ${out} is not about '${unknown.join("', '")}'`, {
    hint: `its topics are: ${topics.join(', ')}`,
  });
}

/** The best judgement of an accepted page by the topics that are wanted; undefined where none of them accepts it. */
function judgementFor({ judgement }: CrawlEvent, wanted: readonly string[]): Judgement | undefined {
  if (judgement?.topics === undefined || wanted.length === 0) return judgement;
  const accepting = judgement.topics.filter(({ topic, accepted }) => accepted && wanted.includes(topic));
  return accepting.length === 0 ? undefined : bestOfTopics(accepting);
}

function sourceOf(reading: CrawlEvent['reading']): AcceptedPage['readFrom'] {
  return reading?.from === 'html' ? undefined : reading?.from;
}

function topicsOf({ judgement }: CrawlEvent): Pick<AcceptedPage, 'topics'> {
  return judgement?.topics === undefined ? {} : { topics: acceptingTopics(judgement) };
}
