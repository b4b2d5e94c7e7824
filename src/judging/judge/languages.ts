import type { Annotator } from '../../model/noun.js';
import {
  annotatorName,
  createWordsOnlyAnnotator,
  ENGLISH,
  hasNouns,
} from '../../language/text/words-only-annotator.js';
import type { WordNet } from '../../language/wordnet/wordnet.js';
import type { AnalyserPlan } from '../../language/linking/linker.js';
import { PARTS } from '../parts.js';
import { openAnnotator } from '../../language/text/english.js';

/** The annotators of extensions that were loaded in this thread, by language. */
const loaded = new Map<string, Annotator>();

/** Loads the annotator for a language where an extension brings it, so that {@link annotatorFor} has it. */
export async function loadAnnotator(language = ENGLISH): Promise<void> {
  if (!hasNouns(language) || language === ENGLISH || loaded.has(language)) return;
  const openNounAnnotator = await PARTS.openNounAnnotator();
  loaded.set(language, await openNounAnnotator(language, annotatorName(language)));
}

/** The annotator that reads corpora and pages of a topic. @throws RangeError */
export function annotatorFor(
  { language = ENGLISH, wordsOnly = false }: Pick<AnalyserPlan, 'language' | 'wordsOnly'>,
  wordNet?: WordNet,
): Annotator {
  if (language === ENGLISH) return openAnnotator(wordNet);
  if (wordsOnly || !hasNouns(language)) return createWordsOnlyAnnotator(language);
  const annotator = loaded.get(language);
  if (annotator === undefined) throw new RangeError(`the annotator for '${language}' is not loaded`);
  return annotator;
}
