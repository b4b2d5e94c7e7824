import { MIN_TEXTS } from '../../../judging/relevance/evidence.js';
import { detectLanguage, primaryTag, type DetectLanguage } from '../../../language/text/language.js';
import { stopWordsOf, WORD_LANGUAGES } from '../../../language/text/stop-words.js';
import { ENGLISH } from '../../../language/text/words-only-annotator.js';
import type { CorpusDocument, CorpusProblem } from '../../../model/document.js';
import { InputError } from '../../../model/errors.js';
import { languageName } from '../../../support/text/language-name.js';

/** Fewer documents say too little about which nouns belong to a topic. */
const FEW_DOCUMENTS = 10;

/** The languages of texts, as ISO 639-1 codes. */
export interface LanguageTally {
  /**
   * Detects the language of a text and counts it.
   * @returns what was detected, empty where it is uncertain
   */
  add(document: CorpusDocument): Promise<string>;
  /** Language → texts. Those of which nothing is known count as English. */
  readonly counts: ReadonlyMap<string, number>;
  /** Id of a text → its language, where that was detected. */
  readonly detected: ReadonlyMap<string, string>;
}

/**
 * Counts texts by what they are written in, whatever they state: pages often state the language of their template. What
 * they state counts where the detection has no answer.
 */
export function createLanguageTally(detect: DetectLanguage = detectLanguage): LanguageTally {
  const counts = new Map<string, number>();
  const detected = new Map<string, string>();
  return {
    counts,
    detected,
    add: async ({ id, text, language }) => {
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
 * The language of a corpus: that of most of its texts.
 * @param name of the source, for messages
 * @throws InputError where most texts are not in English, but not in the same language either, or in one whose words cannot be
 *   read
 */
export function corpusLanguage({ counts }: LanguageTally, name: string): string {
  const texts = [...counts.values()].reduce((sum, number) => sum + number, 0);
  const foreign = [...counts].filter(([code]) => code !== ENGLISH).sort(([, a], [, b]) => b - a);
  const count = foreign.reduce((sum, [, number]) => sum + number, 0);
  if (count <= MAJORITY * texts) return ENGLISH;
  const [language, most] = foreign[0] ?? [ENGLISH, 0];
  const listed = foreign.slice(0, 3).map(([code, number]) => `${languageName(code)} ${number}`);
  const found = `${count} of ${texts} texts of ${name} are not in English: ${listed.join(', ')}`;
  if (most <= MAJORITY * texts)
    throw new InputError(found, {
      hint: 'build a topic for each language; a crawl can judge pages by several topics',
    });
  if (stopWordsOf(language) !== undefined) return language;
  const others = WORD_LANGUAGES.map(languageName).sort().join(', ');
  throw new InputError(`${found}. Texts in ${languageName(language)} cannot be read by this version`, {
    hint: `give texts in English or in one of ${others}; if the detection is wrong, --any-language builds the topic as if in English`,
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

/** Number of texts that a topic needs. */
const ENOUGH = `at least ${FEW_DOCUMENTS} texts of a few hundred words, better 20 or 30`;

/** Warning before a topic is built of its line. */
export const LINE_ALONE =
  'the topic has only a line: check its first pages, and answer what the crawl asks; texts make it surer (--add)';

/** Warns of few documents. @param language theirs: in English, pages are compared with the telling words of one or two */
export function sizeWarning(documents: number, language: string): string | undefined {
  if (documents >= FEW_DOCUMENTS) return undefined;
  const count = documents === 1 ? '1 document' : `${documents} documents`;
  if (documents < MIN_TEXTS && language === ENGLISH)
    return `the topic has only ${count}; pages are compared with its most telling words: check the first pages, and answer what the crawl asks; a line (--about) and texts make it surer (--add)`;
  const follows = documents === 1 ? 'no page can be judged by it' : 'pages may be judged badly';
  return `the topic has only ${count}: ${follows}; give ${ENOUGH} (--add)`;
}
