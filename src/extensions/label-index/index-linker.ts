import { LABEL_INDEX_NAME } from '../../model/label-index.js';
import type { AnnotatedText, EntityLink, EntityLinker, Sentence, Token } from '../../model/noun.js';
import {
  chooseCandidate,
  createLowHasher,
  createWordCounter,
  type LowHasher,
  type TextWords,
} from './index-choice.js';
import { createIndexMatcher } from './index-match.js';
import type { LabelIndex } from './label-index-file.js';
import { isPartOfName, isProperNoun, namesOfPersons } from '../../language/linking/nouns/token-runs.js';
import { remember } from '../../support/remember.js';

/** A linker over a label index. */
export interface IndexLinker extends EntityLinker {
  /** Checksum of the index. */
  readonly version: string;
}

/** How common a noun is in general texts. */
export type GeneralFrequency = (lemma: string) => number;

/** A lower-case noun with at least this frequency in WordNet's tagged texts (about 250,000 tags) is not a name. */
const COMMON = 40;
const REMEMBERED = 50_000;
const NO_WORDS: TextWords = new Map();

/**
 * Links the names of a label index: the longest at each place ({@link createIndexMatcher}), to the resource that
 * usage and context favour ({@link chooseCandidate}), if one is clear enough.
 *
 * An index of all of Wikipedia has a song for almost every word, so it links less than a gazetteer of the user's
 * labels. Not linked: dates, numbers, single letters, stop words; runs that begin or end in a stop word, unless all
 * other words are capitalised; a single very common noun, unless its capital makes it a name; a single word of a
 * person's longer name that is not in the index.
 *
 * @param frequencyOf frequency of a noun in WordNet's tagged texts
 */
export function createIndexLinker(index: LabelIndex, frequencyOf: GeneralFrequency): IndexLinker {
  const isCommon = remember((lemma: string) => frequencyOf(lemma) >= COMMON, REMEMBERED);
  const hasher = createLowHasher();
  const countWords = createWordCounter(hasher);
  const find = createIndexMatcher(index, (run, sentence) => mayLink(run, sentence, isCommon));
  const candidatesAt = remember((place: number) => index.candidatesAt(place), REMEMBERED);
  const iriOf = remember((resource: number) => index.iriOf(resource), REMEMBERED);
  return {
    name: LABEL_INDEX_NAME,
    version: index.checksum.slice(0, 12),
    link: (text) => Promise.resolve(linkText(text)),
  };

  function linkText(text: AnnotatedText): EntityLink[] {
    const persons = namesOfPersons(text.nouns);
    const matches = find(text.text, text.sentences).filter(
      ({ tokens }) => tokens.length > 1 || !isPartOfName(tokens[0], persons),
    );
    let words: TextWords | undefined;
    const chosen = new Map<number, string | undefined>();
    const links: EntityLink[] = [];
    for (const { begin, end, tokens, place } of matches) {
      if (!chosen.has(place)) {
        const candidates = candidatesAt(place);
        // Most names have one meaning and need no counts.
        if (candidates.length > 1) words ??= countWords(text);
        const name = words === undefined ? [] : hashesOf(tokens, hasher);
        const choice = chooseCandidate(candidates, name, words ?? NO_WORDS, index.contextOf);
        chosen.set(place, choice && iriOf(choice.resource));
      }
      const iri = chosen.get(place);
      if (iri !== undefined) links.push({ begin, end, iri, linker: LABEL_INDEX_NAME });
    }
    return links;
  }
}

function hashesOf(tokens: readonly Token[], hasher: LowHasher): readonly number[] {
  const hashes: number[] = [];
  for (const { surface, lemma } of tokens) {
    hasher.pushLows(surface, hashes);
    if (lemma !== surface) hasher.pushLows(lemma, hashes);
  }
  return hashes;
}

function mayLink(run: readonly Token[], sentence: Sentence, isCommon: (lemma: string) => boolean): boolean {
  const [first, last] = [run[0], run.at(-1)];
  if (first === undefined || last === undefined) return false;
  if (run.length === 1) {
    return (isProperNoun(first) && first.begin !== sentence.begin) || !isCommon(first.lemma);
  }
  if (!first.stopWord && !last.stopWord) return true;
  return run.every(({ surface, stopWord }) => stopWord || /^[\p{Lu}\p{N}]/u.test(surface));
}
