import { MIN_TEXTS } from '../../../judging/relevance/evidence.js';
import { detectLanguage, primaryTag, type DetectLanguage } from '../../../language/text/language.js';
import { stopWordsOf, WORD_LANGUAGES } from '../../../language/text/stop-words.js';
import { ENGLISH } from '../../../language/text/words-only-annotator.js';
import type { CorpusDocument, CorpusProblem } from '../../../model/document.js';
import { InputError } from '../../../model/errors.js';
import { languageName } from '../../../support/text/language-name.js';

/** Fewer documents say too little about which nouns belong to a topic. */
const FEW_DOCUMENTS = 10;

export type LanguageTally = ReturnType<typeof createLanguageTally>;

/** Counts texts by their detected language, else by the stated one: pages often state that of their template. */
export function createLanguageTally(detect: DetectLanguage = detectLanguage) {
  const counts = new Map<string, number>();
  const detected = new Map<string, string>();
  return {
    /** Language, as an ISO 639-1 code → texts. Those of which nothing is known count as English. */
    counts,
    /** Id of a text → its language, where that was detected. */
    detected,
    /** Detects the language of a text, and counts it. Returns what was detected, empty where it is uncertain. */
    add: async ({ id, text, language }: CorpusDocument): Promise<string> => {
      const found = primaryTag((await detect(text)) ?? '');
      if (found !== '') detected.set(id, found);
      const counted = found || primaryTag(language ?? '') || ENGLISH;
      counts.set(counted, (counts.get(counted) ?? 0) + 1);
      return found;
    },
  };
}

/** The share of texts that must be in another language than English to make it that of the topic. */
const MAJORITY = 0.5;

/**
 * The language of most texts of a corpus.
 * @param name of the source, for messages
 * @throws InputError where most texts are not in English, but not in one language either, or in one that is not read
 */
export function corpusLanguage({ counts }: LanguageTally, name: string): string {
  const texts = [...counts.values()].reduce((sum, number) => sum + number, 0);
  const foreign = [...counts].filter(([code]) => code !== ENGLISH).sort(([, a], [, b]) => b - a);
  const count = foreign.reduce((sum, [, number]) => sum + number, 0);
  if (count <= MAJORITY * texts) return ENGLISH;
  const [language, most] = foreign[0] ?? [ENGLISH, 0];
  const isOne = most > MAJORITY * texts;
  if (isOne && stopWordsOf(language) !== undefined) return language;
  const listed = foreign.slice(0, 3).map(([code, number]) => `${languageName(code)} ${number}`);
  const found = `${count} of ${texts} texts of ${name} are not in English: ${listed.join(', ')}`;
  if (!isOne) throw new InputError(found, { hint: 'build a topic for each language' });
  const read = WORD_LANGUAGES.map(languageName).sort().join(', ');
  throw new InputError(`${found}. Texts in ${languageName(language)} cannot be read by this version`, {
    hint: `give texts in English or in one of ${read}; if the detection is wrong, use --any-language`,
  });
}

/** The texts that are certainly in another language than the topic, and what to say of each. */
export function inOtherLanguages({ detected }: LanguageTally, language: string): readonly CorpusProblem[] {
  const others = [...detected].filter(([, own]) => own !== language);
  return others.map(([id, own]) => ({
    where: id,
    message: `in ${languageName(own)}, but the topic is in ${languageName(language)}`,
  }));
}

/** Warning before a topic is built of its line. */
export const LINE_ALONE =
  'the topic has only a line: check its first pages, and answer what the crawl asks; texts make it surer (--add)';

/** Warns of few documents. @param language theirs: in English, pages are compared with the telling words of one or two */
export function sizeWarning(documents: number, language: string): string | undefined {
  if (documents >= FEW_DOCUMENTS) return undefined;
  const count = documents === 1 ? '1 document' : `${documents} documents`;
  const byWords = documents < MIN_TEXTS && language === ENGLISH;
  const follows = byWords
    ? '; pages are compared with its most telling words: check the first pages, and answer what the crawl asks'
    : ': pages may be judged badly, or not at all';
  return `the topic has only ${count}${follows}; give at least ${FEW_DOCUMENTS} texts, better 20 or 30 (--add)`;
}
