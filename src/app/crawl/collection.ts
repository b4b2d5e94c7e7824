import { joinSections, markdownSections } from '../../collection/markdown.js';
import { chunksOf } from '../../collection/chunks.js';
import { CHUNK_COLUMNS, PAGE_COLUMNS, type CollectionRow, type Column } from '../../collection/columns.js';
import { hostNamed } from '../../crawl/view/host-table.js';
import { readPageBody } from '../../crawl/store/result-folder.js';
import type { PagesSettings } from '../../config/pages-settings.js';
import { messageOf } from '../../model/errors.js';
import { without } from '../../support/without.js';
import { pagesWithEvents, type PagesSelection, type PageWithEvent } from './pages.js';

/** The pages of a crawl as rows of columns, one at a time. */
export interface Collection {
  readonly columns: readonly Column[];
  readonly rows: AsyncIterable<CollectionRow>;
}

/**
 * The accepted pages of a crawl with all columns, or their chunks.
 * @param warn hears of pages that cannot be read
 */
export function collectionOf(
  out: string,
  settings: PagesSelection & Pick<PagesSettings, 'chunks'>,
  warn: (message: string) => void,
): Collection {
  const { chunks } = settings;
  const pages = pagesWithEvents(out, settings, warn);
  return {
    columns: chunks === undefined ? PAGE_COLUMNS : CHUNK_COLUMNS,
    rows: rowsOf(out, pages, chunks, warn),
  };
}

async function* rowsOf(
  out: string,
  pages: AsyncIterable<PageWithEvent>,
  mostWords: number | undefined,
  warn: (message: string) => void,
): AsyncGenerator<CollectionRow> {
  const firstWith = new Map<string, string>();
  for await (const one of pages) {
    const { checksum, id } = one.page;
    const duplicateOf = checksum === undefined ? undefined : firstWith.get(checksum);
    if (checksum !== undefined && duplicateOf === undefined) firstWith.set(checksum, id);
    const sections = await sectionsOf(out, one, warn);
    const row = { ...rowOf(one), duplicateOf };
    if (mostWords === undefined) yield { ...row, markdown: joinSections(sections) };
    else for (const chunk of chunksOf(sections, mostWords)) yield { ...without(row, 'text'), ...chunk };
  }
}

async function sectionsOf(
  out: string,
  { page: { id, url }, event: { contentType = '' } }: PageWithEvent,
  warn: (message: string) => void,
): Promise<ReturnType<typeof markdownSections>> {
  try {
    const body = await readPageBody(out, id);
    if (body !== undefined) return markdownSections(body, url, contentType);
    warn(`${id}: there is no Markdown of it, since its body was not kept`);
  } catch (error) {
    warn(`${id}: there is no Markdown of it: ${messageOf(error)}`);
  }
  return [];
}

function rowOf({ page, event }: PageWithEvent): CollectionRow & { readonly text: string } {
  const { judgement, rights, capturedAt, resembles, canonicalUrl } = event;
  return {
    ...page,
    host: hostNamed(page.url),
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
