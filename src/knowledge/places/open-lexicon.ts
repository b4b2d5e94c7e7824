import { ANNOTATOR_NAME } from '../../language/text/compromise-annotator.js';
import { LEXICAL_ANNOTATOR_NAME } from '../../language/text/lexical-annotator.js';
import { makeLexicon } from '../../language/text/lexicon.js';
import { InputError } from '../../model/errors.js';
import { once } from '../../support/once.js';
import { readGeneralWords } from '../files/general-words-file.js';
import { lexiconFile, readLexicon, type TopicLexicon } from '../files/lexicon-file.js';
import type { OpenTopic } from './knowledge-base.js';

/** The words of general English, by which pages of topics without a lexicon are read. @throws InputError where they are damaged */
const generalLexicon = once(async (): Promise<TopicLexicon> => ({
  words: makeLexicon([await readGeneralWords(ANNOTATOR_NAME)]),
  linked: '',
}));

/** The lexicon of a topic; that of general English, with a warning, where none fits. */
export async function openLexicon(
  { folder, facts: { name, checksum } }: OpenTopic,
  warn: (message: string) => void,
): Promise<TopicLexicon> {
  // An endpoint has no place for it.
  if (folder === undefined) return generalLexicon();
  const general = `topic '${name}' has no lexicon of its own, so that fewer nouns are found; build the topic again`;
  try {
    const saved = await readLexicon(lexiconFile(folder, name), checksum);
    if (saved?.annotator === LEXICAL_ANNOTATOR_NAME) return saved.lexicon;
    warn(general);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    warn(`${error.message}; ${general}`);
  }
  return generalLexicon();
}
