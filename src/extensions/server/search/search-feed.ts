import type { SearchAnswer, SearchHit } from '../../../model/collection-search.js';
import { escapeXml } from '../../../support/text/escapes.js';
import { MAX, partsOf, queryOf, type SearchRequest } from './search-request.js';

/** Media types of OpenSearch 1.1 and of Atom (RFC 4287). */
export const FEED_TYPES = {
  atom: 'application/atom+xml',
  description: 'application/opensearchdescription+xml',
} as const;

const OPENSEARCH = 'http://a9.com/-/spec/opensearch/1.1/';

/**
 * An answer as an Atom feed with the elements of OpenSearch 1.1.
 * @param address of the search, without parameters: `http://127.0.0.1:3030/search`
 * @param now when the feed was made, ISO 8601: the date of a feed without entries
 */
export function searchFeed(
  request: SearchRequest,
  { hits, all, some }: SearchAnswer,
  address: string,
  now: string,
): string {
  const { q, start, count } = request;
  const at = (from: number, format?: string): string =>
    escapeXml(`${address}?${queryOf(request, { start: from, ...(format === undefined ? {} : { format }) })}`);
  const { first, previous, next, last } = partsOf(request, all + some);
  const link = (rel: string, from: number | undefined): readonly string[] =>
    from === undefined ? [] : [`<link rel="${rel}" type="${FEED_TYPES.atom}" href="${at(from, 'atom')}"/>`];
  const latest = hits.reduce((date, { fetched }) => (fetched > date ? fetched : date), '');
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:opensearch="${OPENSEARCH}">`,
    `<title>${escapeXml(`sfwc search: ${q}`)}</title>`,
    `<id>${at(start, 'atom')}</id>`,
    `<updated>${latest === '' ? now : latest}</updated>`,
    '<author><name>sfwc</name></author>',
    '<generator>sfwc</generator>',
    `<opensearch:totalResults>${all + some}</opensearch:totalResults>`,
    `<opensearch:startIndex>${start}</opensearch:startIndex>`,
    `<opensearch:itemsPerPage>${count}</opensearch:itemsPerPage>`,
    `<opensearch:Query role="request" searchTerms="${escapeXml(q)}" startIndex="${start}" count="${count}"/>`,
    `<link rel="alternate" type="text/html" href="${at(start)}"/>`,
    ...link('self', start),
    ...link('first', first),
    ...link('previous', previous),
    ...link('next', next),
    ...link('last', last),
    `<link rel="search" type="${FEED_TYPES.description}" href="${escapeXml(address)}/description.xml"/>`,
    ...hits.map(entryOf),
    '</feed>',
    '',
  ].join('\n');
}

function entryOf({ url, title, fetched, topic, passages, why }: SearchHit): string {
  const texts = [...passages.map(({ text }) => text), why];
  return [
    '<entry>',
    `<title>${escapeXml(title.text.trim() === '' ? url : title.text)}</title>`,
    `<id>${escapeXml(url)}</id>`,
    `<link rel="alternate" href="${escapeXml(url)}"/>`,
    `<updated>${fetched}</updated>`,
    ...(topic === '' ? [] : [`<category term="${escapeXml(topic)}"/>`]),
    `<summary>${escapeXml(texts.join('\n\n'))}</summary>`,
    '</entry>',
  ].join('\n');
}

/**
 * The OpenSearch description, by which browsers add the search.
 * @param address of the search, without parameters
 * @param crawls their names, for people
 */
export function searchDescription(address: string, crawls: readonly string[]): string {
  const template = (format: string): string =>
    escapeXml(`${address}?q={searchTerms}&start={startIndex?}&count={count?}${format}`);
  const url = (type: string, format: string): string =>
    `<Url type="${type}" rel="results" indexOffset="1" template="${template(format)}"/>`;
  const named = `Pages that crawls have accepted: ${crawls.join(', ')}`;
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<OpenSearchDescription xmlns="${OPENSEARCH}">`,
    '<ShortName>sfwc search</ShortName>',
    `<Description>${escapeXml(named.slice(0, 1024))}</Description>`,
    url('text/html', ''),
    url(FEED_TYPES.atom, '&format=atom'),
    url('application/json', '&format=json'),
    `<Url type="${FEED_TYPES.description}" rel="self" template="${escapeXml(address)}/description.xml"/>`,
    `<Image type="image/svg+xml">${escapeXml(new URL('/page/icon.svg', address).href)}</Image>`,
    `<Query role="example" searchTerms="insulin pump" count="${MAX.count}"/>`,
    '<InputEncoding>UTF-8</InputEncoding>',
    '<OutputEncoding>UTF-8</OutputEncoding>',
    '</OpenSearchDescription>',
    '',
  ].join('\n');
}
