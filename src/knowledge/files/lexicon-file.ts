import path from 'node:path';
import type { Lexicon } from '../../language/text/lexicon.js';
import { readCheckedJson, writeCheckedJson, type CheckedFormat } from './checked-json.js';

const FORMAT: CheckedFormat = { name: 'sfwc lexicon', version: 1, holds: 'a lexicon', made: 'made' };

/** Texts from which a lexicon was made, and its reader. */
export interface LexiconHeader {
  readonly topic: string;
  /** Checksum of the topic that it was made of. */
  readonly topicChecksum: string;
  /** Name and version of the annotator that reads by it. */
  readonly annotator: string;
}

/** The words of a topic's texts, by which its pages are read, as its file has them. */
export interface TopicLexicon {
  readonly words: Lexicon;
  /** Lemmas that linkers linked in the corpus, one per line; without those of WordNet where it is one of the linkers. */
  readonly linked: string;
}

/** A lexicon as it is saved. */
export interface SavedLexicon extends LexiconHeader {
  readonly lexicon: TopicLexicon;
}

/**
 * The file of a topic's lexicon next to the topic's: `bees+lexicon.json.gz`. Like a classifier, it names the topic by
 * checksum, and not the other way round.
 */
export function lexiconFile(folder: string, topic: string): string {
  return path.join(folder, `${topic}+lexicon.json.gz`);
}

/** Saves a lexicon; see {@link writeCheckedJson}. @throws OutputError */
export async function writeLexicon(file: string, { lexicon, ...header }: SavedLexicon): Promise<void> {
  await writeCheckedJson(file, FORMAT, { header, body: lexicon });
}

/**
 * Reads a lexicon; undefined when the file does not exist.
 * @throws InputError when it is damaged, of another version, or made of another state of the topic
 */
export async function readLexicon(file: string, topicChecksum: string): Promise<SavedLexicon | undefined> {
  const read = await readCheckedJson<LexiconHeader, TopicLexicon>(
    file,
    FORMAT,
    topicChecksum,
    () => 'build the topic again, which makes it again',
  );
  return read === undefined ? undefined : { ...read.header, lexicon: read.body };
}
