import { jsonrepair } from 'jsonrepair';
import type { FeatureModule } from '../../../app/crawl/feature-module.js';
import type { MetadataOfPages } from '../../../app/crawl/pages.js';
import { isTimeSimulated } from '../../../app/crawl/setup/network.js';
import { fetchTime } from '../../../support/time/fetch-time.js';
import type { DescribedResponse } from '../../../crawling/engine/feature.js';
import { openPageSource } from '../../../crawling/store/page-source.js';
import type { ListedTimes } from '../../../model/crawl-event.js';
import { messageOf } from '../../../model/errors.js';
import type { MetadataSource, PageMetadata, Stated } from '../../../model/page-metadata.js';
import { given } from '../../../support/given.js';
import { parseJson } from '../../../support/parse-json.js';
import { parseUrl } from '../../../support/parse-url.js';
import { licenceAddress } from '../../../web/page/rights.js';
import { languageTag } from '../../../web/page/metadata.js';
import { markupOf } from '../../../web/page/reader.js';
import { collapseWhitespace } from '../../../web/page/whitespace.js';
import { modifiedOf, publishedOf } from './date-sources.js';
import { readMarkup, type PageMarkup } from './markup.js';

/** Reads what accepted pages say of themselves while they are crawled. A page that cannot be read has none in its event. */
export const pageDescriptions: FeatureModule = {
  open: (settings, { logger }) => ({
    name: 'page-data',
    begin: () => ({
      describe({ event, body }) {
        try {
          return { metadata: metadataOfPage(event, body, isTimeSimulated(settings)) };
        } catch (thrown) {
          logger.warn(`${event.url}: what the page says of itself was not read: ${messageOf(thrown)}`);
          return {};
        }
      },
    }),
  }),
};

/** The metadata of the pages of a crawl: as the crawl kept them, else read out of the pages. @param isSimulated if its times are */
export function openMetadata(folder: string, isSimulated = false): MetadataOfPages {
  const pages = openPageSource(folder);
  return {
    of: async (event) => {
      if (event.metadata !== undefined) return event.metadata;
      const body = await pages.bodyOf(event);
      return body && metadataOfPage(event, body, isSimulated);
    },
  };
}

/** The metadata of a page. Of the response, its event keeps `Last-Modified` and licences, and of lists that named it their times. */
export function metadataOfPage(
  event: DescribedResponse['event'],
  body: Uint8Array,
  isSimulated = false,
): PageMetadata {
  const { url, finalUrl = url, contentType = '', validators, rights, listed } = event;
  const fetched = fetchTime(event, isSimulated) ?? new Date().toISOString();
  const { lastModified } = validators ?? {};
  const markup = readMarkup(markupOf(body, contentType));
  const metadata = metadataOf(markup, { url: finalUrl, fetched, ...given({ lastModified, listed }) });
  const [value] = rights?.licences ?? [];
  return { ...(value && { licence: { value, source: 'http', confidence: 0.8 } }), ...metadata };
}

/** Facts about a page besides its markup. */
export interface PageFacts {
  /** After redirects. */
  readonly url: string;
  /** Time at which it was fetched, ISO 8601, UTC; later dates are not true. */
  readonly fetched: string;
  /** `Last-Modified` of its response. */
  readonly lastModified?: string | undefined;
  /** Times that a feed or sitemap states of it. */
  readonly listed?: ListedTimes;
}

/** Longer names are sentences. */
const LONGEST_NAME = 80;
const MAX_AUTHORS = 20;
const LONGEST_TEXT = 1_000;

/** Texts of one source, in the order of preference. */
type Candidate = readonly [source: MetadataSource, confidence: number, texts: readonly string[]];

/**
 * Statements of a page about itself: of each thing the first source that states it, in the order of JSON-LD, OpenGraph, meta
 * elements and the response.
 */
export function metadataOf(
  markup: PageMarkup,
  { url, lastModified, fetched, listed }: PageFacts,
): PageMetadata {
  const graph = jsonItems(markup.data);
  const { items } = graph;
  const own = items.filter((item) => rankOf(item) < OF_THE_PAGE.length);
  const ofPage = (property: string, names?: readonly string[]): readonly string[] =>
    own.flatMap((item) => textsOf(item[property], names, graph.byId));
  const ofAny = (property: string): readonly string[] =>
    items.flatMap((item) => textsOf(item[property], undefined, graph.byId));
  const metas = (names: string): readonly string[] =>
    names.split(' ').flatMap((wanted) => {
      return markup.metas.flatMap(({ name, content }) => (name === wanted ? [content] : []));
    });
  const sources = { markup, ofPage, ofAny, url, fetched, lastModified, listed };
  const base = parseUrl(markup.base, url)?.href ?? url;
  const licences = markup.links.filter(({ rel }) => rel.split(/\s+/).includes('license'));
  const rights = metas('dcterms.license dc.rights dcterms.rights').filter((text) => /^https?:/i.test(text));
  const authors: readonly Candidate[] = [
    ['json-ld', 0.95, names([...ofPage('author'), ...ofPage('creator')])],
    ['meta', 0.85, names(metas('author article:author og:article:author book:author'))],
    ['meta', 0.85, names(metas('dc.creator dcterms.creator citation_author parsely-author'))],
  ];
  const [author] = authors.filter(([, , value]) => value.length > 0);
  return given({
    published: publishedOf(sources),
    modified: modifiedOf(sources),
    authors: author && { value: author[2], source: author[0], confidence: author[1] },
    site: first(shortText, [
      ['opengraph', 0.9, metas('og:site_name')],
      ['json-ld', 0.8, ofPage('publisher')],
      ['meta', 0.7, metas('application-name dc.publisher')],
    ]),
    description: first(shortText, [
      ['meta', 0.9, metas('description')],
      ['opengraph', 0.9, metas('og:description')],
      ['json-ld', 0.8, ofPage('description')],
      ['meta', 0.8, metas('twitter:description dc.description dcterms.description')],
    ]),
    language: first(languageTag, [
      ['html', 0.9, [markup.language]],
      ['json-ld', 0.8, ofPage('inLanguage')],
      ['meta', 0.8, metas('content-language dc.language dcterms.language language')],
      ['opengraph', 0.6, metas('og:locale')],
    ]),
    licence: first(
      (text) => licenceAddress(text, base),
      [
        ['json-ld', 0.9, ofPage('license', ['@id', 'url'])],
        ['link', 0.9, licences.map(({ href }) => href)],
        ['meta', 0.8, rights],
      ],
    ),
  });
}

/** The first text that can be read. */
function first(
  read: (text: string) => string | undefined,
  candidates: readonly Candidate[],
): Stated | undefined {
  for (const [source, confidence, texts] of candidates)
    for (const text of texts) {
      const value = text.trim() === '' ? undefined : read(text);
      if (value !== undefined) return { value, source, confidence };
    }
  return undefined;
}

function shortText(text: string): string | undefined {
  return collapseWhitespace(text).slice(0, LONGEST_TEXT) || undefined;
}

/** Names among texts, without `By`, dates and addresses; each once. */
function names(texts: readonly string[]): readonly string[] {
  const cleaned = texts
    .map((text) => collapseWhitespace(text).replace(/^(?:by|von|par|por|di|door)\b:?\s+/i, ''))
    .filter(
      (name) => name.length <= LONGEST_NAME && /\p{L}{2}/u.test(name) && !/https?:|www\.|@|[<>{}]/.test(name),
    );
  return [...new Set(cleaned)].slice(0, MAX_AUTHORS);
}

/** An item of JSON-LD as it is written, before it is RDF. */
type JsonItem = Readonly<Record<string, unknown>>;

/** Items that are looked at in a page, and how deep they stand in each other. */
const [MAX_ITEMS, DEEPEST] = [200, 12];

/** Types that the page itself may have, the most telling first. */
const OF_THE_PAGE: readonly RegExp[] = [
  /Article$|^(?:BlogPosting|Posting|Report|Review|Recipe|DiscussionForumPosting|LiveBlogPosting|Question|QAPage|Book|Chapter|Dataset|Course|HowTo|CreativeWork)$/,
  /^(?:WebPage|ItemPage|AboutPage|CollectionPage|MedicalWebPage|FAQPage)$/,
  /^(?:Product|Event|SoftwareApplication|Thing|Movie|Episode|PodcastEpisode)$/,
];

/** Items by their identifiers. */
type ItemsById = ReadonlyMap<string, JsonItem>;

/** The JSON-LD items of a page, those that describe the page itself first, and all nodes that have an identifier. */
export function jsonItems(scripts: readonly string[]) {
  const items: JsonItem[] = [];
  const byId = new Map<string, JsonItem>();
  for (const script of scripts) {
    const value = parsed(script);
    collect(value, items, 0);
    collectIds(value, byId, 0);
  }
  return { items: items.sort((one, other) => rankOf(one) - rankOf(other)), byId: byId as ItemsById };
}

/** Notes the items that have an identifier and say more than that, at any depth. */
function collectIds(value: unknown, byId: Map<string, JsonItem>, depth: number): void {
  if (depth > DEEPEST || byId.size >= MAX_ITEMS || typeof value !== 'object' || value === null) return;
  const item = value as JsonItem;
  const id = item['@id'];
  if (typeof id === 'string' && item['name'] !== undefined && !byId.has(id)) byId.set(id, item);
  for (const member of Object.values(item).slice(0, MAX_ITEMS)) collectIds(member, byId, depth + 1);
}

/** Characters of a script that is repaired: the repair reads it again and again. */
const MAX_REPAIRED = 200_000;

/**
 * A script without the comments and CDATA that hid it from old browsers; undefined where it cannot be read, even if raw line breaks,
 * commas, comments and quotation marks that JSON does not allow are put right.
 */
function parsed(script: string): unknown {
  const text = script
    .trim()
    .replace(/^(?:<!--|(?:\/\/\s*|\/\*\s*)?<!\[CDATA\[(?:\s*\*\/)?)\s*/, '')
    .replace(/(?:-->|(?:\/\/\s*|\/\*\s*)?\]\]>(?:\s*\*\/)?|;)$/, '');
  const value = parseJson(text);
  if (value !== undefined || text.length > MAX_REPAIRED) return value;
  try {
    return parseJson(jsonrepair(text));
  } catch {
    return undefined;
  }
}

function collect(value: unknown, found: JsonItem[], depth: number): void {
  if (depth > DEEPEST || found.length >= MAX_ITEMS || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const one of value.slice(0, MAX_ITEMS)) collect(one, found, depth + 1);
    return;
  }
  const item = value as JsonItem;
  // What readers say is not what the page says.
  const types = typesOf(item);
  if (types.some((type) => /^(?:User)?(?:Comment|Answer)s?$/.test(type))) return;
  if (types.length > 0) found.push(item);
  for (const name of ['@graph', 'mainEntity', 'mainEntityOfPage']) collect(item[name], found, depth + 1);
}

/** The place of an item among those that are the page; others, such as a video in it, come last. */
function rankOf(item: JsonItem): number {
  const types = typesOf(item);
  const rank = OF_THE_PAGE.findIndex((pattern) => types.some((type) => pattern.test(type)));
  return rank < 0 ? OF_THE_PAGE.length : rank;
}

function typesOf(item: JsonItem): readonly string[] {
  return textsOf(item['@type']).map((type) => type.replace(/^.*[/#:]/, ''));
}

/** Members of an item that stand for it, or hold what does. */
const NAMES = ['name', '@value', '@list', '@set', 'author'] as const;
/** Items that are referred to refer to no others, so that no circle of them is followed. */
const NOTHING_NAMED: ItemsById = new Map();

/** The texts of a member: strings, or the names of items, which may stand elsewhere in the page. */
function textsOf(
  value: unknown,
  names: readonly string[] = NAMES,
  byId: ItemsById = NOTHING_NAMED,
  depth = 0,
): readonly string[] {
  if (depth > DEEPEST) return [];
  if (Array.isArray(value))
    return value.slice(0, MAX_ITEMS).flatMap((one) => textsOf(one, names, byId, depth + 1));
  const referred = typeof value === 'string' ? byId.get(value) : undefined;
  if (referred !== undefined) return textsOf(referred, names, NOTHING_NAMED, depth + 1);
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  const item = value as JsonItem;
  const named = names.map((name) => item[name]).find((text) => text !== undefined);
  if (named !== undefined) return textsOf(named, names, byId, depth + 1);
  const parts = [item['givenName'], item['familyName']].filter((part) => typeof part === 'string');
  if (parts.length > 0) return [parts.join(' ')];
  const other = byId.get(String(item['@id']));
  return other === undefined ? [] : textsOf(other, names, NOTHING_NAMED, depth + 1);
}
