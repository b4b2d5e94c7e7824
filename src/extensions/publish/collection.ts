import { joinSections, markdownSections } from './collection/markdown.js';
import { chunksOf } from './collection/chunks.js';
import { CHUNK_COLUMNS, PAGE_COLUMNS, TABLE_COLUMNS } from './collection/collection-columns.js';
import type { PageColumn, PageRow } from '../../judging/plugins/plugin.js';
import { hostNamed } from '../../crawling/urls/urls.js';
import { readPageBody } from '../../crawling/store/page-store.js';
import type { PagesSettings } from '../../app/settings/pages-settings.js';
import { messageOf } from '../../model/errors.js';
import { without } from '../../support/without.js';
import { pagesWithEvents, type PagesSelection, type PageWithEvent } from '../../app/crawl/pages.js';

/** The pages of a crawl as rows of columns, one at a time. */
export interface Collection {
  readonly columns: readonly PageColumn[];
  readonly rows: AsyncIterable<PageRow>;
}

/**
 * The accepted pages of a crawl with all columns, or their chunks. A CSV file has their full text only on request.
 * @param warn hears of pages that cannot be read
 */
export function collectionOf(
  out: string,
  settings: PagesSelection & Pick<PagesSettings, 'chunks' | 'format' | 'text'>,
  warn: (message: string) => void,
): Collection {
  const { chunks, format, text } = settings;
  const pages = pagesWithEvents(out, settings, warn, { metadata: true });
  if (chunks !== undefined) return { columns: CHUNK_COLUMNS, rows: chunkRows(out, pages, chunks, warn) };
  if (format === 'csv' && !text) return { columns: TABLE_COLUMNS, rows: tableRows(pages) };
  return { columns: PAGE_COLUMNS, rows: pageRows(out, pages, warn) };
}

async function* pageRows(
  out: string,
  pages: AsyncIterable<PageWithEvent>,
  warn: (message: string) => void,
): AsyncGenerator<PageRow> {
  for await (const { one, row } of described(pages))
    yield { ...row, markdown: joinSections(await sectionsOf(out, one, warn)) };
}

async function* chunkRows(
  out: string,
  pages: AsyncIterable<PageWithEvent>,
  mostWords: number,
  warn: (message: string) => void,
): AsyncGenerator<PageRow> {
  for await (const { one, row } of described(pages))
    for (const chunk of chunksOf(await sectionsOf(out, one, warn), mostWords))
      yield { ...without(row, 'text'), ...chunk };
}

async function* tableRows(pages: AsyncIterable<PageWithEvent>): AsyncGenerator<PageRow> {
  for await (const { row } of described(pages)) yield without(row, 'text');
}

/** Pages with what the columns say of them, but for their Markdown. */
async function* described(
  pages: AsyncIterable<PageWithEvent>,
): AsyncGenerator<{ readonly one: PageWithEvent; readonly row: PageRow & { readonly text: string } }> {
  const firstWith = new Map<string, string>();
  for await (const one of pages) {
    const { checksum, id } = one.page;
    const duplicateOf = checksum === undefined ? undefined : firstWith.get(checksum);
    if (checksum !== undefined && duplicateOf === undefined) firstWith.set(checksum, id);
    yield { one, row: { ...rowOf(one), duplicateOf } };
  }
}

async function sectionsOf(
  out: string,
  { page: { id, url }, event }: PageWithEvent,
  warn: (message: string) => void,
): Promise<ReturnType<typeof markdownSections>> {
  try {
    const body = await readPageBody(out, event);
    if (body !== undefined) return markdownSections(body, url, event.contentType ?? '');
    warn(`${id}: could not be converted to Markdown, since its body was not kept, or is damaged`);
  } catch (error) {
    warn(`${id}: could not be converted to Markdown: ${messageOf(error)}`);
  }
  return [];
}

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
    capturedAt,
    nearDuplicateOf: resembles,
    canonicalUrl,
    words: page.text.split(/\s+/).filter((word) => word !== '').length,
  };
}
