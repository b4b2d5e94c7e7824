import { InputError } from '../../model/errors.js';
import { packagedPath } from '../../support/files/packaged-path.js';
import { unpackWordCounts, type PackedWordCounts } from '../../language/text/packed-word-counts.js';
import type { WordCounts } from '../../language/text/lexicon.js';
import { readCheckedJson, writeCheckedJson, type CheckedFormat } from './checked-json.js';

const FORMAT: CheckedFormat = {
  name: 'sfwc general words',
  version: 1,
  holds: 'counts of general words',
  made: 'made',
};

/** Texts in which the words were counted, and the annotator that found the nouns. */
export interface GeneralWordsHeader {
  readonly annotator: string;
  readonly source: string;
}

/** The file that comes with the package; `scripts/make-general-words.js` makes it. */
export const GENERAL_WORDS_FILE = packagedPath('corpora/general-words-en.json.gz');

const HINT = 'install sfwc again';

/** Saves counts of general words. The same counts give the same bytes. @throws OutputError */
export async function writeGeneralWords(
  file: string,
  header: GeneralWordsHeader,
  counts: PackedWordCounts,
): Promise<void> {
  await writeCheckedJson(file, FORMAT, { header, body: counts });
}

/**
 * Reads what is known of English words apart from any topic, which lexicons of small corpora need most.
 * @throws InputError when the file is missing or damaged, or when another annotator found its nouns
 */
export async function readGeneralWords(
  annotator: string,
  file: string = GENERAL_WORDS_FILE,
): Promise<WordCounts> {
  const read = await readCheckedJson<GeneralWordsHeader, PackedWordCounts>(
    file,
    FORMAT,
    undefined,
    () => HINT,
  );
  if (read === undefined) throw new InputError(`${file} is missing`, { hint: HINT });
  if (read.header.annotator !== annotator)
    throw new InputError(`${file} was read by ${read.header.annotator}, this is ${annotator}`, {
      hint: HINT,
    });
  return unpackWordCounts(read.body);
}
