import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { checkSettings } from '../../../app/settings/resolve.js';
import { readDescription } from '../../../crawling/store/crawl-description.js';
import { isCrawlRunning } from '../../../crawling/store/crawl-store.js';
import {
  PAGES_FILE,
  readPageBody,
  readPageRecords,
  readPageSource,
  readPageText,
} from '../../../crawling/store/page-store.js';
import { readEvents } from '../../../crawling/store/result-folder.js';
import type { CrawlEvent } from '../../../model/crawl-event.js';
import { InputError, shellWord } from '../../../model/errors.js';
import { scoreOrNull } from '../../../model/verdict-by-threshold.js';
import { fileExists } from '../../../support/files/file-exists.js';
import { silentLogger, type Logger } from '../../../support/logger.js';
import { packageVersion } from '../../../support/package-version.js';
import { systemClock, type Clock } from '../../../support/time/clock.js';
import { withResources } from '../../../support/with-resources.js';
import {
  type PackedWarc,
  type CaptureTable,
  archiveOf,
  openCaptureTable,
} from '../../../web/archive/archived-files.js';
import { cdxEntry, timestampOf } from '../../../web/archive/cdxj.js';
import { archiveSize, WACZ_FILE } from '../../../web/archive/names.js';
import { packWarcinfo, warcDigest } from '../../../web/archive/warc-records.js';
import { packFields, type PackOptions } from '../settings.js';
import { writeWacz, type WaczPage } from './wacz.js';

/** Report of packing a crawl: the file, its WARC files and accepted pages, and captures of earlier crawls that it lacks. */
export interface PackReport extends Readonly<Record<'bytes' | 'archives' | 'pages' | 'missing', number>> {
  readonly file: string;
}

const descriptionSchema = z.object({
  crawl: z.string(),
  topic: z.union([z.string(), z.array(z.string())]),
  seeds: z.array(z.string()),
});

/**
 * Packs the archive of a crawl that is not running, whatever ended it, into one WACZ file that ReplayWeb.page and others
 * open: WARC files, index, and the accepted pages with title, text and judgement.
 *
 * @throws UsageError for settings; InputError where there is no archive, or the crawl is running; OutputError
 */
export async function packCrawl(
  out: string,
  options: PackOptions = {},
  { logger = silentLogger, clock = systemClock }: { readonly logger?: Logger; readonly clock?: Clock } = {},
): Promise<PackReport> {
  const { to = path.join(out, WACZ_FILE), title } = checkSettings(packFields, options);
  const { crawl, topic, seeds } = await readDescription(out, descriptionSchema);
  const hint = `stop it first: sfwc steer ${shellWord(out)} stop`;
  if (isCrawlRunning(out)) throw new InputError(`the crawl in ${out} is running`, { hint });
  const archives = (await archiveSize(out))?.files ?? 0;
  if (archives === 0 && !(await fileExists(path.join(out, PAGES_FILE))))
    throw new InputError(`the crawl in ${out} has no pages`, { hint: 'it stored none, or accepted none' });
  return withResources(async (own) => {
    const captures = own(await openCaptureTable());
    const [created, software] = [new Date(clock.now()), `sfwc/${packageVersion()}`];
    const warcs = warcsOf(out, captures, { created, software });
    const named = title ?? ([topic].flat().join(', ') || 'Crawl without a topic');
    const description = `Crawl ${crawl} from ${seeds.join(', ')}`;
    const parts = { warcs, captures, title: named, description, software, created };
    const pages = await writeWacz(to, { ...parts, pages: pagesOf(out, captures) });
    const missing = captures.lacking();
    if (missing > 0) logger.warn(`${to} lacks ${missing} captures of earlier crawls, which are missing`);
    return { file: to, bytes: (await stat(to)).size, archives: Math.max(1, archives), pages, missing };
  });
}

/** The WARC files of a crawl: of its archive, else of the pages that it stored. */
async function* warcsOf(
  out: string,
  captures: CaptureTable,
  { created, software }: { readonly created: Date; readonly software: string },
): AsyncGenerator<PackedWarc> {
  const name = `${PAGES_FILE}.gz`;
  if (((await archiveSize(out))?.files ?? 0) === 0) {
    const id = `<urn:uuid:${randomUUID()}>`;
    const warcinfo = await packWarcinfo(id, name, created.toISOString(), { software });
    yield { name, content: storedRecords(out, captures, name, warcinfo) };
  }
  yield* archiveOf(out, captures);
}

/** The stored pages of a crawl as a file of gzip members. An index leads to what was received, or to what scripts made of it. */
async function* storedRecords(
  out: string,
  captures: CaptureTable,
  filename: string,
  warcinfo: Uint8Array,
): AsyncGenerator<Uint8Array> {
  yield warcinfo;
  let offset = warcinfo.length;
  for await (const event of readEvents(out)) {
    const { url, finalUrl = url, time, capturedAt = time, contentType = '', stored } = event;
    const payload = (await readPageSource(out, event)) ?? (await readPageBody(out, event));
    const records = stored && (await readPageRecords(out, stored));
    if (payload === undefined || records === undefined) continue;
    const members = records.map((record) => gzipSync(record));
    const [mime = ''] = contentType.split(';', 1);
    const place = { offset, length: members[0]?.length ?? 0, filename, digest: warcDigest([payload]) };
    captures.add(cdxEntry({ url: finalUrl, date: capturedAt, mime, status: 200, ...place }));
    for (const member of members) {
      yield member;
      offset += member.length;
    }
  }
}

/** The accepted pages of a crawl that its archive holds. */
async function* pagesOf(out: string, captures: CaptureTable): AsyncGenerator<WaczPage> {
  for await (const event of readEvents(out)) {
    const { judgement, time, capturedAt = time, sequence, depth, title, finalUrl: url = event.url } = event;
    if (judgement?.accepted !== true || !captures.has(url, timestampOf(capturedAt))) continue;
    const { score, classifier, topic, reason } = judgement;
    yield {
      ...{ id: String(sequence), url, ts: capturedAt, title, text: await mainText(out, event), depth },
      ...(depth === 0 ? { seed: true } : {}),
      ...(url === event.url ? {} : { requestedUrl: event.url }),
      judgement: {
        ...{ accepted: true, score: scoreOrNull(score), threshold: reason.band.low },
        ...{ classifier, topic, why: reason.summary },
      },
    };
  }
}

/** The text of a page without its title; undefined where it was not kept. */
async function mainText(out: string, event: CrawlEvent): Promise<string | undefined> {
  const { title = '' } = event;
  const text = await readPageText(out, event);
  return title !== '' && text?.startsWith(`${title}\n\n`) === true ? text.slice(title.length + 2) : text;
}
