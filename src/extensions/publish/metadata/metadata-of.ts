import type { ListedTimes } from '../../../model/crawl-event.js';
import type { MetadataSource, PageMetadata, Stated } from '../../../model/page-metadata.js';
import { licenceAddress } from '../../../web/page/licences.js';
import { webAddress } from '../../../web/page/links.js';
import { languageTag } from '../../../web/page/metadata.js';
import { collapseWhitespace } from '../../../web/page/whitespace.js';
import { parseUrl } from '../../../support/parse-url.js';
import { given } from '../../../support/given.js';
import { modifiedOf, publishedOf } from './date-sources.js';
import { writesMonthFirst, type DateContext } from './dates.js';
import { isOfThePage, jsonItems, textsOf, typesOf, type JsonItem } from './json-ld-items.js';
import type { PageMarkup } from './page-markup.js';

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

/** A value that may be one, in the order of preference. */
type Candidate<T = string> = readonly [value: T | undefined, source: MetadataSource, confidence: number];

/**
 * Statements of a page about itself: of each thing the first source that states it, in one order: JSON-LD, OpenGraph, meta
 * elements, what is visible, the address, and the response.
 */
export function metadataOf(markup: PageMarkup, facts: PageFacts): PageMetadata {
  const { url, lastModified, fetched, listed } = facts;
  const items = jsonItems(markup.data);
  const language = languageOf(markup, items);
  const monthFirst = writesMonthFirst(language?.value, parseUrl(url)?.hostname ?? '');
  const context: DateContext = { fetched, monthFirst };
  const sources = { markup, items, url, lastModified, listed };
  const base = parseUrl(markup.base, url)?.href ?? url;
  return given({
    published: publishedOf(sources, context),
    modified: modifiedOf(sources, context),
    authors: authorsOf(markup, items),
    site: siteOf(markup, items),
    description: descriptionOf(markup, items),
    language,
    licence: licenceOf(markup, items, base),
    canonical: canonicalOf(markup, items, base),
  });
}

function first<T>(candidates: Iterable<Candidate<T>>): Stated<T> | undefined {
  for (const [value, source, confidence] of candidates)
    if (value !== undefined) return { value, source, confidence };
  return undefined;
}

/** Contents of meta elements by name, those of the first name first. */
function metas({ metas: all }: PageMarkup, ...names: readonly string[]): readonly string[] {
  return names.flatMap((wanted) => all.filter(({ name }) => name === wanted).map(({ content }) => content));
}

function itemTexts(items: readonly JsonItem[], name: string): readonly string[] {
  return items.filter(isOfThePage).flatMap((item) => textsOf(item[name]));
}

function shortText(text: string | undefined): string | undefined {
  const short = collapseWhitespace(text ?? '').slice(0, LONGEST_TEXT);
  return short === '' ? undefined : short;
}

function authorsOf(markup: PageMarkup, items: readonly JsonItem[]): Stated<readonly string[]> | undefined {
  const own = markup.marked.filter(({ isAside }) => !isAside);
  const bylines = own.filter(({ marks }) => /author|by-?line|writer/.test(marks));
  const stated = items.filter(isOfThePage).flatMap((item) => textsOf(item['author'] ?? item['creator']));
  const some = (texts: readonly string[], most = MAX_AUTHORS): readonly string[] | undefined => {
    const found = names(texts).slice(0, most);
    return found.length === 0 ? undefined : found;
  };
  return first<readonly string[]>([
    [some(stated), 'json-ld', 0.95],
    [some(metas(markup, 'author', 'article:author', 'og:article:author', 'book:author')), 'meta', 0.85],
    [some(metas(markup, ...AUTHOR_METAS)), 'meta', 0.85],
    [some(own.filter(({ rel }) => /\bauthor\b/.test(rel)).map(({ text }) => text)), 'link', 0.7],
    [
      some(
        bylines.map(({ text }) => text),
        1,
      ),
      'byline',
      0.5,
    ],
  ]);
}

const AUTHOR_METAS = [
  ...['dc.creator', 'dcterms.creator', 'citation_author'],
  ...['parsely-author', 'sailthru.author', 'byl'],
] as const;

/** Names among texts, without `By`, dates and addresses; each once. */
function names(texts: readonly string[]): readonly string[] {
  const cleaned = texts
    .map((text) =>
      collapseWhitespace(text)
        .replace(/^(?:(?:written|posted|story|words|text)\s+)?(?:by|von|par|por|di|door)\b:?\s+/i, '')
        .replace(/,? (?:mon|tues|wednes|thurs|fri|satur|sun)day\b.*$/is, '')
        .replace(/^authors?:\s*/i, '')
        .replace(/ ?(?:[|•·].*|,? (?:on )?(?:\p{L}{3,9}\.? \d{1,2},? )?\d{4}\b.*)$/su, ''),
    )
    .filter(
      (name) => name.length <= LONGEST_NAME && /\p{L}{2}/u.test(name) && !/https?:|www\.|@|[<>{}]/.test(name),
    );
  return [...new Set(cleaned)].slice(0, MAX_AUTHORS);
}

function siteOf(markup: PageMarkup, items: readonly JsonItem[]): Stated | undefined {
  const sites = items.filter((item) => typesOf(item).includes('WebSite'));
  const [publisher] = itemTexts(items, 'publisher');
  return first([
    [shortText(metas(markup, 'og:site_name')[0]), 'opengraph', 0.9],
    [shortText(sites.flatMap((item) => textsOf(item['name']))[0]), 'json-ld', 0.85],
    [shortText(publisher), 'json-ld', 0.8],
    [shortText(metas(markup, 'application-name', 'al:android:app_name', 'dc.publisher')[0]), 'meta', 0.7],
  ]);
}

function descriptionOf(markup: PageMarkup, items: readonly JsonItem[]): Stated | undefined {
  return first([
    [shortText(metas(markup, 'description')[0]), 'meta', 0.9],
    [shortText(metas(markup, 'og:description')[0]), 'opengraph', 0.9],
    [shortText(itemTexts(items, 'description')[0]), 'json-ld', 0.8],
    [
      shortText(metas(markup, 'twitter:description', 'dc.description', 'dcterms.description')[0]),
      'meta',
      0.8,
    ],
  ]);
}

function languageOf(markup: PageMarkup, items: readonly JsonItem[]): Stated | undefined {
  return first([
    [languageTag(markup.language || undefined), 'html', 0.9],
    [languageTag(itemTexts(items, 'inLanguage')[0]), 'json-ld', 0.8],
    [
      languageTag(metas(markup, 'content-language', 'dc.language', 'dcterms.language', 'language')[0]),
      'meta',
      0.8,
    ],
    [languageTag(metas(markup, 'og:locale')[0]), 'opengraph', 0.6],
  ]);
}

function licenceOf(markup: PageMarkup, items: readonly JsonItem[], base: string): Stated | undefined {
  const address = (texts: readonly string[]): string | undefined =>
    texts.map((text) => licenceAddress(text, base)).find((one) => one !== undefined);
  const stated = metas(
    markup,
    'dc.rights.license',
    'dcterms.license',
    'dc.rights',
    'dcterms.rights',
    'license',
  );
  return first([
    [
      address(items.filter(isOfThePage).flatMap((item) => textsOf(item['license'], ['@id', 'url']))),
      'json-ld',
      0.9,
    ],
    [address(linked(markup, 'license')), 'link', 0.9],
    [address(stated.filter((text) => /^https?:/i.test(text))), 'meta', 0.8],
  ]);
}

function canonicalOf(markup: PageMarkup, items: readonly JsonItem[], base: string): Stated | undefined {
  const address = (texts: readonly string[]): string | undefined =>
    texts
      .map((text) => (text.trim() === '' ? undefined : webAddress(text, base)))
      .find((one) => one !== undefined);
  const own = items
    .filter(isOfThePage)
    .flatMap((item) => textsOf(item['mainEntityOfPage'] ?? item['url'], ['@id', 'url']));
  return first([
    [address(linked(markup, 'canonical')), 'link', 0.95],
    [address(metas(markup, 'og:url')), 'opengraph', 0.8],
    [address(own), 'json-ld', 0.6],
  ]);
}

function linked({ links }: PageMarkup, rel: string): readonly string[] {
  return links.filter((link) => link.rel.split(/\s+/).includes(rel)).map(({ href }) => href);
}
