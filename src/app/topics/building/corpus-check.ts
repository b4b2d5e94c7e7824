import type { CorpusDocument, CorpusProblem } from '../../../model/document.js';
import { InputError } from '../../../model/errors.js';
import { languageName } from '../../../support/text/language-name.js';
import { detectLanguage, primaryTag, type DetectLanguage } from '../../../language/text/language.js';
import { stopWordsOf, WORD_LANGUAGES } from '../../../language/text/stop-words.js';
import { ENGLISH } from '../../../language/text/words-only-annotator.js';
import { MIN_TEXTS } from '../../../judging/relevance/evidence.js';
import type { DocumentProfile } from '../../../knowledge/krs/document-profile.js';
import { mean } from '../../../support/statistics.js';

/** Fewer documents say too little about which nouns belong to a topic. */
const FEW_DOCUMENTS = 10;
/**
 * Minimum {@link cohesion} of a topic. Of ten to forty texts of 1,500 characters: the sample topics and three topics of the
 * Wikispeedia collection 0.07 to 0.31, random articles of that collection 0.05 to 0.12. Of 6,000 characters: 0.13 to
 * 0.35 and 0.07 to 0.16, since long articles share general nouns whatever they are about. The sample background, 26
 * texts of as many subjects: 0.04 to 0.07. So it is only said where texts have nearly nothing in common.
 */
const MIN_COHESION = 0.07;

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
  return [...detected].flatMap(([id, own]) =>
    own === language
      ? []
      : [{ where: id, message: `in ${languageName(own)}, but the topic is in ${languageName(language)}` }],
  );
}

/** Number of texts that a topic needs. */
const ENOUGH = `at least ${FEW_DOCUMENTS} texts of a few hundred words, better 20 or 30`;

/**
 * Refuses a topic of a single document: nothing tells which of its nouns are typical, and more often than not it is a mistake.
 * @throws InputError
 */
export function requireSeveral(documents: number): void {
  if (documents > 1) return;
  throw new InputError('the topic would have only 1 document, by which pages cannot be judged well', {
    hint: `give ${ENOUGH}; --force builds it all the same, to add more texts later with --add`,
  });
}

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

/**
 * Warns of documents that have nearly nothing in common.
 * @param generalFrequency of a noun in English, for instance in WordNet's tagged texts
 */
export function contentWarning(
  documents: readonly DocumentProfile[],
  generalFrequency: (lemma: string) => number,
): string | undefined {
  // The warning about the size has said it.
  if (documents.length < FEW_DOCUMENTS) return undefined;
  const counts = countLinked(documents);
  if (cohesion(documents, counts, generalFrequency) >= MIN_COHESION) return undefined;
  const shared = [...counts.values()].filter((count) => count > 1).length / Math.max(counts.size, 1);
  return `only ${Math.round(100 * shared)} % of the linked nouns are in more than one of the ${documents.length} documents, so that they seem to be about different subjects, and pages will be judged badly; give texts about one subject`;
}

/** The number of documents with each linked noun. */
function countLinked(documents: readonly DocumentProfile[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { lemmas, linked } of documents)
    for (const [place, lemma] of lemmas.entries())
      if (linked[place] === true) counts.set(lemma, (counts.get(lemma) ?? 0) + 1);
  return counts;
}

/** General frequency that halves the weight of a noun. */
const HALVING_FREQUENCY = 20;

/**
 * Measures how much documents have in common: 0 where they share no linked noun, nearly 1 where each has the linked nouns of
 * every other. It is the mean over documents of 1 − IDF / maximum, averaged over their nouns, of which general ones weigh less;
 * the IDF is smoothed, and that of a noun in no other document is the maximum.
 */
function cohesion(
  documents: readonly DocumentProfile[],
  counts: ReadonlyMap<string, number>,
  generalFrequency: (lemma: string) => number,
): number {
  const most = Math.log2(2 * documents.length);
  const shares = documents.map(({ lemmas, linked }) => {
    let [total, weights] = [0, 0];
    for (const [place, lemma] of lemmas.entries()) {
      if (linked[place] !== true) continue;
      const weight = 1 / (1 + generalFrequency(lemma) / HALVING_FREQUENCY);
      weights += weight;
      total += (weight * Math.log2(2 * (counts.get(lemma) ?? 0) - 1)) / most;
    }
    return weights === 0 ? 0 : total / weights;
  });
  return mean(shares) ?? 0;
}
