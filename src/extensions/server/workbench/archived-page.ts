import path from 'node:path';
import { ARCHIVE_FOLDER } from '../../../web/archive/names.js';
import { archivedFiles, readRecord } from '../../../web/archive/archived-files.js';
import { payloadOf, responseHead } from '../../../web/archive/read-record.js';
import type { CdxEntry } from '../../../web/archive/cdxj.js';
import { timestampOf } from '../../../web/archive/cdxj.js';
import { REVISIT_TYPE } from '../../../web/archive/warc-records.js';
import type { CrawlEvent } from '../../../model/crawl-event.js';
import { readPageBody, type PagePlace } from '../../../crawling/store/page-store.js';

/** Bytes of a record that is shown. */
const MAX_BYTES = 20 << 20;

/** Response of a server for an address. */
export interface ArchivedPage {
  readonly body: Uint8Array;
  /** As the server said it; `text/html` where only the body was kept. */
  readonly contentType: string;
  /** ISO 8601 or 14 digits; absent where it is not known. */
  readonly capturedAt?: string;
  readonly from: 'warc' | 'pages';
}

/** The page as it was fetched: from the archive of the crawl, else its stored body. */
export async function archivedPage(
  out: string,
  event: PagePlace & Pick<CrawlEvent, 'capturedAt'>,
): Promise<ArchivedPage | undefined> {
  const { url, finalUrl = url, capturedAt } = event;
  // It may be archived under the address that was requested, and the one after redirects.
  const addresses = [url, finalUrl];
  const found = await findEntry(out, addresses, capturedAt);
  const archived = found && (await readCapture(out, found.file, found.entry));
  if (archived !== undefined) return archived;
  const body = await readPageBody(out, event);
  return body && { body, contentType: 'text/html', from: 'pages' };
}

/** The capture of the time, else the last one with status 200. */
async function findEntry(
  out: string,
  addresses: readonly string[],
  capturedAt: string | undefined,
): Promise<{ readonly file: string; readonly entry: CdxEntry } | undefined> {
  const wanted = capturedAt === undefined ? undefined : timestampOf(capturedAt);
  let last: { readonly file: string; readonly entry: CdxEntry } | undefined;
  for await (const { name, entries } of archivedFiles(out))
    for await (const entry of entries) {
      if (!addresses.includes(entry.url) || entry.mime === REVISIT_TYPE || entry.status !== 200) continue;
      last = { file: name, entry };
      if (entry.timestamp === wanted) return last;
    }
  return last;
}

async function readCapture(out: string, file: string, entry: CdxEntry): Promise<ArchivedPage | undefined> {
  const record = await readRecord(path.join(out, ARCHIVE_FOLDER, file), entry, MAX_BYTES);
  if (record?.fields.get('warc-type') !== 'response') return undefined;
  return {
    body: (await payloadOf(record, MAX_BYTES)).body,
    contentType: responseHead(record, '').headers['content-type'] ?? 'text/html',
    capturedAt: record.fields.get('warc-date') ?? entry.timestamp,
    from: 'warc',
  };
}
