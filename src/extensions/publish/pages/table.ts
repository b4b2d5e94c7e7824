import { pagesWithEvents, type AcceptedPage, type PageWithEvent } from '../../../app/crawl/pages.js';
import type { PagesSettings } from '../../../app/settings/pages-settings.js';
import { readPageBody } from '../../../crawling/store/page-store.js';
import { hostNamed } from '../../../crawling/urls/urls.js';
import type { PageColumn, PageRow } from '../../../judging/plugins/plugin.js';
import { messageOf } from '../../../model/errors.js';
import { interruptible } from '../../../support/interruptible.js';
import { without } from '../../../support/without.js';
import { writtenPart } from './markdown.js';

/** Pages that are to be written. */
export interface PagesJob {
  /** Folder of the crawl. */
  readonly out: string;
  readonly settings: PagesSettings;
  /** Hears of pages that cannot be read. */
  readonly warn: (message: string) => void;
  readonly signal?: AbortSignal;
  /** Counted up by each page. */
  rows: number;
}

/** Columns with their types and meanings: first those that tell of most pages what they are, at the end their texts. */
const COLUMNS = `
url | text | address after redirects
score | number | score on the classifier's scale
title | text | title
topic | text | topic that the page was accepted for; of several the best
host | text | host of the address, with its port where it is not the usual one
fetched | text | when it was fetched, ISO 8601, UTC; empty for a web in files
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
subjects | list | concepts that the page is about, the strongest first, where its topic has a vocabulary
subjectIris | list | their IRIs
licences | list | licences that the page names: \`CC BY-SA 4.0\`, or addresses
rightsStatement | text | rights in words, where the page states them
tdmReserved | boolean | whether text and data mining is reserved (TDMRep); empty where nothing is said
aiDirectives | list | directives on machine learning: \`noai\`, \`noimageai\`
usage | list | preferences of Content-Signal and Content-Usage: \`search=yes\`, \`ai-train=no\`
capturedAt | text | WARC-Date of its record in the archive of the crawl, where there is one
checksum | text | SHA-256 of its body
nearDuplicateOf | text | page accepted before with nearly the same text
canonicalUrl | text | address that the page names as its own, where it differs
readFrom | text | what text and links were read from, if not its HTML
words | integer | words of the text
depth | integer | links away from a seed
referrer | text | page on which the link to it was found
crawl | text | IRI of the crawl
text | text | main text, Unicode NFC; paragraphs are separated by empty lines, code keeps its lines, tables their rows, lists their marks
markdown | text | main part as Markdown: headings, lists, tables, links, code`;

const PAGE_COLUMNS: readonly PageColumn[] = COLUMNS.trim()
  .split('\n')
  .map((line) => {
    const [name = '', type = '', meaning = ''] = line.split(' | ');
    return { name, type: type as PageColumn['type'], meaning };
  });

/** The same without the full text of the pages, for tables that people read. */
const TABLE_COLUMNS = PAGE_COLUMNS.filter(({ name }) => name !== 'text' && name !== 'markdown');

/** The pages that are wanted, counted. @param metadata true if what they say of themselves is read as well */
export async function* selected(job: PagesJob, metadata = true): AsyncGenerator<PageWithEvent> {
  const pages = pagesWithEvents(job.out, job.settings, job.warn, { metadata });
  for await (const page of interruptible(pages, job.signal)) {
    job.rows += 1;
    yield page;
  }
}

/** The pages of a crawl with their columns. A CSV file has no texts of whole pages. */
export function tableOf(job: PagesJob): [AsyncIterable<PageRow>, readonly PageColumn[]] {
  const { format, dataset } = job.settings;
  const isTable = format === 'csv' && dataset === undefined;
  return [describedPages(job, !isTable), isTable ? TABLE_COLUMNS : PAGE_COLUMNS];
}

async function* describedPages(job: PagesJob, withTexts: boolean): AsyncGenerator<PageRow> {
  for await (const one of selected(job)) {
    const row = rowOf(one);
    if (withTexts) {
      const { text, markdown, why } = await textsOf(job, one);
      if (markdown === undefined) job.warn(`${one.page.id}: could not be converted to Markdown${why}`);
      yield { ...row, text, markdown: markdown?.() ?? '' };
    } else yield without(row, 'text');
  }
}

/** The pages that are wanted, with the lines and marks of their markup in their texts. */
export async function* selectedTexts(job: PagesJob, metadata = true): AsyncGenerator<AcceptedPage> {
  for await (const one of selected(job, metadata))
    yield { ...one.page, text: (await textsOf(job, one)).text };
}

/** The plain text of a page, where it has the letters of the text that was judged, else that one; and Markdown, or why not. */
async function textsOf({ out }: PagesJob, { page, event }: PageWithEvent) {
  const { title, text } = page;
  try {
    const body = await readPageBody(out, event);
    if (body === undefined) return { text, why: ', since its body was not kept, or is damaged' };
    const { plain, markdown } = writtenPart(body, page.url, event.contentType ?? '');
    const whole = plain();
    const withoutTitle = whole.startsWith(title) ? whole.slice(title.length).trimStart() : whole;
    const lettersOf = (all: string): string => all.replace(/\P{L}+/gu, '');
    const laidOut = [whole, withoutTitle].find((own) => lettersOf(own) === lettersOf(text));
    return { text: laidOut ?? text, markdown };
  } catch (error) {
    return { text, why: `: ${messageOf(error)}` };
  }
}

/** The row of a page, but for its Markdown. */
function rowOf({ page, event, metadata }: PageWithEvent): PageRow & { readonly text: string } {
  const { judgement, rights, capturedAt, resembles, canonicalUrl } = event;
  return {
    ...page,
    host: hostNamed(page.url),
    publishedFrom: metadata?.published?.source,
    publishedConfidence: metadata?.published?.confidence,
    threshold: judgement?.reason.band.low ?? undefined,
    reason: judgement?.reason.summary,
    rightsStatement: rights?.statement,
    tdmReserved: rights?.tdmReserved,
    aiDirectives: rights?.directives,
    usage: rights?.usage,
    capturedAt,
    nearDuplicateOf: resembles,
    canonicalUrl,
    words: page.text.split(/\s+/).filter((word) => word !== '').length,
  };
}
