import type { AnnotatedText, Annotator, Noun, NounTag, Sentence, Token } from '../../model/noun.js';
import { stopWordsOf } from '../../language/text/stop-words.js';
import { runAtOnce } from '../../support/interruptible.js';
import { remember } from '../../support/remember.js';
import { type LanguageRules, type NounLanguage, LANGUAGES } from './language-rules.js';
import { type NounModel, baseForm, readNounModel } from './noun-model.js';
import { createTagger, TAGS } from './tagger.js';
import { joinWrappedLines } from '../../language/text/compromise-annotator.js';
import { normalForm } from '../../support/text/normal-form.js';

/** A token with what the tagger found out about it. */
interface TaggedWord extends Token {
  readonly kind: 'noun' | 'adjective' | 'determiner' | 'other';
}

/** Longest run of nouns that is a phrase; longer ones are lists or headlines. */
const MAX_NOUNS = 4;

/**
 * The mentions of nouns in a sentence, by begin, then by end: every noun as a word; every run of two to four nouns as a phrase;
 * a run with the one adjective that names a thing together with it (before it, or after it: `künstliche Intelligenz`,
 * `energía solar`); and a noun with the preposition and the noun after it (`protezione dei dati`, `gestion de l'eau`).
 */
function nounsOf(text: string, tokens: readonly TaggedWord[], rules: LanguageRules): Noun[] {
  const nouns: Noun[] = [];
  const add = (from: number, to: number, head: number): void => {
    nouns.push(toNoun(text, tokens.slice(from, to), tokens[head]));
  };
  for (let place = 0; place < tokens.length; place += 1) {
    if (tokens[place]?.kind !== 'noun') continue;
    add(place, place + 1, place);
    const isFirst = !(tokens[place - 1]?.kind === 'noun' && adjoin(text, tokens[place - 1], tokens[place]));
    if (!isFirst) continue;
    const end = endOfRun(text, tokens, place);
    if (end - place > MAX_NOUNS) continue;
    if (end - place > 1) add(place, end, end - 1);
    const adjective = rules.adjectivesFollow ? end : place - 1;
    const left = rules.adjectivesFollow ? adjective - 1 : adjective;
    if (tokens[adjective]?.kind === 'adjective' && adjoin(text, tokens[left], tokens[left + 1]))
      add(Math.min(adjective, place), Math.max(adjective + 1, end), end - 1);
    const complement = complementAt(text, tokens, end, rules);
    if (complement !== undefined) add(end - 1, complement + 1, end - 1);
  }
  return nouns.sort((a, b) => a.begin - b.begin || a.end - b.end);
}

function endOfRun(text: string, tokens: readonly TaggedWord[], begin: number): number {
  let end = begin + 1;
  while (tokens[end]?.kind === 'noun' && adjoin(text, tokens[end - 1], tokens[end])) end += 1;
  return end;
}

/** The place of the noun that a preposition joins to the noun before it; an article may stand between them. */
function complementAt(
  text: string,
  tokens: readonly TaggedWord[],
  place: number,
  { joining }: LanguageRules,
): number | undefined {
  const preposition = tokens[place]?.surface.toLowerCase().replace('’', "'") ?? '';
  if (!joining.has(preposition) || !adjoin(text, tokens[place - 1], tokens[place])) return undefined;
  const noun = tokens[place + 1]?.kind === 'determiner' ? place + 2 : place + 1;
  for (let next = place; next < noun; next += 1)
    if (!adjoin(text, tokens[next], tokens[next + 1])) return undefined;
  return tokens[noun]?.kind === 'noun' ? noun : undefined;
}

/** True if nothing but white space, or a hyphen, is between two tokens. */
function adjoin(text: string, left: Token | undefined, right: Token | undefined): boolean {
  return left !== undefined && right !== undefined && /^[\s-]*$/.test(text.slice(left.end, right.begin));
}

/** Words that a preposition joins keep their form in the lemma: `diritto dell' uomo`, `protezione dei dati`. */
function toNoun(text: string, tokens: readonly TaggedWord[], head: TaggedWord | undefined): Noun {
  const [first, last] = [tokens[0], tokens.at(-1)];
  if (first === undefined || last === undefined || head?.tag === undefined)
    throw new RangeError('a noun has a token that is one');
  const { tag } = head;
  const [begin, end] = [first.begin, last.end];
  const place = { surface: text.slice(begin, end), tag, entityClass: 'other' as const, begin, end };
  if (tokens.length === 1) return { lemma: head.lemma, kind: 'word', ...place };
  const joined = tokens.findIndex(({ kind }) => kind === 'other' || kind === 'determiner');
  const lemmas = tokens.map(({ lemma, surface }, at) =>
    joined >= 0 && at > joined ? normalForm(surface).toLowerCase() : lemma,
  );
  return { lemma: lemmas.join(' '), kind: 'phrase', ...place };
}

/** A word where it stands in a text; offsets are UTF-16 code units. */
export interface WordAt {
  readonly surface: string;
  readonly begin: number;
  readonly end: number;
}

/** A word: letters and digits, with hyphens, apostrophes, full stops and marks inside of it. */
const WORD =
  /(?:\p{L}\.){2,}|[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:(?:['’&.](?=\p{L})|[-‐‑](?=[\p{L}\p{N}])|[.,](?=\p{N}))[\p{L}\p{M}\p{N}]+)*['’]?/gu;

const APOSTROPHE = /['’]/;

const SENTENCE_END = /[.!?…]["'”’»)\]]*\s/;

/** Longest sentence, in words: a text without full stops is cut. */
const MAX_WORDS = 400;

/**
 * Splits a text into sentences and these into words. A line break ends a sentence unless the line is wrapped; offsets stay
 * those of the text.
 */
export function splitText(text: string, rules: LanguageRules): readonly (readonly WordAt[])[] {
  const joined = joinWrappedLines(text);
  const sentences: WordAt[][] = [];
  let sentence: WordAt[] = [];
  let end = 0;
  for (const match of joined.matchAll(WORD)) {
    const between = joined.slice(end, match.index);
    const before = sentence.at(-1);
    const isCut = before === undefined || sentence.length >= MAX_WORDS;
    if (isCut || between.includes('\n') || endsSentence(between, before.surface, match[0], rules)) {
      if (sentence.length > 0) sentences.push(sentence);
      sentence = [];
    }
    for (const word of partsOf(match[0], match.index, rules)) sentence.push(word);
    end = match.index + match[0].length;
  }
  if (sentence.length > 0) sentences.push(sentence);
  return sentences;
}

/** The words that a run of characters consists of: l'eau → l' eau, dit-il → dit il. */
function partsOf(run: string, begin: number, rules: LanguageRules): WordAt[] {
  if (!APOSTROPHE.test(run) && (rules.enclitics === undefined || !run.includes('-')))
    return [wordAt(run, begin)];
  const plain = run.toLowerCase().replace('’', "'");
  if (rules.whole.has(plain)) return [wordAt(run, begin)];
  const parts: WordAt[] = [];
  let place = 0;
  for (const piece of rules.elides ? run.split(/(?<=['’])/) : [run.replace(/['’]$/, '')]) {
    const enclitic = rules.enclitics?.exec(piece);
    const length = enclitic?.index ?? piece.length;
    if (length > 0) parts.push(wordAt(piece.slice(0, length), begin + place));
    if (enclitic?.index !== undefined && length > 0)
      parts.push(wordAt(piece.slice(length + 1), begin + place + length + 1));
    place += piece.length;
  }
  return parts;
}

function wordAt(surface: string, begin: number): WordAt {
  return { surface, begin, end: begin + surface.length };
}

function endsSentence(between: string, before: string, next: string, rules: LanguageRules): boolean {
  if (!SENTENCE_END.test(`${before.endsWith('.') ? '.' : ''}${between}`)) return false;
  if (!/^\.?\s/.test(between)) return true;
  const first = next.charAt(0);
  const isLower = first !== first.toUpperCase();
  return !(
    isLower ||
    before.length === 1 ||
    rules.abbreviations.has(before.toLowerCase().replace(/\.$/, '')) ||
    (rules.ordinalDots && /^\d{1,2}$/.test(before))
  );
}

const REMEMBERED = 20_000;
const [NOUN, NAME, ADJECTIVE, DETERMINER] = (['NOUN', 'PROPN', 'ADJ', 'DET'] as const).map((tag) =>
  TAGS.indexOf(tag),
);

/** The annotator for a language, with what comes with sfwc. @throws InputError when that is missing or damaged */
export async function openNounAnnotator(language: NounLanguage, name: string): Promise<Annotator> {
  return createNounAnnotator(name, await readNounModel(language), LANGUAGES[language]);
}

/**
 * Finds the nouns of texts in a language: each word gets the part of speech that its form, its ending, its capitals and
 * its neighbours speak for ({@link createTagger}), nouns their base form. Combining accents in the text may be composed or not.
 *
 * @param name identifies the annotator in knowledge bases
 */
export function createNounAnnotator(name: string, model: NounModel, rules: LanguageRules): Annotator {
  const { formOf, tag } = createTagger(model.weights);
  const read = createTokens(model, rules);
  const annotateInSteps = function* (text: string): Generator<undefined, AnnotatedText> {
    const sentences: Sentence[] = [];
    const nouns: Noun[] = [];
    let untilPause = WORDS_IN_STEP;
    for (const words of splitText(text, rules)) {
      untilPause -= words.length;
      if (untilPause < 0) {
        untilPause = WORDS_IN_STEP;
        yield;
      }
      const forms = words.map(({ surface }) => formOf(surface));
      const tags = tag(forms);
      const tokens = words.map((word, place) => read(word, forms[place]?.lower ?? '', tags[place] ?? 0));
      const [first, last] = [tokens[0], tokens.at(-1)];
      if (first === undefined || last === undefined) continue;
      sentences.push({ begin: first.begin, end: last.end, tokens: tokens.map(withoutKind) });
      for (const noun of nounsOf(text, tokens, rules)) nouns.push(noun);
    }
    return { text, sentences, nouns };
  };
  return {
    name,
    annotateInSteps,
    annotate: (text) => runAtOnce(annotateInSteps(text)),
  };
}

/** A few hundredths of a second. */
const WORDS_IN_STEP = 10_000;

function withoutKind({ surface, lemma, begin, end, numeric, stopWord, tag }: TaggedWord): Token {
  return { surface, lemma, begin, end, numeric, stopWord, tag };
}

/** Describes words whose tags are known as tokens. @returns from a word, its form in lower case and its tag */
function createTokens(
  model: NounModel,
  rules: LanguageRules,
): (word: WordAt, lower: string, tag: number) => TaggedWord {
  const describe = createDescriptions(model, rules);
  const byTag = TAGS.map((_, tag) => remember((lower: string) => describe(lower, tag), REMEMBERED));
  return (word, lower, tag) => ({ ...word, ...(byTag[tag]?.(lower) ?? describe(lower, tag)) });
}

/** Describes tokens, apart from their place. */
function createDescriptions(
  model: NounModel,
  rules: LanguageRules,
): (lower: string, tag: number) => Omit<TaggedWord, keyof WordAt> {
  const stopWords = stopWordsOf(rules.code) ?? new Set<string>();
  return (lower, tag) => {
    const numeric = !/\p{L}/u.test(lower);
    const isNever = numeric || lower.length < 2 || /['’]$/.test(lower);
    if (!isNever && tag === NAME) return { lemma: lower, numeric, stopWord: false, tag: 'NNP', kind: 'noun' };
    if (!isNever && tag === NOUN) {
      const lemma = baseForm(lower, model.nouns);
      return { lemma, numeric, stopWord: false, tag: numberOf(lower, lemma), kind: 'noun' };
    }
    const stopWord = stopWords.has(lower);
    if (tag === ADJECTIVE && !stopWord && !isNever)
      return {
        lemma: rules.adjective(lower, baseForm(lower, model.adjectives)),
        numeric,
        stopWord,
        kind: 'adjective',
      };
    return { lemma: lower, numeric, stopWord, kind: tag === DETERMINER ? 'determiner' : 'other' };
  };
}

/** A noun that is not its base form is a plural, but for the genitives of German. */
function numberOf(form: string, lemma: string): NounTag {
  return form === lemma || form === `${lemma}s` || form === `${lemma}es` ? 'NN' : 'NNS';
}
