import { randomUUID } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { withVerdicts } from '../../../app/classify/with-verdicts.js';
import type { PageRow, PagesFormat } from '../../../judging/plugins/plugin.js';
import type { Encoder } from '../../../judging/judge/open-judge.js';
import type { JudgePage } from '../../../judging/judge/create-judge.js';
import type { RemoteLinks } from '../../../judging/judge/judge-plan.js';
import { detectLanguage } from '../../../language/text/language.js';
import { InputError, Interrupted, messageOf, SfwcError } from '../../../model/errors.js';
import type { Acceptance } from '../../../model/judging.js';
import type { Page, PageReader } from '../../../model/page.js';
import { concurrentMap } from '../../../support/concurrent-map.js';
import { createJsonSpool } from '../../../support/files/json-spool.js';
import { createPartialFile, type PartialFile } from '../../../support/files/partial-file.js';
import { partialName } from '../../../support/files/partial-names.js';
import { jsonFile, replaceFile } from '../../../support/files/replace-file.js';
import { cannotWrite } from '../../../support/files/cannot-write.js';
import { packWarcinfo } from '../../../web/archive/warc-records.js';
import { readArchive, type ArchivedPage } from './archive-items.js';
import { ACCEPTED_COLUMNS, acceptedRow } from './accepted-row.js';
import type { FileOutcome, FileProgress, FilterTask, JudgedRecord } from './filter-messages.js';

const pack = promisify(gzip);

/** Judge by which files are filtered, in one thread. */
export interface FileJudge {
  readonly reader: PageReader;
  readonly judge: JudgePage;
  /** Makes a threshold for a file, which does not depend on other files. */
  readonly acceptance: () => Acceptance | undefined;
  /** Opens the encoder for a file. */
  readonly encoder: () => Promise<Encoder | undefined>;
  /** Queries the linking services of the topics for a page; undefined where they have none. */
  readonly link?: (page: Page) => Promise<RemoteLinks | undefined>;
  readonly parquet: PagesFormat;
}

/** Follows the filtering of a file, and may end it. */
export interface FileWatch {
  readonly onProgress: (progress: FileProgress) => void;
  readonly isStopped: () => boolean;
}

/** Pages in progress: counts may come from another thread. */
const AT_ONCE = 4;
/** Problems of a file that are listed one by one. */
const MAX_PROBLEMS = 20;

/**
 * Filters an archive: writes the accepted records as a WARC file, and what is known of them as a Parquet file. Both get their names when
 * they are complete, and at last the record of the work its own.
 * @throws InputError where the file cannot be read or is not an archive; OutputError; Interrupted; errors of the judge
 */
export async function filterFile(task: FilterTask, parts: FileJudge, watch: FileWatch): Promise<FileOutcome> {
  const began = performance.now();
  const { file, outputs } = task;
  const rows = createJsonSpool<PageRow>('filter');
  const copies = openCopies(task);
  const warc = await createPartialFile(outputs.warc, new PassThrough());
  const encoder = await parts.encoder();
  try {
    const state = emptyState();
    await warc.write(await warcinfoOf(task));
    const acceptance = parts.acceptance();
    const judged = judgedRecords(task, { ...parts, copies, acceptance, encoder, state }, watch);
    for await (const record of withVerdicts(judged, acceptance)) {
      if (!record.judgement.accepted) continue;
      await warc.write(await copies.bytesOf(record));
      await rows.add(acceptedRow(record, file, task.topic));
      state.accepted += 1;
    }
    if (state.records === 0) throw noRecords(file, state.bytes);
    await warc.close();
    const outcome = outcomeOf(state, (performance.now() - began) / 1000);
    await publish(task, warc, parts.parquet.write(rows.read(), ACCEPTED_COLUMNS), outcome);
    return outcome;
  } finally {
    await encoder?.close();
    await warc.discard();
    await rows.remove();
    await copies.close();
  }
}

/** The names in this order: the record says that the other two are complete. */
async function publish(
  { outputs, basis }: FilterTask,
  warc: PartialFile,
  parquet: AsyncIterable<string | Uint8Array>,
  outcome: FileOutcome,
): Promise<void> {
  await replaceFile(outputs.parquet, parquet);
  await warc.moveTo(outputs.warc);
  await replaceFile(outputs.record, jsonFile({ ...basis, ...outcome }));
}

interface FileState {
  bytes: number;
  records: number;
  pages: number;
  accepted: number;
  tooLarge: number;
  unreadable: number;
  readonly problems: string[];
}

function emptyState(): FileState {
  return { bytes: 0, records: 0, pages: 0, accepted: 0, tooLarge: 0, unreadable: 0, problems: [] };
}

function outcomeOf(
  { records, pages, accepted, tooLarge, unreadable, problems }: FileState,
  seconds: number,
): FileOutcome {
  return { records, pages, accepted, tooLarge, unreadable, problems, seconds: Math.round(seconds * 10) / 10 };
}

function noRecords(file: string, bytes: number): InputError {
  return bytes === 0
    ? new InputError(`${file} is empty`, { hint: 'fetch it again' })
    : new InputError(`${file} is not a WARC file: it contains no record`, {
        hint: 'give files with names such as crawl.warc.gz or crawl.warc.wet.gz',
      });
}

function warcinfoOf({ file, outputs, info }: FilterTask): Promise<Uint8Array> {
  const date = new Date().toISOString();
  const name = path.basename(outputs.warc);
  return packWarcinfo(`<urn:uuid:${randomUUID()}>`, name, date, { ...info, isPartOf: path.basename(file) });
}

/** Services with which a file is judged. */
interface Judging extends Pick<FileJudge, 'reader' | 'judge' | 'link'> {
  readonly acceptance: Acceptance | undefined;
  readonly encoder: Encoder | undefined;
  readonly copies: Copies;
  readonly state: FileState;
}

/** The pages of a file with their judgements; counts what is not judged. */
async function* judgedRecords(
  { file, maxBytes }: FilterTask,
  { state, ...parts }: Judging,
  { onProgress, isStopped }: FileWatch,
): AsyncGenerator<JudgedRecord, void> {
  const note = (offset: number, message: string): void => {
    state.unreadable += 1;
    if (state.problems.length < MAX_PROBLEMS) state.problems.push(`${file}: byte ${offset}: ${message}`);
  };
  const tell = (): void => onProgress(state);
  const reading = {
    maxBytes,
    onRead: (bytes: number) => {
      if (isStopped()) throw new Interrupted();
      state.bytes = bytes;
      tell();
    },
    onRecord: () => void (state.records += 1),
  };
  const pages = async function* (): AsyncGenerator<ArchivedPage> {
    for await (const item of readArchive(file, reading)) {
      if (isStopped()) throw new Interrupted();
      if (item.kind === 'page') yield item;
      else if (item.kind === 'too-large') state.tooLarge += 1;
      else note(item.offset, item.message);
    }
  };
  const judge = async (page: ArchivedPage): Promise<JudgedRecord | undefined> => {
    try {
      return await judgeRecord(page, parts);
    } catch (thrown) {
      if (thrown instanceof SfwcError) throw thrown;
      note(page.span.offset, `${page.url}: it cannot be judged: ${messageOf(thrown)}`);
      return undefined;
    }
  };
  for await (const record of concurrentMap(pages(), AT_ONCE, judge)) {
    if (record === undefined) continue;
    state.pages += 1;
    tell();
    yield record;
  }
}

async function judgeRecord(
  archived: ArchivedPage,
  { reader, judge, link, acceptance, encoder, copies }: Omit<Judging, 'state'>,
): Promise<JudgedRecord> {
  const { content, url, span, date, id, digest, bytes } = archived;
  const page = 'page' in content ? content.page : reader.read(content.body, url, content.contentType);
  const own = await judge(page, { remotes: await link?.(page) });
  const judgement = (await encoder?.judge(page, own, acceptance)) ?? own;
  const mayCount = acceptance?.mayAccept(judgement) === true || judgement.accepted;
  return {
    ...{ url, title: page.title, judgement, span, date, digest, recordId: id },
    language: page.language ?? (mayCount ? await detectLanguage(page.text) : undefined),
    packed: mayCount && span.length === undefined ? await copies.keep(bytes) : undefined,
  };
}

/** The records of accepted pages as gzip members. */
interface Copies {
  /** Writes a record that was not stored as a gzip member, compressed. @throws OutputError */
  keep(bytes: Uint8Array): Promise<{ readonly offset: number; readonly length: number }>;
  /** A record as it is in its file, or as it was packed. @throws InputError, OutputError */
  bytesOf(record: Pick<JudgedRecord, 'span' | 'packed'>): Promise<Uint8Array>;
  close(): Promise<void>;
}

function openCopies({ file, outputs }: FilterTask): Copies {
  const name = partialName(`${outputs.warc}.records`);
  let source: FileHandle | undefined;
  let kept: FileHandle | undefined;
  let end = 0;
  return {
    async keep(bytes) {
      const member = await pack(Buffer.concat([bytes, Buffer.from('\r\n\r\n')]));
      const [offset, { length }] = [end, member];
      end += length;
      try {
        kept ??= await open(name, 'w+');
        await kept.write(member, 0, length, offset);
      } catch (thrown) {
        throw cannotWrite(name, thrown);
      }
      return { offset, length };
    },
    async bytesOf({ span: { offset, length }, packed }) {
      if (packed !== undefined && kept !== undefined) return readAt(kept, packed, name);
      source ??= await open(file);
      return readAt(source, { offset, length: length ?? 0 }, file);
    },
    async close() {
      await source?.close();
      await kept?.close();
      await rm(name, { force: true }).catch(() => undefined);
    },
  };
}

async function readAt(
  handle: FileHandle,
  { offset, length }: { readonly offset: number; readonly length: number },
  file: string,
): Promise<Uint8Array> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await handle.read(bytes, 0, length, offset);
  if (bytesRead === length && length > 0) return bytes;
  throw new InputError(`${file}: byte ${offset}: the record is not there any more`, {
    hint: 'do not change files while they are filtered; run the command again',
  });
}
