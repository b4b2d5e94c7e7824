import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type ClassifiedPage, withVerdicts } from '../../../app/classify/with-verdicts.js';
import type { PageColumn, PageRow } from '../../../judging/plugins/plugin.js';
import { PARTS } from '../../../judging/parts.js';
import { PAGES_AT_ONCE } from '../../../judging/judge/judging-threads.js';
import type { Encoder } from '../../../judging/judge/open-judge.js';
import { detectLanguage } from '../../../language/text/language.js';
import { InputError, messageOf, SfwcError } from '../../../model/errors.js';
import type { Acceptance, PageJudge } from '../../../model/judging.js';
import type { Judgement } from '../../../model/topic.js';
import { scoreOrNull } from '../../../model/verdict-by-threshold.js';
import { concurrentMap } from '../../../support/concurrent-map.js';
import { createJsonSpool } from '../../../support/files/temporary-folder.js';
import { createPartialFile, jsonFile, replaceFile } from '../../../support/files/replace-file.js';
import { packageVersion } from '../../../support/package-version.js';
import { packWarcinfo } from '../../../web/archive/warc-records.js';
import type { Page } from '../../../model/page.js';
import { readBytes, SourceEnds } from '../../../support/files/source-bytes.js';
import {
  failureOf,
  isTooLarge,
  payloadOf,
  readRecord,
  type ArchivedRecord,
} from '../../../web/archive/read-record.js';
import { webAddress } from '../../../web/page/links.js';
import { isMarkup, pageOfText, textOfBytes } from '../../../web/page/charset.js';
import { HTML, mayHoldText, textType } from '../warc-corpus.js';
import { type WarcHeader, type WarcRecordFrame, readWarcFrames } from '../warc-frames.js';
import { MAX_PAGE_BYTES } from '../../../web/http/read-body.js';

/** A page of an archive, still as HTML or as text. */
interface ArchivedPage {
  readonly url: string;
  /** Byte at which its record begins, after decompression. */
  readonly offset: number;
  readonly record: ArchivedRecord;
  readonly content: { readonly body: Uint8Array; readonly contentType: string } | { readonly page: Page };
  /** The record as it stands in the file, decompressed. */
  readonly bytes: Uint8Array;
}

/** Reports of reading an archive. */
interface ArchiveReading {
  /** Called for each record of any type. */
  readonly onRecord: () => void;
  readonly onTooLarge: () => void;
  /** Called for each part that cannot be read. @param offset byte after decompression */
  readonly onProblem: (offset: number, message: string) => void;
}

/** Bytes that the headers of a record may have in addition to its page. */
const HEADERS = 65_536;
const ROBOTS_TXT = /^https?:\/\/[^/]+\/robots\.txt$/i;

/**
 * Reads the pages of a WARC or WET file one by one: responses with status 2xx and resources that are HTML or plain text, and
 * texts made of pages (`conversion`). One record is in memory. The reading ends where the file is cut off or damaged.
 * @throws InputError when the file cannot be read
 */
export async function* readArchive(file: string, reading: ArchiveReading): AsyncGenerator<ArchivedPage> {
  const { onRecord, onTooLarge, onProblem } = reading;
  const choose = (header: WarcHeader): 'read' | 'skip' => {
    onRecord();
    if (!mayHoldText(header) || ROBOTS_TXT.test(header.url)) return 'skip';
    if (header.length <= MAX_PAGE_BYTES + HEADERS) return 'read';
    onTooLarge();
    return 'skip';
  };
  try {
    for await (const frame of readWarcFrames(readBytes(file), choose)) {
      const page = frame.kind === 'problem' ? undefined : await pageOf(frame, reading);
      if (frame.kind === 'problem') onProblem(frame.offset, frame.message);
      if (page !== undefined) yield page;
    }
  } catch (thrown) {
    if (!(thrown instanceof SourceEnds)) throw thrown;
    onProblem(thrown.position, thrown.message);
  }
}

/** The page of a record, as `sfwc classify` reads it; undefined where it is none, or cannot be read. */
async function pageOf(
  { header, bytes }: WarcRecordFrame,
  { onTooLarge, onProblem }: ArchiveReading,
): Promise<ArchivedPage | undefined> {
  const { offset } = header;
  const url = webAddress(header.url) ?? header.url;
  try {
    const record = readRecord(bytes);
    const contentType = record && textType(record, header);
    if (record === undefined || contentType === undefined || failureOf(record) !== undefined)
      return undefined;
    const { body } = await payloadOf(record, MAX_PAGE_BYTES);
    const made = { url, offset, record, bytes };
    if (HTML.test(contentType)) return { ...made, content: { body, contentType } };
    const text = textOfBytes(body, url);
    const isPage = header.type !== 'conversion' && isMarkup(text);
    return { ...made, content: isPage ? { body, contentType: '' } : { page: pageOfText(text, url, url) } };
  } catch (thrown) {
    if (isTooLarge(thrown)) onTooLarge();
    else onProblem(offset, `${url}: ${messageOf(thrown)}`);
    return undefined;
  }
}

const pack = promisify(gzip);

/** The files that are made of an archive. */
export interface Outputs {
  readonly warc: string;
  readonly parquet: string;
  /** Says that the others are complete, and what they were made of. */
  readonly record: string;
}

/** Outcome of a file. JSON. */
export interface FileOutcome {
  readonly records: number;
  /** Pages that were judged. */
  readonly pages: number;
  readonly accepted: number;
  /** Pages that are larger than the limit, and were skipped. */
  readonly tooLarge: number;
  /** Damages of the file, and pages that could not be read or judged. */
  readonly unreadable: number;
  /** The first of these, each with its place. */
  readonly problems: readonly string[];
  readonly seconds: number;
}

/** A file to filter, and the checksum of all that its outputs depend on. */
interface FilterTask {
  readonly file: string;
  readonly outputs: Outputs;
  readonly basis: string;
  readonly topics: readonly string[];
}

/** Judge by which a file is filtered, with a threshold of its own. */
export interface FileJudge {
  readonly judge: PageJudge;
  readonly acceptance: Acceptance | undefined;
  readonly encoder: Encoder | undefined;
}

/** Follows the filtering of a file, and may end it. */
export interface FileWatch {
  readonly onProgress: (progress: Pick<FileOutcome, 'pages' | 'accepted'>) => void;
  readonly signal?: AbortSignal;
}

type Counts = { -readonly [Name in keyof FileOutcome]: FileOutcome[Name] } & { readonly problems: string[] };

/** A page of an archive with its judgement. JSON, since pages may wait on disk for their verdicts. */
type JudgedRecord = ClassifiedPage & {
  readonly url: string;
  readonly judgement: Judgement;
  /** The record as a gzip member, in base 64; absent if it cannot be accepted. */
  readonly packed?: string;
  /** Its row, but for what depends on the verdict. */
  readonly row: PageRow;
};

/** Problems of a file that are listed one by one. */
const MAX_PROBLEMS = 20;

/** The columns of the Parquet file of an archive that was filtered. */
const ACCEPTED_COLUMNS: readonly PageColumn[] = (
  [
    ['url', 'text', 'address of the page, as its record states it'],
    ['date', 'text', 'when it was captured, ISO 8601'],
    ['title', 'text', 'title'],
    ['language', 'text', 'language, BCP 47, where it is stated or could be detected'],
    ['score', 'number', "score on the classifier's scale"],
    ['threshold', 'number', 'score from which pages of the file were accepted'],
    ['topic', 'text', 'topic that it was accepted for; of several the best'],
    ['classifier', 'text', 'classifier that accepted it'],
    ['reason', 'text', 'why it was accepted, in a sentence'],
    ['nouns', 'list', 'nouns with the most influence, the strongest first'],
    ['digest', 'text', 'digest of the payload or block, as the record states it'],
    ['record', 'text', 'WARC-Record-ID of the record'],
    ['source', 'text', 'name of the archive that was filtered'],
    ['offset', 'number', 'byte at which the record begins there, after decompression'],
  ] as const
).map(([name, type, meaning]) => ({ name, type, meaning }));

/**
 * Filters an archive: writes the accepted records as a WARC file, and what is known of them as a Parquet file. Both get their names when
 * they are complete, and at last the record of the work its own.
 * @throws InputError where the file cannot be read or is not an archive; OutputError; the signal's reason; errors of the judge
 */
export async function filterFile(task: FilterTask, by: FileJudge, watch: FileWatch): Promise<FileOutcome> {
  const began = performance.now();
  const { file, outputs, basis, topics } = task;
  const rows = createJsonSpool<PageRow>('filter');
  const warc = await createPartialFile(outputs.warc, new PassThrough());
  const counts = { records: 0, pages: 0, accepted: 0, tooLarge: 0, unreadable: 0, problems: [], seconds: 0 };
  try {
    await warc.write(await warcinfoOf(task));
    for await (const record of withVerdicts(judgedRecords(task, by, counts, watch), by.acceptance)) {
      if (!record.judgement.accepted) continue;
      await warc.write(Buffer.from(record.packed ?? '', 'base64'));
      await rows.add(acceptedRow(record, topics));
      counts.accepted += 1;
    }
    if (counts.records === 0)
      throw new InputError(`${file} is not a WARC file: it contains no record`, {
        hint: 'give files with names such as crawl.warc.gz or crawl.warc.wet.gz',
      });
    await warc.close();
    const outcome = { ...counts, seconds: Math.round((performance.now() - began) / 100) / 10 };
    await replaceFile(outputs.parquet, (await PARTS.parquet()).write(rows.read(), ACCEPTED_COLUMNS));
    await warc.moveTo(outputs.warc);
    await replaceFile(outputs.record, jsonFile({ basis, outcome }));
    return outcome;
  } finally {
    await warc.discard();
    await rows.remove();
  }
}

function warcinfoOf({ file, outputs, topics }: FilterTask): Promise<Uint8Array> {
  return packWarcinfo(`<urn:uuid:${randomUUID()}>`, path.basename(outputs.warc), new Date().toISOString(), {
    software: `sfwc/${packageVersion()}`,
    format: 'WARC File Format 1.1',
    topic: topics.join(', '),
    isPartOf: path.basename(file),
  });
}

/** The pages of a file with their judgements; counts what is not judged. */
async function* judgedRecords(
  { file }: FilterTask,
  by: FileJudge,
  counts: Counts,
  { onProgress, signal }: FileWatch,
): AsyncGenerator<JudgedRecord, void> {
  const onProblem = (offset: number, message: string): void => {
    counts.unreadable += 1;
    if (counts.problems.length < MAX_PROBLEMS) counts.problems.push(`${file}: byte ${offset}: ${message}`);
  };
  const pages = readArchive(file, {
    onRecord: () => {
      signal?.throwIfAborted();
      counts.records += 1;
    },
    onTooLarge: () => void (counts.tooLarge += 1),
    onProblem,
  });
  const judge = async (page: ArchivedPage): Promise<JudgedRecord | undefined> => {
    try {
      return await judgeRecord(page, file, by);
    } catch (thrown) {
      if (thrown instanceof SfwcError) throw thrown;
      onProblem(page.offset, `${page.url}: it cannot be judged: ${messageOf(thrown)}`);
      return undefined;
    }
  };
  for await (const record of concurrentMap(pages, (by.judge.atOnce ?? 1) * PAGES_AT_ONCE, judge)) {
    if (record === undefined) continue;
    counts.pages += 1;
    onProgress(counts);
    yield record;
  }
}

async function judgeRecord(
  { content, url, record, offset, bytes }: ArchivedPage,
  file: string,
  { judge, acceptance, encoder }: FileJudge,
): Promise<JudgedRecord> {
  const read = 'page' in content ? undefined : await judge.read(content.body, url, content.contentType, {});
  const page = 'page' in content ? content.page : read?.page;
  if (page === undefined) throw new Error('it has no content');
  const own = await (read?.judge() ?? judge.judge(page));
  const judgement = (await encoder?.judge(page, own, acceptance)) ?? own;
  const mayCount = acceptance?.mayAccept(judgement) === true || judgement.accepted;
  const { title, text, language = mayCount ? await detectLanguage(text) : undefined } = page;
  const { fields } = record;
  const row = {
    ...{ url, date: fields.get('warc-date'), title, language, source: path.basename(file), offset },
    digest: fields.get('warc-payload-digest') ?? fields.get('warc-block-digest'),
    record: fields.get('warc-record-id'),
  };
  if (!mayCount) return { url, title, judgement, row };
  const packed = await pack(Buffer.concat([bytes, Buffer.from('\r\n\r\n')]));
  return { url, title, judgement, row, packed: packed.toString('base64') };
}

/** An accepted page as a row. */
function acceptedRow({ row, judgement }: JudgedRecord, topics: readonly string[]): PageRow {
  const { score, classifier, reason, topic = topics.length === 1 ? topics[0] : undefined } = judgement;
  return {
    ...{ ...row, classifier, topic },
    score: scoreOrNull(score) ?? undefined,
    threshold: reason.band.low ?? undefined,
    reason: reason.summary,
    nouns: reason.evidence.map(({ lemma }) => lemma),
  };
}
