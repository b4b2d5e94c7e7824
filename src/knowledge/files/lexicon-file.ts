import path from 'node:path';
import { readCheckedJson, writeCheckedJson, type CheckedFormat } from './checked-json.js';

const FORMAT: CheckedFormat = { name: 'sfwc lexicon', version: 1, holds: 'a lexicon', made: 'made' };

/** What a lexicon was made of, and what reads by it. */
export interface LexiconHeader {
  readonly topic: string;
  /** Checksum of the topic that it was made of. */
  readonly topicChecksum: string;
  /** Name and version of the annotator that reads by it. */
  readonly annotator: string;
}

/** A lexicon as it is saved. */
export interface SavedLexicon<Lexicon> extends LexiconHeader {
  readonly lexicon: Lexicon;
}

/**
 * The file of a topic's lexicon next to the topic's: `bees+lexicon.json.gz`. Like a classifier, it names the topic by
 * checksum, and not the other way round.
 */
export function lexiconFile(folder: string, topic: string): string {
  return path.join(folder, `${topic}+lexicon.json.gz`);
}

/** Saves a lexicon; see {@link writeCheckedJson}. @throws OutputError */
export async function writeLexicon<Lexicon>(
  file: string,
  { lexicon, ...header }: SavedLexicon<Lexicon>,
): Promise<void> {
  await writeCheckedJson(file, FORMAT, { header, body: lexicon });
}

/**
 * Reads a lexicon; undefined when the file does not exist.
 * @throws InputError when it is damaged, of another version, or made of another state of the topic
 */
export async function readLexicon<Lexicon>(
  file: string,
  topicChecksum: string,
): Promise<SavedLexicon<Lexicon> | undefined> {
  const read = await readCheckedJson<LexiconHeader, Lexicon>(
    file,
    FORMAT,
    topicChecksum,
    () => 'build the topic again, which makes it again',
  );
  return read === undefined ? undefined : { ...read.header, lexicon: read.body };
}
