import { openLemmatizer } from '../../../language/text/english.js';
import { STOP_WORDS, stopWordsOf } from '../../../language/text/stop-words.js';
import { ENGLISH } from '../../../language/text/words-only-annotator.js';

/** Comparison of the words of labels and texts in a language. */
export interface WordKeys {
  /** The same for the forms of a word, as far as rules tell. */
  readonly keyOf: (word: string) => string;
  readonly isStopWord: (word: string) => boolean;
}

/** Endings of plurals and cases that are taken off longer words, by language. */
const ENDINGS: Readonly<Record<string, RegExp>> = {
  de: /(?:en|er|es|e|s)$/,
  es: /(?:es|s)$/,
  fr: /(?:s|x)$/,
  it: /[aeio]$/,
  nl: /(?:en|s)$/,
  pt: /(?:es|s)$/,
};

/** Words without an ending must have as many letters left. */
const MIN_LEFT = 3;

/** The keys of words in a language, by its ISO 639-1 code. English has lemmas; in other languages some endings are taken off. */
export function wordKeys(language: string): WordKeys {
  if (language === ENGLISH) {
    const lemmatize = openLemmatizer();
    return {
      keyOf: (word) => (word.endsWith('s') && word.length > 3 ? lemmatize(word) : word),
      isStopWord: (word) => STOP_WORDS.has(word),
    };
  }
  const ending = ENDINGS[language];
  const stopWords = stopWordsOf(language) ?? new Set<string>();
  return {
    keyOf: (word) => {
      const short = ending === undefined ? word : word.replace(ending, '');
      return short.length >= MIN_LEFT ? short : word;
    },
    isStopWord: (word) => stopWords.has(word),
  };
}
