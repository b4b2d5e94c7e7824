import type { FeatureModule } from '../../../app/crawl/feature-module.js';
import type { MetadataOfPages } from '../../../app/crawl/pages.js';
import type { DescribedResponse } from '../../../crawling/engine/feature.js';
import { openPageSource } from '../../../crawling/store/page-source.js';
import type { ListedTimes } from '../../../model/crawl-event.js';
import { messageOf } from '../../../model/errors.js';
import type { MetadataSource, PageMetadata, Stated } from '../../../model/page-metadata.js';
import { given } from '../../../support/given.js';
import { parseUrl } from '../../../support/parse-url.js';
import { licenceAddress } from '../../../web/page/rights.js';
import { languageTag } from '../../../web/page/metadata.js';
import { markupOf } from '../../../web/page/reader.js';
import { collapseWhitespace } from '../../../web/page/whitespace.js';
import { modifiedOf, publishedOf } from './date-sources.js';
import { readMarkup, type PageMarkup } from './markup.js';

/** Reads what accepted pages say of themselves while they are crawled. A page that cannot be read has none in its event. */
export const pageDescriptions: FeatureModule = {
  open: (_settings, { logger }) => ({
    name: 'page-data',
    begin: () => ({
      describe({ event, body }) {
        try {
          return { metadata: metadataOfPage(event, body) };
        } catch (thrown) {
          logger.warn(`${event.url}: what the page says of itself was not read: ${messageOf(thrown)}`);
          return {};
        }
      },
    }),
  }),
};

/** The metadata of the pages of a crawl: as the crawl kept them, else read out of the pages. */
export function openMetadata(folder: string): MetadataOfPages {
  const pages = openPageSource(folder);
  return {
    of: async (event) => {
      if (event.metadata !== undefined) return event.metadata;
      const body = await pages.bodyOf(event);
      return body && metadataOfPage(event, body);
    },
  };
}

/** The metadata of a page. Of the response, its event keeps `Last-Modified` and licences, and of lists that named it their times. */
export function metadataOfPage(event: DescribedResponse['event'], body: Uint8Array): PageMetadata {
  const { url, finalUrl = url, time, contentType = '', validators, rights, listed } = event;
  const { lastModified } = validators ?? {};
  const markup = readMarkup(markupOf(body, contentType));
  const metadata = metadataOf(markup, { url: finalUrl, fetched: time, ...given({ lastModified, listed }) });
  const [value] = rights?.licences ?? [];
  return value === undefined
    ? metadata
    : { licence: { value, source: 'http', confidence: 0.8 }, ...metadata };
}

/** Facts about a page besides its markup. */
export interface PageFacts {
  /** After redirects. */
  readonly url: string;
  /** Time at which it was fetched, ISO 8601, UTC. */
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
  const items = jsonItems(markup.data);
  const own = items.filter((item) => rankOf(item) < OF_THE_PAGE.length);
  const ofPage = (property: string, names?: readonly string[]): readonly string[] =>
    own.flatMap((item) => textsOf(item[property], names));
  const ofAny = (property: string): readonly string[] => items.flatMap((item) => textsOf(item[property]));
  const metas = (names: string): readonly string[] =>
    names
      .split(' ')
      .flatMap((wanted) => markup.metas.flatMap(({ name, content }) => (name === wanted ? [content] : [])));
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

/** All items in scripts of JSON-LD, those that are the page first. Scripts that are not JSON have none. */
export function jsonItems(scripts: readonly string[]): readonly JsonItem[] {
  const found: JsonItem[] = [];
  for (const script of scripts) collect(parsed(script), found, 0);
  return found.sort((one, other) => rankOf(one) - rankOf(other));
}

/** A script without the comments and CDATA that hid it from old browsers. */
function parsed(script: string): unknown {
  const text = script
    .trim()
    .replace(/^(?:<!--|(?:\/\/\s*|\/\*\s*)?<!\[CDATA\[(?:\s*\*\/)?)\s*/, '')
    .replace(/(?:-->|(?:\/\/\s*|\/\*\s*)?\]\]>(?:\s*\*\/)?|;)$/, '');
  try {
    return JSON.parse(text);
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
  if (item['@type'] !== undefined) found.push(item);
  for (const name of ['@graph', 'mainEntity', 'mainEntityOfPage']) collect(item[name], found, depth + 1);
}

/** The place of an item among those that are the page; others, such as a video in it, come last. */
function rankOf(item: JsonItem): number {
  const types = textsOf(item['@type']).map((type) => type.replace(/^.*[/#:]/, ''));
  const rank = OF_THE_PAGE.findIndex((pattern) => types.some((type) => pattern.test(type)));
  return rank < 0 ? OF_THE_PAGE.length : rank;
}

/** The texts of a member: strings, or the names of items. */
function textsOf(value: unknown, names: readonly string[] = ['name', '@value']): readonly string[] {
  return [value]
    .flat()
    .slice(0, MAX_ITEMS)
    .flatMap((one: unknown) => {
      if (typeof one === 'string' || typeof one === 'number') return [String(one)];
      if (typeof one !== 'object' || one === null) return [];
      const named = names.map((name) => (one as JsonItem)[name]).find((text) => text !== undefined);
      return [named].flat().filter((text) => typeof text === 'string');
    });
}
