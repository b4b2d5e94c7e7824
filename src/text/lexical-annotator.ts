import type { AnnotatedText, Annotator, Lemmatizer, Noun, NounTag, Sentence } from '../model/noun.js';
import { remember } from '../support/remember.js';
import {
  FORM_NUMBERS,
  LEXICON_CLASSES,
  LEXICON_TAGS,
  logOdds,
  neighboursOf,
  shareByEnding,
  type Lexicon,
} from './lexicon.js';
import { formOf, isNeverNoun, isNumeric, splitWords, type WrittenWord } from './lexical-words.js';
import { SINGULAR_ENDING } from './lemma.js';
import { findNouns, tagsOfClass } from './nouns.js';
import { STOP_WORDS } from './stop-words.js';
import type { TaggedToken } from './tokens.js';

/** To be raised when words or nouns are found otherwise than before: a lexicon is of the version that reads by it. */
export const LEXICAL_ANNOTATOR_NAME = 'lexicon rules/1';

/** What occurrences of a form in the lexicon weigh against what its ending, or its neighbours, say. */
const PRIOR = { form: 2, frequentForm: 8, context: 3 };
/** Outside of these shares, neighbours do not change what a form is. */
const CERTAIN = { not: 0.01, noun: 0.99 };
/** Forms that are remembered. */
const REMEMBERED = 100_000;

/** What the lexicon says of a form. */
interface FormSense {
  /** The share of nouns among its occurrences, smoothed. */
  readonly share: number;
  readonly asNoun: { readonly tag: NounTag; readonly lemma: string; readonly tags: ReadonlySet<string> };
  /** Whether it belongs to the phrase of the noun that it stands before. */
  readonly inPhrase: boolean;
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
  const contexts = contextsOf(lexicon);
  const isNoun = (
    sentence: readonly WrittenWord[],
    place: number,
    form: string,
    previous: boolean,
  ): boolean => {
    const { share } = senseOf(form);
    if (share < CERTAIN.not || share > CERTAIN.noun) return share > CERTAIN.noun;
    const [before, after] = neighboursOf(sentence, place, previous);
    const added = (lexicon.neighbours[before] ?? 0) + (lexicon.neighbours[after] ?? 0);
    const usual = 1 / (1 + Math.exp(-logOdds(share) - added));
    const own = contexts.get(form);
    return inContext(inContext(usual, own?.get(before)), own?.get(after)) >= 0.5;
  };
  return (sentence) => {
    const tokens: TaggedToken[] = [];
    let previous = false;
    for (const [place, word] of sentence.entries()) {
      const form = formOf(word);
      previous = !isNeverNoun(word) && isNoun(sentence, place, form, previous);
      tokens.push(toToken(word, previous ? senseOf(form).asNoun : undefined));
    }
    return tokens.map((token, place) => {
      const word = sentence[place];
      const isBeforeNoun = token.tag === undefined && tokens[place + 1]?.tag !== undefined;
      if (!isBeforeNoun || word === undefined || isNeverNoun(word)) return token;
      return senseOf(formOf(word)).inPhrase ? { ...token, tags: NAMING } : token;
    });
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

function toToken(word: WrittenWord, noun: FormSense['asNoun'] | undefined): TaggedToken {
  const { surface, lower, begin, end } = word;
  const token = {
    surface,
    lemma: noun?.lemma ?? lower,
    begin,
    end,
    numeric: isNumeric(word),
    stopWord: STOP_WORDS.has(lower),
    tags: noun?.tags ?? NO_TAGS,
  };
  return noun === undefined ? token : { ...token, tag: noun.tag };
}

function createSenses(lexicon: Lexicon, lemmatize: Lemmatizer): (form: string) => FormSense {
  const places = numbered(lexicon.forms);
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
  const read = (form: string): FormSense => {
    const isName = form.startsWith('^');
    // A sentence may begin with a name.
    const counts = countsOf(form) ?? (isName ? undefined : countsOf(`^${form}`)) ?? UNKNOWN;
    const { all, nouns, before, inPhrase } = counts;
    const usual = all >= PRIOR.frequentForm ? 0.5 : shareByEnding(lexicon.endings, form);
    const usualInPhrase = shareByEnding(lexicon.phraseEndings, form);
    return {
      share: (nouns + PRIOR.form * usual) / (all + PRIOR.form),
      asNoun: nounOf(isName ? form.slice(1) : form, isName, counts, lemmatize),
      inPhrase: inPhrase + PRIOR.form * usualInPhrase >= 0.5 * (before + PRIOR.form),
    };
  };
  return remember(read, REMEMBERED);
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
