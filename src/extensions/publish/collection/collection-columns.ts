import type { PageColumn } from '../../../judging/plugins/plugin.js';

const columns = (
  type: PageColumn['type'],
  meanings: Readonly<Record<string, string>>,
): readonly PageColumn[] => Object.entries(meanings).map(([name, meaning]) => ({ name, type, meaning }));

/** The columns of a collection of pages, in their order: first those that tell of most pages what they are, at the end their texts. */
export const PAGE_COLUMNS: readonly PageColumn[] = [
  ...columns('text', { url: 'address after redirects' }),
  ...columns('number', { score: "score on the classifier's scale" }),
  ...columns('text', {
    title: 'title',
    topic: 'topic that the page was accepted for; of several the best',
    host: 'host of the address, with its port where it is not the usual one',
    fetched: 'when it was fetched and judged, ISO 8601, UTC',
    published: 'when it was published, by what it says of itself, ISO 8601: a date, or a time with its zone',
    id: 'address under which the crawl knew the page',
  }),
  ...columns('list', { topics: 'all topics that it was accepted for, in a crawl for several' }),
  ...columns('text', { classifier: 'classifier that accepted it' }),
  ...columns('number', { threshold: 'score from which pages were accepted' }),
  ...columns('text', {
    reason: 'why it was accepted, in a sentence',
    language: 'language, BCP 47, where it could be detected',
  }),
  ...columns('list', { authors: 'authors that the page names' }),
  ...columns('text', {
    site: 'name of its site',
    description: 'what the page is about, by its own words',
    modified: 'when it was changed last, by what it says of itself',
    publishedFrom:
      'where the date of publication was found: `json-ld`, `opengraph`, `meta`, `url`, `text` and others',
  }),
  ...columns('number', {
    publishedConfidence: 'how far the date of publication is to be trusted, from 0 to 1',
  }),
  ...columns('list', { licences: 'licences that the page names: `CC BY-SA 4.0`, or addresses' }),
  ...columns('text', { rightsStatement: 'rights in words, where the page states them' }),
  ...columns('boolean', {
    tdmReserved: 'whether text and data mining is reserved (TDMRep); empty where nothing is said',
  }),
  ...columns('list', { aiDirectives: 'directives on machine learning: `noai`, `noimageai`' }),
  ...columns('text', {
    capturedAt: 'WARC-Date of its record in the archive of the crawl, where there is one',
    checksum: 'SHA-256 of its body',
    duplicateOf: 'earlier page of the collection with the same body',
    nearDuplicateOf: 'page accepted before with nearly the same text',
    canonicalUrl: 'address that the page names as its own, where it differs',
  }),
  ...columns('integer', { words: 'words of the text', depth: 'links away from a seed' }),
  ...columns('text', {
    referrer: 'page on which the link to it was found',
    crawl: 'IRI of the crawl',
    text: 'main text without the title, Unicode NFC, paragraphs separated by an empty line',
    markdown: 'main part as Markdown: headings, lists, tables, links, code',
  }),
];

/** The same without the full text of the pages, for tables that people read. */
export const TABLE_COLUMNS: readonly PageColumn[] = PAGE_COLUMNS.filter(
  ({ name }) => name !== 'text' && name !== 'markdown',
);

/** Columns of chunks of pages, after those of their pages but `text`; `markdown` is the chunk's. */
export const CHUNK_COLUMNS: readonly PageColumn[] = [
  ...PAGE_COLUMNS.filter(({ name }) => name !== 'text'),
  ...columns('integer', {
    chunk: 'number of the chunk in the page, from 1 on',
    begin: "where it begins in the page's Markdown, in UTF-16 code units",
    end: 'where it ends, exclusive',
  }),
  ...columns('list', { headings: 'headings that it stands under, the outermost first' }),
];
