import path from 'node:path';
import { ANNOTATOR_NAME } from '../../language/text/compromise-annotator.js';
import { LEXICAL_ANNOTATOR_NAME } from '../../language/text/lexical-annotator.js';
import {
  makeLexicon,
  unpackWordCounts,
  type Lexicon,
  type PackedWordCounts,
  type WordCounts,
} from '../../language/text/lexicon.js';
import { InputError } from '../../model/errors.js';
import { packagedPath } from '../../support/files/packaged-path.js';
import { once } from '../../support/once.js';
import { readCheckedJson, readOfAnnotator, writeCheckedJson, type CheckedFormat } from './checked-json.js';

const FORMAT: CheckedFormat = { name: 'sfwc lexicon', version: 1, hint: 'build the topic again' };

/** The words of a topic's texts, by which its pages are read, as its file has them. */
export interface TopicLexicon {
  readonly words: Lexicon;
  /** Lemmas that linkers linked in the corpus, one per line; without those of WordNet where it is one of the linkers. */
  readonly linked: string;
}

/** The topic that a lexicon was made of, and the annotator that reads by it. */
type LexiconHeader = Readonly<Record<'topic' | 'topicChecksum' | 'annotator', string>>;

/** The file of a topic's lexicon, `bees+lexicon.json.gz`, which names the topic by checksum. */
export function lexiconFile(folder: string, topic: string): string {
  return path.join(folder, `${topic}+lexicon.json.gz`);
}

/** Saves a lexicon; see {@link writeCheckedJson}. @throws OutputError */
export async function writeLexicon(
  file: string,
  { lexicon, ...header }: LexiconHeader & { readonly lexicon: TopicLexicon },
): Promise<void> {
  await writeCheckedJson(file, FORMAT, { header, body: lexicon });
}

/** The words of general English, by which pages of topics without a lexicon are read. @throws InputError where they are damaged */
const generalLexicon = once(async (): Promise<TopicLexicon> => ({
  words: makeLexicon([await readGeneralWords(ANNOTATOR_NAME)]),
  linked: '',
}));

/** The lexicon of a topic; that of general English, with a warning, where none fits. */
export async function openLexicon(
  folder: string | undefined,
  { name, checksum }: { readonly name: string; readonly checksum: string },
  warn: (message: string) => void,
): Promise<TopicLexicon> {
  // An endpoint has no place for it.
  if (folder === undefined) return generalLexicon();
  const general = `topic '${name}' has no lexicon of its own, so that fewer nouns are found; build the topic again`;
  try {
    const file = lexiconFile(folder, name);
    const saved = await readCheckedJson<LexiconHeader, TopicLexicon>(file, FORMAT, checksum);
    if (saved?.header.annotator === LEXICAL_ANNOTATOR_NAME) return saved.body;
    warn(general);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    warn(`${error.message}; ${general}`);
  }
  return generalLexicon();
}

const WORDS_FORMAT: CheckedFormat = { name: 'sfwc general words', version: 1, hint: 'install sfwc again' };

/** The file that comes with the package; `scripts/make-general-words.js` makes it. */
export const GENERAL_WORDS_FILE = packagedPath('corpora/general-words-en.json.gz');

/** Saves counts of general words. The same counts give the same bytes. @throws OutputError */
export async function writeGeneralWords(
  file: string,
  header: { readonly annotator: string; readonly source: string },
  body: PackedWordCounts,
): Promise<void> {
  await writeCheckedJson(file, WORDS_FORMAT, { header, body });
}

/** Reads what is known of English words apart from any topic, which lexicons of small corpora need most. */
export async function readGeneralWords(annotator: string, file = GENERAL_WORDS_FILE): Promise<WordCounts> {
  const read = await readOfAnnotator<{ readonly annotator: string }, PackedWordCounts>(
    file,
    WORDS_FORMAT,
    annotator,
  );
  return unpackWordCounts(read.body);
}
