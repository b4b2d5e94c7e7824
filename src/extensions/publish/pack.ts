import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { archiveOf, referredArchive, type PackedWarc } from '../../web/archive/archived-files.js';
import { openCaptureTable, type CaptureTable } from '../../web/archive/capture-table.js';
import { cdxEntry, timestampOf } from '../../web/archive/cdxj.js';
import { packWarcinfo, warcDigest } from '../../web/archive/warc-records.js';
import { archiveSize, WACZ_FILE } from '../../web/archive/names.js';
import { writeWacz, type PackedWacz, type WaczPage } from './wacz.js';
import { packFields, type PackSettings, type PackOptions } from './pack-settings.js';
import { checkSettings } from '../../app/settings/resolve.js';
import { readDescription } from '../../crawling/store/crawl-description.js';
import { isCrawlRunning, readStanding } from '../../crawling/store/crawl-store.js';
import { readEvents } from '../../crawling/store/result-folder.js';
import {
  PAGES_FILE,
  readPageBody,
  readPageRecords,
  readPageSource,
  readPageText,
} from '../../crawling/store/page-store.js';
import { fileExists } from '../../support/files/file-exists.js';
import { gzipSync } from 'node:zlib';
import type { CrawlEvent } from '../../model/crawl-event.js';
import { InputError } from '../../model/errors.js';
import type { Judgement } from '../../model/topic.js';
import { silentLogger, type Logger } from '../../support/logger.js';
import { packageVersion } from '../../support/package-version.js';
import { systemClock, type Clock } from '../../support/time/clock.js';
import { scoreOrNull } from '../../model/verdict-by-threshold.js';
import { withResources } from '../../support/with-resources.js';
import { pointInTime } from '../../support/time/point-in-time.js';

/** Report of packing a crawl. */
export interface PackReport extends PackedWacz {
  /** The file. */
  readonly file: string;
  readonly bytes: number;
  /** WARC files of the crawl. */
  readonly archives: number;
  /** Captures that the archive refers to, and that are in none of the earlier crawls: they cannot be replayed. */
  readonly missing: number;
}

/** Receiver of messages, and the clock. */
export interface PackDeps {
  readonly logger?: Logger;
  readonly clock?: Clock;
}

const descriptionSchema = z.object({
  crawl: z.string(),
  topic: z.union([z.string(), z.array(z.string())]),
  seeds: z.array(z.string()),
  startedAt: pointInTime,
});

/** The earlier crawl in the settings of a crawl. */
const earlierSchema = z.object({ settings: z.object({ revisit: z.string() }) });

/**
 * Packs the archive of a crawl that is not running, whatever ended it, into one WACZ file that ReplayWeb.page and others
 * open: WARC files, index, the accepted pages with title, text and judgement, and the rejected ones that were archived.
 * Records of earlier crawls that the archive refers to are copied, so that the file can be replayed on its own.
 *
 * @throws UsageError for settings; InputError where there is no archive, or the crawl is running; OutputError
 */
export async function packCrawl(
  out: string,
  options: PackOptions = {},
  deps: PackDeps = {},
): Promise<PackReport> {
  const settings = checkSettings(packFields, options);
  await readDescription(out, descriptionSchema);
  if (isCrawlRunning(out))
    throw new InputError(`the crawl in ${out} is running`, { hint: `stop it first: sfwc steer ${out} stop` });
  return packArchive(out, settings, deps);
}

async function packArchive(
  out: string,
  { to = path.join(out, WACZ_FILE), with: others = [], title }: Partial<PackSettings>,
  { logger = silentLogger, clock = systemClock }: PackDeps,
): Promise<PackReport> {
  const { crawl, topic, seeds, startedAt } = await readDescription(out, descriptionSchema);
  const { files: archives } = (await archiveSize(out)) ?? { files: 0 };
  if (archives === 0 && !(await fileExists(path.join(out, PAGES_FILE))))
    throw new InputError(`the crawl in ${out} has no pages`, { hint: 'it stored none, or accepted none' });
  return withResources(async (own) => {
    const captures = own(await openCaptureTable());
    const created = new Date(clock.now());
    const software = `sfwc/${packageVersion()}`;
    const made = { id: `<urn:uuid:${randomUUID()}>`, date: created.toISOString(), info: { software } };
    const earlier = [...others, ...earlierCrawl(out)];
    async function* warcs(): AsyncGenerator<PackedWarc> {
      if (archives === 0) yield { name: `${PAGES_FILE}.gz`, content: storedRecords(out, captures, made) };
      yield* archiveOf(out, captures);
      yield* referredArchive(earlier, captures, made);
    }
    const names = [topic].flat().join(', ');
    const packed = await writeWacz(to, {
      warcs: warcs(),
      captures,
      pages: pagesOf(out, captures, true),
      extraPages: pagesOf(out, captures, false),
      title: title ?? (names === '' ? 'Crawl without a topic' : names),
      description: `Crawl ${crawl} from ${seeds.join(', ')}, begun ${startedAt}`,
      ...{ software, created },
    });
    const missing = captures.lacking();
    if (missing > 0)
      logger.warn(`${to} lacks ${missing} captures of earlier crawls; name their folders with --with`);
    return { file: to, bytes: (await stat(to)).size, archives: Math.max(1, archives), ...packed, missing };
  });
}

/** The first record of a file that is made. */
interface MadeFile {
  readonly id: string;
  readonly date: string;
  readonly info: Readonly<Record<string, string>>;
}

/** The stored pages of a crawl as a file of gzip members. An index leads to what was received, or to what scripts made of it. */
async function* storedRecords(
  out: string,
  captures: CaptureTable,
  { id, date: madeAt, info }: MadeFile,
): AsyncGenerator<Uint8Array> {
  const filename = `${PAGES_FILE}.gz`;
  const warcinfo = await packWarcinfo(id, filename, madeAt, info);
  yield warcinfo;
  let offset = warcinfo.length;
  for await (const event of readEvents(out)) {
    const { url, finalUrl = url, time, capturedAt = time, contentType = '', stored } = event;
    const payload = (await readPageSource(out, event)) ?? (await readPageBody(out, event));
    const records = stored && (await readPageRecords(out, stored));
    if (payload === undefined || records === undefined) continue;
    const [first, ...made] = records.map((record) => gzipSync(record));
    const [mime = ''] = contentType.split(';', 1);
    const place = { offset, length: first?.length ?? 0, filename, digest: warcDigest([payload]) };
    captures.add(cdxEntry({ url: finalUrl, date: capturedAt, mime, status: 200, ...place }));
    for (const member of [first ?? Buffer.alloc(0), ...made]) {
      yield member;
      offset += member.length;
    }
  }
}

/** The earlier crawl that a crawl revisits, as a whole path; nothing where there is none. */
function earlierCrawl(out: string): readonly string[] {
  const plan = earlierSchema.safeParse(readStanding(out).plan);
  return plan.success ? [plan.data.settings.revisit] : [];
}

/** The pages of a crawl that its archive holds: those that were accepted, or the others that were judged. */
async function* pagesOf(out: string, captures: CaptureTable, accepted: boolean): AsyncGenerator<WaczPage> {
  for await (const event of readEvents(out)) {
    const { judgement, time, capturedAt = time, sequence, depth, title } = event;
    if (judgement?.accepted !== accepted) continue;
    const url = event.finalUrl ?? event.url;
    if (!captures.has(url, timestampOf(capturedAt))) continue;
    yield {
      id: String(sequence),
      url,
      ts: capturedAt,
      title,
      text: await mainText(out, event),
      ...(depth === 0 ? { seed: true } : {}),
      depth,
      ...(url === event.url ? {} : { requestedUrl: event.url }),
      judgement: shortened(judgement),
    };
  }
}

/** The text of a page without its title; undefined where it was not kept. */
async function mainText(out: string, event: CrawlEvent): Promise<string | undefined> {
  const { title = '' } = event;
  const text = await readPageText(out, event);
  return title !== '' && text?.startsWith(`${title}\n\n`) === true ? text.slice(title.length + 2) : text;
}

/** A judgement as a list of pages has it: the verdict, and why. */
function shortened({
  accepted,
  score,
  classifier,
  topic,
  reason,
}: Judgement): Readonly<Record<string, unknown>> {
  const { low: threshold } = reason.band;
  return {
    accepted,
    score: scoreOrNull(score),
    threshold,
    classifier,
    topic,
    why: reason.summary,
  };
}
