import type { PageColumn } from '../../../judging/plugins/plugin.js';

/** Columns with their types and meanings: first those that tell of most pages what they are, at the end their texts. */
const COLUMNS = `
url | text | address after redirects
score | number | score on the classifier's scale
title | text | title
topic | text | topic that the page was accepted for; of several the best
host | text | host of the address, with its port where it is not the usual one
fetched | text | when it was fetched and judged, ISO 8601, UTC
published | text | when it was published, by what it says of itself, ISO 8601: a date, or a time with its zone
id | text | address under which the crawl knew the page
topics | list | all topics that it was accepted for, in a crawl for several
classifier | text | classifier that accepted it
threshold | number | score from which pages were accepted
reason | text | why it was accepted, in a sentence
language | text | language, BCP 47, where it could be detected
authors | list | authors that the page names
site | text | name of its site
description | text | what the page is about, by its own words
modified | text | when it was changed last, by what it says of itself
publishedFrom | text | where the date of publication was found: \`json-ld\`, \`opengraph\`, \`meta\`, \`url\` and others
publishedConfidence | number | how far the date of publication is to be trusted, from 0 to 1
licences | list | licences that the page names: \`CC BY-SA 4.0\`, or addresses
rightsStatement | text | rights in words, where the page states them
tdmReserved | boolean | whether text and data mining is reserved (TDMRep); empty where nothing is said
aiDirectives | list | directives on machine learning: \`noai\`, \`noimageai\`
capturedAt | text | WARC-Date of its record in the archive of the crawl, where there is one
checksum | text | SHA-256 of its body
duplicateOf | text | earlier page of the collection with the same body
nearDuplicateOf | text | page accepted before with nearly the same text
canonicalUrl | text | address that the page names as its own, where it differs
words | integer | words of the text
depth | integer | links away from a seed
referrer | text | page on which the link to it was found
crawl | text | IRI of the crawl
text | text | main text without the title, Unicode NFC, paragraphs separated by an empty line
markdown | text | main part as Markdown: headings, lists, tables, links, code`;

function columnsIn(table: string): readonly PageColumn[] {
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', type = '', meaning = ''] = line.split(' | ');
      return { name, type: type as PageColumn['type'], meaning };
    });
}

export const PAGE_COLUMNS = columnsIn(COLUMNS);

/** The same without the full text of the pages, for tables that people read. */
export const TABLE_COLUMNS = PAGE_COLUMNS.filter(({ name }) => name !== 'text' && name !== 'markdown');
