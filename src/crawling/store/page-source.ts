import path from 'node:path';
import { PARTS } from '../../judging/parts.js';
import type { CrawlEvent } from '../../model/crawl-event.js';
import { DOCUMENT_LIMITS } from '../../model/document-html.js';
import type { Page } from '../../model/page.js';
import { documentKindOf } from '../../model/page-reading.js';
import { sha256 } from '../../support/hash.js';
import { once } from '../../support/once.js';
import { isSuccess } from '../../support/text/content-type.js';
import { ARCHIVE_FOLDER, archiveSize } from '../../web/archive/names.js';
import { createPageReader } from '../../web/page/reader.js';
import type { VirtualWeb } from '../../web/stored/virtual-web.js';
import { readPageBody } from './page-store.js';

/** Source of the pages of a crawl, to read them again: what it stored, else what its archive has. */
export type PageSource = ReturnType<typeof openPageSource>;

/** Opens the pages of a crawl. Its archive is opened when the first page comes that was not stored. */
export function openPageSource(folder: string) {
  const reader = createPageReader();
  const archive = once(async () => {
    if ((await archiveSize(folder)) === undefined) return undefined;
    return (await PARTS.webs()).openArchives([path.join(folder, ARCHIVE_FOLDER)]);
  });
  const bodyOf = async (event: CrawlEvent): Promise<Uint8Array | undefined> =>
    (await readPageBody(folder, event)) ?? archivedBody(event, await archive());
  return {
    /** The body that a page was read from; undefined where it was not kept. @throws InputError for a damaged archive */
    bodyOf,
    /** The page, read from its body again; undefined where that was not kept. @throws as {@link PageSource.bodyOf} */
    async pageOf(event: CrawlEvent): Promise<Page | undefined> {
      const body = await bodyOf(event);
      return body && reader.read(body, event.finalUrl ?? event.url, event.contentType ?? '');
    },
  };
}

/** The body that was judged, out of an archive; of a document the HTML that is made of it. */
async function archivedBody(
  { url, finalUrl = url, checksum, reading, contentType = '' }: CrawlEvent,
  archive: VirtualWeb | undefined,
): Promise<Uint8Array | undefined> {
  if (archive?.hosts.has(new URL(finalUrl).hostname) !== true) return undefined;
  const { status, body } = await archive.answer(finalUrl);
  if (!isSuccess(status) || sha256(body) !== checksum) return undefined;
  const kind = documentKindOf(reading);
  if (kind === undefined) return body;
  const htmlOf = await PARTS.documentHtml();
  // What cannot be read again is missing, as far as anyone can tell.
  return htmlOf({ kind, body, url: finalUrl, contentType }, DOCUMENT_LIMITS).catch(() => undefined);
}
