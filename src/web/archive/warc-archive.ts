import { randomUUID } from 'node:crypto';
import { open, rm, stat, truncate, type FileHandle } from 'node:fs/promises';
import { makeFolder } from '../../support/files/file-exists.js';
import { join } from 'node:path';
import type { ArchivePlace, CrawlArchive, Visited } from '../../model/archive.js';
import type { CaptureExchange, DatedExchange } from '../../model/exchange.js';
import type { Fetcher } from '../../model/crawl-event.js';
import { InputError, messageOf, SfwcError } from '../../model/errors.js';
import type { Clock } from '../../support/time/clock.js';
import { lastWholeMember } from '../../support/files/source-bytes.js';
import type { Logger } from '../../support/logger.js';
import { takeTurns } from '../../support/take-turns.js';
import { cdxEntry, indexArchive, writeIndex, type CdxEntry } from './cdxj.js';
import { ARCHIVE_FOLDER, WACZ_FILE, archiveFileName, archiveFiles, indexName, serialOf } from './names.js';
import { packExchange, packMetadata, packRendered, packWarcinfo, type PackedRecord } from './warc-records.js';
import { cannotWrite } from '../../support/files/cannot-write.js';

/** Content and place of an archive. */
export interface ArchiveOptions {
  /** Folder with the results of the crawl; the archive lies in `warc/` in it. */
  readonly out: string;
  /** Every exchange that had an answer, or those alone that led to accepted pages. */
  readonly keep: 'all' | 'accepted';
  /** Bytes of a file after which the next one is begun. */
  readonly fileBytes: number;
  readonly topic: string;
  /** Facts about the crawl in the first record of each file. */
  readonly info: Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Makes the names of records; by default at random. */
  readonly newId?: () => string;
}

/** The file that is written to. */
interface OpenFile {
  readonly name: string;
  readonly handle: FileHandle;
  length: number;
  entries: CdxEntry[];
}

/** An archive that is empty. @throws OutputError */
export async function createArchive(options: ArchiveOptions): Promise<WarcArchive> {
  const folder = join(options.out, ARCHIVE_FOLDER);
  await writing(folder, () => makeFolder(folder));
  return new WarcArchive(options);
}

/**
 * An archive that continues. What lies beyond the place is cut off: records of URLs that had not come to their end.
 * @param place where the archive ended when the last URL did; undefined where it had not begun
 * @throws InputError when its file is not there; OutputError
 */
export async function reopenArchive(
  options: ArchiveOptions,
  place: ArchivePlace | undefined,
): Promise<WarcArchive> {
  const folder = join(options.out, ARCHIVE_FOLDER);
  await writing(folder, () => makeFolder(folder));
  // The end of the last run is not the end of the crawl any more.
  await writing(folder, () => rm(join(options.out, WACZ_FILE), { force: true }));
  const current = place === undefined ? -1 : (serialOf(place.file) ?? -1);
  for (const name of await archiveFiles(folder))
    if ((serialOf(name) ?? 0) > current || name === indexName(place?.file ?? ''))
      await writing(folder, () => rm(join(folder, name)));
  return new WarcArchive(options, place && (await goOn(folder, place, options)));
}

async function goOn(folder: string, place: ArchivePlace, options: ArchiveOptions): Promise<OpenFile> {
  const path = join(folder, place.file);
  const found = await stat(path).catch((thrown: unknown) => {
    throw new InputError(`${path} cannot be read: ${messageOf(thrown)}`, {
      hint: 'restore the file; the crawl cannot continue without its archive',
      cause: thrown,
    });
  });
  let { length } = place;
  if (found.size < length) {
    // After a power failure.
    length = await lastWholeMember(path);
    options.logger.warn(
      `${path}: its last ${place.length - length} bytes are lost; the archive lacks these pages`,
    );
  }
  return writing(folder, async () => {
    await truncate(path, length);
    const entries = [...(await indexArchive(path))];
    const handle = await open(path, 'a');
    if (length > 0) return { name: place.file, handle, length, entries };
    return { ...(await begin(place.file, handle, options)), entries };
  });
}

/** Writes the record that begins a file. */
async function begin(
  name: string,
  handle: FileHandle,
  { clock, info, newId = randomId }: ArchiveOptions,
): Promise<OpenFile> {
  const bytes = await packWarcinfo(newId(), name, new Date(clock.now()).toISOString(), info);
  await handle.appendFile(bytes);
  return { name, handle, length: bytes.length, entries: [] };
}

function randomId(): string {
  return `<urn:uuid:${randomUUID()}>`;
}

/** An archive of one crawl that is being written, in WARC 1.1. */
export class WarcArchive implements CrawlArchive {
  private readonly folder: string;
  private readonly newId: () => string;
  private readonly inTurn = takeTurns();
  private readonly besides: Promise<readonly PackedRecord[]>[] = [];
  /** Number of the next file. */
  private serial: number;
  /** With what was recorded last: pages that are judged again record it while a further capture is being written. */
  private recorded: ArchivePlace | undefined;

  constructor(
    private readonly options: ArchiveOptions,
    private file?: OpenFile,
  ) {
    this.folder = join(options.out, ARCHIVE_FOLDER);
    this.newId = options.newId ?? randomId;
    this.serial = file === undefined ? 0 : (serialOf(file.name) ?? 0) + 1;
    this.recorded = placeOf(file);
  }

  place(): ArchivePlace | undefined {
    return this.recorded;
  }

  async keep<T>(visited: Visited, step: (begun: () => void) => Promise<T>): Promise<T> {
    const { code, judgement } = visited.outcome;
    const isKept = this.options.keep === 'all' || judgement?.accepted === true;
    const records = isKept && code !== 'tdm-reserved' ? await packVisit(visited, this.newId) : [];
    return this.inTurn(async () => {
      await this.write((await Promise.all(this.besides.splice(0))).flat());
      const takeBack = await this.write(records);
      const before = this.recorded;
      try {
        return await step(() => (this.recorded = placeOf(this.file)));
      } catch (thrown) {
        this.recorded = before;
        await takeBack();
        throw thrown;
      }
    });
  }

  /**
   * A fetcher whose exchanges are archived as well where all are kept: they are written with the next URL that comes to
   * its end. For robots.txt files and sitemaps.
   */
  alongside(fetcher: Fetcher): Fetcher {
    if (this.options.keep !== 'all') return fetcher;
    const capture: CaptureExchange = () => {
      const time = this.options.clock.now();
      return (exchange) => {
        const packed = packExchange({ time, ...exchange }, this.newId);
        this.besides.push(packed.then(({ records }) => records));
      };
    };
    return { fetch: (url, given) => fetcher.fetch(url, { ...given, capture }) };
  }

  /** Sees to it that what was written is on the disk. @throws OutputError */
  sync(): Promise<void> {
    return this.inTurn(() => writing(this.folder, async () => this.file?.handle.sync()));
  }

  /** Closes the file and writes its index. @throws OutputError */
  close(): Promise<void> {
    return this.inTurn(() => writing(this.folder, () => this.finish()));
  }

  /** Writes records, in another file where this one is full. Returns what takes them back. */
  private write(packed: readonly PackedRecord[]): Promise<() => Promise<void>> {
    return writing(this.folder, async () => {
      if (packed.length === 0) return () => Promise.resolve();
      const size = packed.reduce((sum, { bytes }) => sum + bytes.length, 0);
      const { file, options } = this;
      if (file !== undefined && file.entries.length > 0 && file.length + size > options.fileBytes)
        await this.finish();
      this.file ??= await this.beginNext();
      const [written, start] = [this.file, this.file.length];
      await append(written, packed);
      return () => cutBack(written, start);
    });
  }

  private async beginNext(): Promise<OpenFile> {
    const { folder, options } = this;
    const name = archiveFileName(options.topic, options.clock.now(), this.serial);
    this.serial += 1;
    return begin(name, await open(join(folder, name), 'ax'), options);
  }

  private async finish(): Promise<void> {
    const { file } = this;
    this.file = undefined;
    if (file === undefined) return;
    try {
      await file.handle.sync();
    } finally {
      await file.handle.close();
    }
    await writeIndex(join(this.folder, indexName(file.name)), file.entries);
  }
}

/** The end of a file as it is now. */
function placeOf(file: OpenFile | undefined): ArchivePlace | undefined {
  return file && { file: file.name, length: file.length };
}

/** The records of a visit: its exchanges, what scripts requested and made of the page, and what was made of it all. */
async function packVisit(visited: Visited, newId: () => string): Promise<readonly PackedRecord[]> {
  const { exchanges, rendered, outcome } = visited;
  const pack = (exchange: DatedExchange): ReturnType<typeof packExchange> => {
    const isUnchanged = outcome.code === 'unchanged' && exchange.status === 304;
    return packExchange(exchange, newId, isUnchanged ? outcome.capturedAt : undefined);
  };
  const packed = await Promise.all(exchanges.map(pack));
  const [last, url] = [packed.at(-1)?.id, exchanges.at(-1)?.url];
  if (last === undefined || url === undefined) return [];
  const made = rendered && [
    ...(await Promise.all(rendered.exchanges.map(pack))).flatMap(({ records }) => records),
    await packRendered(url, rendered, last, newId),
  ];
  const metadata = await packMetadata(visited, last, newId);
  return [...packed.flatMap(({ records }) => records), ...(made ?? []), metadata];
}

/** Appends records; what does not fit on the disk is taken back. */
async function append(file: OpenFile, records: readonly PackedRecord[]): Promise<void> {
  try {
    await file.handle.appendFile(Buffer.concat(records.map(({ bytes }) => bytes)));
  } catch (thrown) {
    await file.handle.truncate(file.length).catch(() => undefined);
    throw thrown;
  }
  for (const { bytes, capture } of records) {
    const place = { offset: file.length, length: bytes.length, filename: file.name };
    if (capture !== undefined) file.entries.push(cdxEntry({ ...capture, ...place }));
    file.length += bytes.length;
  }
}

/** Undoes what was appended from there on. */
async function cutBack(file: OpenFile, length: number): Promise<void> {
  file.length = length;
  file.entries = file.entries.filter(({ offset }) => offset < file.length);
  await file.handle.truncate(file.length).catch(() => undefined);
}

async function writing<T>(folder: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (thrown) {
    if (thrown instanceof SfwcError) throw thrown;
    const then = 'then continue with sfwc crawl --resume';
    throw cannotWrite(folder, thrown, { what: `the archive in ${folder}`, then });
  }
}
