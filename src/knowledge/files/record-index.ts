import { InputError } from '../../model/errors.js';
import { fileChecksum } from '../../support/files/file-checksum.js';
import { fileExists } from '../../support/files/file-exists.js';
import { companionOfRecord } from './companions.js';
import { readCheckedJson, writeCheckedJson, type CheckedFormat } from './checked-json.js';
import type { CorpusRole } from './corpus-record.js';

/** Raise the version when checksums of documents or the detection of languages change. */
const FORMAT: CheckedFormat = { name: 'sfwc corpus index', version: 1, holds: 'an index', made: 'made' };

/** The files that an index was made of. */
export interface IndexedFiles {
  readonly topicFile: string;
  readonly record: string;
}

/** What the first line of an index says: the checksum of the topic, and SHA-256 of the bytes of both files. */
interface IndexHeader {
  readonly topicChecksum: string;
  readonly topicFileChecksum: string;
  readonly recordChecksum: string;
}

/** The documents of a record without their texts, in the order of their ids. */
export type IndexedDocuments<Held> = Readonly<Record<CorpusRole, readonly Held[]>>;

/** What an index says. */
export interface RecordIndex<Held> extends IndexedDocuments<Held> {
  /** SHA-256 of the bytes of the topic's file as it was saved. */
  readonly topicFileChecksum: string;
}

/**
 * The file of a record's index next to the record: `bees+index-0123456789abcdef.jsonl.gz`. The index lists what the record
 * holds in some hundred bytes per document; the record has all texts and their analyses, which take seconds to read. The
 * index only saves time: without one, the record is read.
 * @param record its file, or only the name
 */
export function recordIndexFile(record: string): string {
  return companionOfRecord(record, 'index');
}

/** Writes the index of a record, when topic and record are saved. @throws OutputError */
export async function writeRecordIndex<Held extends { readonly id: string }>(
  { topicFile, record }: IndexedFiles,
  topicChecksum: string,
  { corpus, background }: IndexedDocuments<Held>,
): Promise<void> {
  const header: IndexHeader = {
    topicChecksum,
    topicFileChecksum: await fileChecksum(topicFile),
    recordChecksum: await fileChecksum(record),
  };
  const body: IndexedDocuments<Held> = { corpus: inOrder(corpus), background: inOrder(background) };
  await writeCheckedJson(recordIndexFile(record), FORMAT, { header, body });
}

/**
 * Reads the index of a record; undefined where there is none of this version, it is damaged, or the record is not as it was
 * when the index was made.
 */
export async function readRecordIndex<Held>(record: string): Promise<RecordIndex<Held> | undefined> {
  try {
    const index = await readCheckedJson<IndexHeader, IndexedDocuments<Held>>(
      recordIndexFile(record),
      FORMAT,
      undefined,
      () => 'build the topic again, which makes it again',
    );
    const checksum = (await fileExists(record)) ? await fileChecksum(record) : undefined;
    if (index === undefined || index.header.recordChecksum !== checksum) return undefined;
    return { ...index.body, topicFileChecksum: index.header.topicFileChecksum };
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

/** The same documents give the same list, in whatever order they came. */
function inOrder<Held extends { readonly id: string }>(documents: readonly Held[]): readonly Held[] {
  return [...documents].sort((a, b) => (a.id < b.id ? -1 : 1));
}
