import type { Annotator, Lemmatizer, Noun, NounTag, Sentence } from '../../model/noun.js';
import {
  FORM_NUMBERS,
  LEXICON_CLASSES,
  LEXICON_TAGS,
  logOdds,
  shareByEnding,
  type Lexicon,
} from './lexicon.js';
import { splitWords, toldByNext, toldByPrevious, type TextWords, type WordForm } from './lexical-words.js';
import { remember } from '../../support/remember.js';
import { type TaggedToken, SINGULAR_ENDING } from './compromise.js';
import { findNouns, tagsOfClass } from './nouns.js';

/** To be raised when words or nouns are found otherwise than before: a lexicon is of the version that reads by it. */
export const LEXICAL_ANNOTATOR_NAME = 'lexicon rules/1';

/** Weights of the occurrences of a form in the lexicon against its ending, or its neighbours. */
const PRIOR = { form: 2, frequentForm: 8, context: 3 };
/** Outside of these shares, neighbours do not change what a form is. */
const CERTAIN = { not: 0.01, noun: 0.99 };
/** Words and names whose senses are remembered. */
const REMEMBERED = 60_000;

/** Knowledge of the lexicon about a form. */
interface FormSense {
  /** The share of nouns among its occurrences, smoothed. */
  readonly share: number;
  readonly asNoun: { readonly tag: NounTag; readonly lemma: string; readonly tags: ReadonlySet<string> };
  /** True if it belongs to the phrase of the noun that it stands before. */
  readonly inPhrase: boolean;
  /** Neighbour → occurrences next to it, and those as a noun. */
  readonly contexts: ReadonlyMap<string, Count> | undefined;
}

/** Says whether a sentence is wanted by its end, the first sentence of the text first. */
type WantsSentence = (end: number) => boolean;

/** An annotator that can leave out what few readers need: the tokens of a text are ten times as many as its nouns. */
interface LexicalAnnotator extends Annotator {
  nounsOf(text: string): Noun[];
  /** Some of its sentences, as {@link Annotator.annotate} gives them. */
  sentencesOf(text: string, wants: WantsSentence): Sentence[];
}

/**
 * An annotator that looks words up instead of tagging them, in a fiftieth of the time: a word is what it was in the texts that
 * the lexicon was made of, next to the words around it; one that is not there is known by its ending and capitals. Phrases are
 * found over the tags ({@link findNouns}). Of unseen articles, 95 % of the words that it takes for nouns are nouns for the
 * tagger, and it finds 94 % of those.
 */
export function createLexicalAnnotator(lexicon: Lexicon, lemmatize: Lemmatizer): LexicalAnnotator {
  const senses = createSenses(lexicon, lemmatize);
  const tag = (words: TextWords, from: number, to: number): TaggedToken[] =>
    tagSentence({ senses, neighbours: lexicon.neighbours }, words, from, to);
  const nounsOf = (text: string): Noun[] => {
    const nouns: Noun[] = [];
    for (const [words, from, to] of sentencesIn(text))
      for (const noun of findNouns(text, tag(words, from, to))) nouns.push(noun);
    return nouns;
  };
  const sentencesOf = (text: string, wants: WantsSentence): Sentence[] => {
    const sentences: Sentence[] = [];
    for (const [words, from, to] of sentencesIn(text)) {
      const end = words.endOf(to - 1);
      if (wants(end)) sentences.push({ begin: words.beginOf(from), end, tokens: tag(words, from, to) });
    }
    return sentences;
  };
  return {
    name: LEXICAL_ANNOTATOR_NAME,
    nounsOf,
    sentencesOf,
    annotate: (text) => ({ text, sentences: sentencesOf(text, () => true), nouns: nounsOf(text) }),
  };
}

/** The sentences of a text, as places of its words. */
function* sentencesIn(text: string): Generator<readonly [words: TextWords, from: number, to: number]> {
  const words = splitWords(text);
  for (let begin = 0; begin < words.count;) {
    const end = words.sentenceEnd(begin);
    yield [words, begin, end];
    begin = end;
  }
}

/** Knowledge of a tagger: what forms are, and what neighbours add to the log odds. */
interface Knowledge {
  readonly senses: Senses;
  readonly neighbours: Lexicon['neighbours'];
}

function tagSentence(known: Knowledge, words: TextWords, from: number, to: number): TaggedToken[] {
  const tokens: TaggedToken[] = [];
  let before: FormSense | undefined;
  let isAfterNoun = false;
  for (let place = from; place < to; place += 1) {
    const form = words.formAt(place);
    const sensesOf = known.senses[words.isName(place) ? 'ofName' : 'ofWord'];
    const sense = form.isNeverNoun ? undefined : sensesOf(form.lower);
    const noun: FormSense['asNoun'] | undefined =
      sense !== undefined && isNoun(known, words, place, sense, isAfterNoun) ? sense.asNoun : undefined;
    const last = tokens.at(-1);
    if (noun !== undefined && last !== undefined && !isAfterNoun && before?.inPhrase === true)
      tokens[tokens.length - 1] = { ...last, tags: NAMING };
    tokens.push(tokenOf(form, words.beginOf(place), noun));
    isAfterNoun = noun !== undefined;
    before = sense;
  }
  return tokens;
}

function tokenOf(
  { surface, lower, isNumeric, isStopWord }: WordForm,
  begin: number,
  noun: FormSense['asNoun'] | undefined,
): TaggedToken {
  return {
    surface,
    lemma: noun?.lemma ?? lower,
    begin,
    end: begin + surface.length,
    numeric: isNumeric,
    stopWord: isStopWord,
    tags: noun?.tags ?? NO_TAGS,
    tag: noun?.tag,
  };
}

function isNoun(
  { neighbours }: Knowledge,
  words: TextWords,
  place: number,
  { share, contexts }: FormSense,
  isAfterNoun: boolean,
): boolean {
  if (share < CERTAIN.not || share > CERTAIN.noun) return share > CERTAIN.noun;
  const before = toldByPrevious(words, place, isAfterNoun);
  const after = toldByNext(words, place);
  const added = (neighbours[before] ?? 0) + (neighbours[after] ?? 0);
  const usual = 1 / (1 + Math.exp(-logOdds(share) - added));
  return inContext(inContext(usual, contexts?.get(before)), contexts?.get(after)) >= 0.5;
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

/** Knowledge of the lexicon about forms in lower case. */
interface Senses {
  readonly ofWord: (lower: string) => FormSense;
  readonly ofName: (lower: string) => FormSense;
}

function createSenses(lexicon: Lexicon, lemmatize: Lemmatizer): Senses {
  const places = numbered(lexicon.forms);
  const contexts = contextsOf(lexicon);
  const read = (lower: string, isName: boolean): FormSense => {
    const form = isName ? `^${lower}` : lower;
    // A sentence may begin with a name.
    const place = places.get(form) ?? (isName ? undefined : places.get(`^${form}`));
    const [all, nouns, tag, entityClass, before, inPhrase] = numbersOf(lexicon, place);
    const usual = all >= PRIOR.frequentForm ? 0.5 : shareByEnding(lexicon.endings, form);
    const usualInPhrase = shareByEnding(lexicon.phraseEndings, form);
    const nounTag = (nouns > 0 ? LEXICON_TAGS[tag] : undefined) ?? guessTag(lower, isName);
    const isPlural = nounTag === 'NNS' || nounTag === 'NNPS';
    return {
      share: (nouns + PRIOR.form * usual) / (all + PRIOR.form),
      asNoun: {
        tag: nounTag,
        lemma: isPlural ? lemmatize(lower) : lower,
        tags: tagsOfClass(LEXICON_CLASSES[entityClass] ?? 'other'),
      },
      inPhrase: inPhrase + PRIOR.form * usualInPhrase >= 0.5 * (before + PRIOR.form),
      contexts: contexts.get(form),
    };
  };
  return {
    ofWord: remember((lower: string) => read(lower, false), REMEMBERED),
    ofName: remember((lower: string) => read(lower, true), REMEMBERED),
  };
}

/** The numbers of a form in the lexicon; zeros where it has none. */
function numbersOf({ formCounts }: Lexicon, place: number | undefined) {
  const numbers = Array.from({ length: FORM_NUMBERS }, (_, at) =>
    place === undefined ? 0 : (formCounts[FORM_NUMBERS * place + at] ?? 0),
  );
  return numbers as [number, number, number, number, number, number];
}

function guessTag(lower: string, isName: boolean): NounTag {
  if (isName) return 'NNP';
  return lower.endsWith('s') && !SINGULAR_ENDING.test(lower) ? 'NNS' : 'NN';
}

/** Words joined by blanks → their places. */
function numbered(words: string): ReadonlyMap<string, number> {
  return new Map(words.split(' ').map((word, place) => [word, place]));
}

const MENTIONS_LINKED = 3;

/** Finds the part of a text that mentions some lemmas first: of each, the sentences of its first few mentions. */
export function firstMentions(lemmas: Iterable<string>, nouns: readonly Noun[]) {
  const waiting = new Map(Array.from(lemmas, (lemma) => [lemma, MENTIONS_LINKED]));
  /** All nouns of the wanted sentences. */
  const around: Noun[] = [];
  let next = 0;
  const wants: WantsSentence = (end) => {
    if (waiting.size === 0) return false;
    const begin = next;
    let mentions = false;
    for (let noun = nouns[next]; noun !== undefined && noun.begin < end; noun = nouns[next]) {
      const left = waiting.get(noun.lemma);
      if (left === 1) waiting.delete(noun.lemma);
      else if (left !== undefined) waiting.set(noun.lemma, left - 1);
      mentions ||= left !== undefined;
      next += 1;
    }
    if (mentions) around.push(...nouns.slice(begin, next));
    return mentions;
  };
  return { around, wants };
}
