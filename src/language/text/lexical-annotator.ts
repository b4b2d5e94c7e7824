import type { AnnotatedText, Annotator, Lemmatizer, Noun, NounTag, Sentence } from '../../model/noun.js';
import { remember } from '../../support/remember.js';
import {
  FORM_NUMBERS,
  LEXICON_CLASSES,
  LEXICON_TAGS,
  logOdds,
  neighboursOf,
  shareByEnding,
  type Lexicon,
} from './lexicon.js';
import { splitWords, type WordForm, type WrittenWord } from './lexical-words.js';
import { SINGULAR_ENDING } from './lemma.js';
import { findNouns, tagsOfClass } from './nouns.js';
import type { TaggedToken } from './tokens.js';

/** To be raised when words or nouns are found otherwise than before: a lexicon is of the version that reads by it. */
export const LEXICAL_ANNOTATOR_NAME = 'lexicon rules/1';

/** What occurrences of a form in the lexicon weigh against what its ending, or its neighbours, say. */
const PRIOR = { form: 2, frequentForm: 8, context: 3 };
/** Outside of these shares, neighbours do not change what a form is. */
const CERTAIN = { not: 0.01, noun: 0.99 };
/** Forms that are remembered. */
const REMEMBERED = 20_000;

/** What the lexicon says of a form. */
interface FormSense {
  /** The share of nouns among its occurrences, smoothed. */
  readonly share: number;
  readonly asNoun: { readonly tag: NounTag; readonly lemma: string; readonly tags: ReadonlySet<string> };
  /** Whether it belongs to the phrase of the noun that it stands before. */
  readonly inPhrase: boolean;
  /** Neighbour → occurrences next to it, and those as a noun. */
  readonly contexts: ReadonlyMap<string, Count> | undefined;
}

/**
 * An annotator that looks words up instead of tagging them, in a fiftieth of the time: what a word is follows from how
 * often it was a noun in the texts that the lexicon was made of, from the words next to it, and for words that are not
 * there from their endings and capitals. Phrases are found over its tags as over those of the tagger that read the
 * texts ({@link findNouns}).
 *
 * Of the words of articles that it had not seen, 95 % of those that it takes for nouns are nouns for the tagger, and it
 * finds 94 % of those.
 */
export function createLexicalAnnotator(lexicon: Lexicon, lemmatize: Lemmatizer): Annotator {
  const tag = createTagger(lexicon, lemmatize);
  return {
    name: LEXICAL_ANNOTATOR_NAME,
    annotate: (text): AnnotatedText => {
      const sentences: Sentence[] = [];
      const nouns: Noun[] = [];
      for (const words of splitWords(text)) {
        const tokens = tag(words);
        const [first, last] = [tokens[0], tokens.at(-1)];
        if (first === undefined || last === undefined) continue;
        sentences.push({ begin: first.begin, end: last.end, tokens });
        for (const noun of findNouns(text, tokens)) nouns.push(noun);
      }
      return { text, sentences, nouns };
    },
  };
}

function createTagger(
  lexicon: Lexicon,
  lemmatize: Lemmatizer,
): (sentence: readonly WrittenWord[]) => readonly TaggedToken[] {
  const senseOf = createSenses(lexicon, lemmatize);
  const isNoun = (
    sentence: readonly WrittenWord[],
    place: number,
    { share, contexts }: FormSense,
    previous: boolean,
  ): boolean => {
    if (share < CERTAIN.not || share > CERTAIN.noun) return share > CERTAIN.noun;
    const [before, after] = neighboursOf(sentence, place, previous);
    const added = (lexicon.neighbours[before] ?? 0) + (lexicon.neighbours[after] ?? 0);
    const usual = 1 / (1 + Math.exp(-logOdds(share) - added));
    return inContext(inContext(usual, contexts?.get(before)), contexts?.get(after)) >= 0.5;
  };
  return (sentence) => {
    const tokens: TaggedToken[] = [];
    let before: FormSense | undefined;
    let isAfterNoun = false;
    for (let place = 0; place < sentence.length; place += 1) {
      const word = sentence[place];
      if (word === undefined) break;
      const sense = word.form.isNeverNoun ? undefined : senseOf(word);
      isAfterNoun = sense !== undefined && isNoun(sentence, place, sense, isAfterNoun);
      const previous = tokens[place - 1];
      if (isAfterNoun && before?.inPhrase === true && previous !== undefined && previous.tag === undefined)
        tokens[place - 1] = { ...previous, tags: NAMING };
      tokens.push(isAfterNoun && sense !== undefined ? nounToken(word, sense.asNoun) : otherToken(word));
      before = sense;
    }
    return tokens;
  };
}

type Count = readonly [all: number, nouns: number];

function inContext(share: number, count: Count | undefined): number {
  return count === undefined ? share : (count[1] + PRIOR.context * share) / (count[0] + PRIOR.context);
}

/** Form → neighbour → occurrences, and those as a noun. */
function contextsOf({ contexts, contextCounts }: Lexicon): ReadonlyMap<string, ReadonlyMap<string, Count>> {
  const byForm = new Map<string, Map<string, Count>>();
  for (const [context, place] of numbered(contexts)) {
    const slash = context.indexOf('/');
    const form = context.slice(0, slash);
    const own = byForm.get(form) ?? new Map<string, Count>();
    byForm.set(form, own);
    own.set(context.slice(slash + 1), [contextCounts[2 * place] ?? 0, contextCounts[2 * place + 1] ?? 0]);
  }
  return byForm;
}

const NO_TAGS: ReadonlySet<string> = new Set();
/** The tag of an adjective that names a thing together with its noun. */
const NAMING: ReadonlySet<string> = new Set(['Adjective']);

function nounToken(
  { form, begin, end }: WrittenWord,
  { tag, lemma, tags }: FormSense['asNoun'],
): TaggedToken {
  const { surface, isNumeric, isStopWord } = form;
  return { surface, lemma, begin, end, numeric: isNumeric, stopWord: isStopWord, tags, tag };
}

function otherToken({ form, begin, end }: WrittenWord): TaggedToken {
  const { surface, lower, isNumeric, isStopWord } = form;
  return { surface, lemma: lower, begin, end, numeric: isNumeric, stopWord: isStopWord, tags: NO_TAGS };
}

function createSenses(lexicon: Lexicon, lemmatize: Lemmatizer): (word: WrittenWord) => FormSense {
  const places = numbered(lexicon.forms);
  const contexts = contextsOf(lexicon);
  const countsOf = (form: string): FormCounts | undefined => {
    const place = places.get(form);
    if (place === undefined) return undefined;
    const begin = FORM_NUMBERS * place;
    const [all = 0, nouns = 0, tag = 0, entityClass = 0, before = 0, inPhrase = 0] = lexicon.formCounts.slice(
      begin,
      begin + FORM_NUMBERS,
    );
    return { all, nouns, tag, entityClass, before, inPhrase };
  };
  const read = (lower: string, isName: boolean): FormSense => {
    const form = isName ? `^${lower}` : lower;
    // A sentence may begin with a name.
    const counts = countsOf(form) ?? (isName ? undefined : countsOf(`^${form}`)) ?? UNKNOWN;
    const { all, nouns, before, inPhrase } = counts;
    const usual = all >= PRIOR.frequentForm ? 0.5 : shareByEnding(lexicon.endings, form);
    const usualInPhrase = shareByEnding(lexicon.phraseEndings, form);
    return {
      share: (nouns + PRIOR.form * usual) / (all + PRIOR.form),
      asNoun: nounOf(lower, isName, counts, lemmatize),
      inPhrase: inPhrase + PRIOR.form * usualInPhrase >= 0.5 * (before + PRIOR.form),
      contexts: contexts.get(form),
    };
  };
  // By the object, which is found faster than a string.
  const asWord = remember(({ lower }: WordForm) => read(lower, false), REMEMBERED);
  const asName = remember(({ lower }: WordForm) => read(lower, true), REMEMBERED);
  return ({ form, isName }) => (isName ? asName(form) : asWord(form));
}

/** The numbers of a form in the lexicon. */
interface FormCounts {
  readonly all: number;
  readonly nouns: number;
  readonly tag: number;
  readonly entityClass: number;
  readonly before: number;
  readonly inPhrase: number;
}

const UNKNOWN: FormCounts = { all: 0, nouns: 0, tag: 0, entityClass: 0, before: 0, inPhrase: 0 };

function nounOf(
  lower: string,
  isName: boolean,
  { nouns, tag, entityClass }: FormCounts,
  lemmatize: Lemmatizer,
): FormSense['asNoun'] {
  const nounTag = (nouns > 0 ? LEXICON_TAGS[tag] : undefined) ?? guessTag(lower, isName);
  return {
    tag: nounTag,
    lemma: nounTag === 'NNS' || nounTag === 'NNPS' ? lemmatize(lower) : lower,
    tags: tagsOfClass(LEXICON_CLASSES[entityClass] ?? 'other'),
  };
}

function guessTag(lower: string, isName: boolean): NounTag {
  if (isName) return 'NNP';
  return lower.endsWith('s') && !SINGULAR_ENDING.test(lower) ? 'NNS' : 'NN';
}

/** Words joined by blanks → their places. */
function numbered(words: string): ReadonlyMap<string, number> {
  return new Map(words.split(' ').map((word, place) => [word, place]));
}
