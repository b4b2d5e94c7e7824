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

/** Says which sentences are requested, the first first. */
export interface SentenceFilter {
  /** @param end the end of the next sentence of the text */
  wants(end: number): boolean;
}

/** An annotator that can leave out what few readers need: the tokens of a text are ten times as many as its nouns. */
export interface LexicalAnnotator extends Annotator {
  nounsOf(text: string): Noun[];
  /** Some of its sentences, as {@link Annotator.annotate} gives them. */
  sentencesOf(text: string, filter: SentenceFilter): Sentence[];
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
  const sentencesOf = (text: string, filter: SentenceFilter): Sentence[] => {
    const sentences: Sentence[] = [];
    for (const [words, from, to] of sentencesIn(text)) {
      const end = words.endOf(to - 1);
      if (filter.wants(end))
        sentences.push({ begin: words.beginOf(from), end, tokens: tag(words, from, to) });
    }
    return sentences;
  };
  return {
    name: LEXICAL_ANNOTATOR_NAME,
    nounsOf,
    sentencesOf,
    annotate: (text) => ({ text, sentences: sentencesOf(text, ALL_SENTENCES), nouns: nounsOf(text) }),
  };
}

const ALL_SENTENCES: SentenceFilter = { wants: () => true };

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
  return {
    ofWord: remember((lower: string) => read(lower, false), REMEMBERED),
    ofName: remember((lower: string) => read(lower, true), REMEMBERED),
  };
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

const MENTIONS_LINKED = 3;

/** Finds the part of a text that mentions some lemmas first: of each, the sentences of its first few mentions. */
export class FirstMentions implements SentenceFilter {
  /** All nouns of the wanted sentences. */
  readonly around: Noun[] = [];
  private readonly waiting = new Map<string, number>();
  private next = 0;

  /** @param nouns those of the text */
  constructor(
    lemmas: Iterable<string>,
    private readonly nouns: readonly Noun[],
  ) {
    for (const lemma of lemmas) this.waiting.set(lemma, MENTIONS_LINKED);
  }

  wants(end: number): boolean {
    if (this.waiting.size === 0) return false;
    const begin = this.next;
    let mentions = false;
    let noun = this.nouns[begin];
    for (; noun !== undefined && noun.begin < end; noun = this.nouns[this.next]) {
      mentions = this.countDown(noun.lemma) || mentions;
      this.next += 1;
    }
    if (!mentions) return false;
    for (let place = begin; place < this.next; place += 1) {
      const own = this.nouns[place];
      if (own !== undefined) this.around.push(own);
    }
    return true;
  }

  /** True if a mention of this lemma is still wanted; counts the mention. */
  private countDown(lemma: string): boolean {
    const left = this.waiting.get(lemma);
    if (left === undefined) return false;
    if (left === 1) this.waiting.delete(lemma);
    else this.waiting.set(lemma, left - 1);
    return true;
  }
}
