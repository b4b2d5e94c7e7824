import type { CorpusDocument } from '../model/document.js';
import { InputError } from '../model/errors.js';
import type { Calibration } from '../model/topic.js';
import { languageName } from '../support/text/language-name.js';
import { detectLanguage, type DetectLanguage } from '../text/language.js';
import { acceptsEveryPage, cohesion, type CalibrationInput } from '../topic/calibration.js';

/** Fewer documents say too little about which nouns belong to a topic. */
const FEW_DOCUMENTS = 10;
/** From this share of texts in other languages on, the user is told of it; from the second on, nothing is built. */
const FOREIGN_SHARE = { warned: 0.2, refused: 0.5 } as const;
/**
 * Least {@link cohesion} of a topic. Of ten to forty texts of 1,500 characters: the sample topics and three topics of the
 * Wikispeedia collection 0.09 to 0.36, random articles of that collection 0.05 to 0.11. Of 6,000 characters: 0.14 to
 * 0.36 and 0.11 to 0.18, since long articles share general nouns whatever they are about. The sample background, 26
 * texts of as many subjects: 0.06 to 0.07. So it is only said where texts have nearly nothing in common.
 */
const LEAST_COHESION = 0.08;

/** Counts the languages of texts. */
export interface LanguageTally {
  add(document: CorpusDocument): Promise<void>;
  /** Language → texts; without those of which nothing is known. */
  readonly counts: ReadonlyMap<string, number>;
  /** All texts. */
  readonly texts: () => number;
}

/**
 * Counts texts by what they are written in, whatever they state: pages often state the language of their template. What
 * they state counts where the detection has no answer.
 */
export function createLanguageTally(detect: DetectLanguage = detectLanguage): LanguageTally {
  const counts = new Map<string, number>();
  let texts = 0;
  return {
    counts,
    texts: () => texts,
    add: async ({ text, language }) => {
      texts += 1;
      const [found] = ((await detect(text)) ?? language ?? '').toLowerCase().split('-');
      if (found !== undefined && found !== '') counts.set(found, (counts.get(found) ?? 0) + 1);
    },
  };
}

/**
 * Checks that texts are in English, the one language in which nouns are found: texts in other languages give nouns such as
 * 'das', and a topic that does not work.
 * @param name of the source, for messages
 * @returns a warning where some are not
 * @throws InputError where most are not
 */
export function checkLanguages({ counts, texts }: LanguageTally, name: string): string | undefined {
  const foreign = [...counts].filter(([language]) => language !== 'en').sort(([, a], [, b]) => b - a);
  const count = foreign.reduce((sum, [, number]) => sum + number, 0);
  const share = count / Math.max(texts(), 1);
  if (share < FOREIGN_SHARE.warned) return undefined;
  const languages = foreign.slice(0, 3).map(([language, number]) => `${languageName(language)} ${number}`);
  const found = `${count} of ${texts()} texts of ${name} (${Math.round(100 * share)} %) are not in English: ${languages.join(', ')}`;
  if (share <= FOREIGN_SHARE.refused) return `${found}; nouns are found in English texts only`;
  throw new InputError(`${found}. Nouns are found in English texts only`, {
    hint: 'give English texts; if the detection is wrong, --any-language builds the topic all the same',
  });
}

/**
 * What a person should know before a topic is built of so many documents. Topics are built step by step (`--add`,
 * `--remove`), also out of a single document, so that this is not an error; judging by such a topic is one
 * ({@link acceptsEveryPage}).
 */
export function sizeWarning(documents: number): string | undefined {
  if (documents >= FEW_DOCUMENTS) return undefined;
  const count = documents === 1 ? '1 document' : `${documents} documents`;
  const follows = documents === 1 ? 'no page can be judged by it' : 'pages will be judged badly';
  return `the topic has only ${count}: ${follows}; give at least ${FEW_DOCUMENTS} texts of a few hundred words, better 20 or 30 (--add)`;
}

/** What a person should know of a topic that was built, before pages are judged by it. */
export function contentWarning(input: CalibrationInput, calibration: Calibration): string | undefined {
  const { documents } = input;
  // The warning about the size has said it.
  if (documents.length === 1) return undefined;
  const shared = `only ${Math.round(100 * sharedNouns(documents))} % of the linked nouns are in more than one of the ${documents.length} documents`;
  if (acceptsEveryPage(calibration, documents.length))
    return `${shared}: no page can be judged by such a topic; give more texts about one subject (--add)`;
  if (documents.length < FEW_DOCUMENTS || cohesion(input) >= LEAST_COHESION) return undefined;
  return `${shared}, so that they seem to be about different subjects, and pages will be judged badly; give texts about one subject`;
}

/** The share of distinct linked nouns that are in at least two documents. */
function sharedNouns(documents: CalibrationInput['documents']): number {
  const counts = new Map<string, number>();
  for (const { lemmas, linked } of documents)
    for (const [place, lemma] of lemmas.entries())
      if (linked[place] === true) counts.set(lemma, (counts.get(lemma) ?? 0) + 1);
  const shared = [...counts.values()].filter((count) => count > 1).length;
  return shared / Math.max(counts.size, 1);
}
