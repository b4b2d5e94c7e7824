import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Lemmatizer, NounTag, Token } from '../../model/noun.js';
import { STOP_WORDS } from './stop-words.js';

/** A term as compromise leaves it: the word, what stands before and after it, and its tags. */
interface RawTerm {
  readonly text: string;
  readonly pre: string;
  readonly post: string;
  readonly normal: string;
  readonly tags: ReadonlySet<string>;
}

/** A token that still carries compromise's tags; they do not leave this room. */
export interface TaggedToken extends Token {
  readonly tags: ReadonlySet<string>;
}

const NUMERIC_TAGS = ['Value', 'NumericValue', 'Date', 'Time', 'Percent', 'Money', 'Unit'];

const NEVER_NOUNS = ['Pronoun', 'Url', 'Email', 'HashTag', 'AtMention', 'Emoji', 'Emoticon'];

/** Distance behind the expected place of a term in which it is sought, when compromise has changed the text between. */
const SEARCH_WINDOW = 200;

/**
 * Places the terms of one sentence in the text and describes each as a token. A term that cannot be found where the text
 * continues (the hidden half of a contraction, a rewritten character) is left out.
 */
export function toTokens(
  text: string,
  terms: readonly RawTerm[],
  lemmatize: Lemmatizer,
): readonly TaggedToken[] {
  const tokens: TaggedToken[] = [];
  let position = 0;
  for (const term of terms) {
    const begin = place(text, term, position);
    if (begin === undefined) continue;
    position = begin + term.text.length;
    tokens.push(describe(term, term.text.replace(/['’]s?$/u, ''), begin, lemmatize));
  }
  return tokens;
}

function place(text: string, term: RawTerm, position: number): number | undefined {
  if (term.text === '') return undefined;
  const expected = position + term.pre.length;
  if (text.startsWith(term.text, expected)) return expected;
  const found = text.slice(position, position + SEARCH_WINDOW + term.text.length).indexOf(term.text);
  return found < 0 ? undefined : position + found;
}

function describe(term: RawTerm, surface: string, begin: number, lemmatize: Lemmatizer): TaggedToken {
  const lower = surface.toLowerCase();
  const numeric = isNumeric(term, lower);
  const tag = numeric ? undefined : nounTag(term, lower);
  const plural = tag === 'NNS' || tag === 'NNPS';
  return {
    surface,
    lemma: plural ? lemmatize(lower) : lower,
    begin,
    end: begin + surface.length,
    numeric,
    stopWord: STOP_WORDS.has(lower),
    tags: term.tags,
    tag,
  };
}

function isNumeric(term: RawTerm, lower: string): boolean {
  return !/\p{L}/u.test(lower) || NUMERIC_TAGS.some((tag) => term.tags.has(tag));
}

/** The Penn Treebank's noun tag by compromise's tags. No noun: stop words, pronouns, addresses, single letters. */
function nounTag(term: RawTerm, lower: string): NounTag | undefined {
  if (!term.tags.has('Noun') || NEVER_NOUNS.some((tag) => term.tags.has(tag))) return undefined;
  if (STOP_WORDS.has(lower) || lower.length < 2) return undefined;
  const plural = term.tags.has('Plural');
  if (term.tags.has('ProperNoun')) return plural ? 'NNPS' : 'NNP';
  return plural ? 'NNS' : 'NN';
}

/** The part of compromise's second level (tags, no phrases) that is used here; its type declarations omit most of it. */
interface Compromise {
  /** Tags sentences that were split into terms; changes the terms. */
  (sentences: readonly { readonly terms: readonly RawTerm[] }[]): {
    readonly document: readonly (readonly RawTerm[])[];
  };
  plugin(plugin: object): void;
  world(): CompromiseWorld;
}

interface CompromiseWorld {
  /** With the rules by which tags are corrected. */
  readonly model: { readonly two: { readonly matches: object[] } };
  readonly methods: {
    readonly one: {
      readonly tokenize: {
        readonly splitSentences: (text: string, world: CompromiseWorld) => readonly string[];
        readonly fromString: (text: string, world: CompromiseWorld) => readonly (readonly RawTerm[])[];
      };
    };
    readonly two: {
      readonly transform: {
        readonly noun: { toSingular(word: string, model: unknown): string };
      };
    };
  };
}

const require = createRequire(import.meta.url);
let opened: Compromise | undefined;

/**
 * Opens compromise, with {@link PLURAL_RULES} after its own. Loading takes a tenth of a second and tens of megabytes, so only
 * threads that read pages load it: the package's bundle, not its three hundred modules.
 */
export function openCompromise(): Compromise {
  if (opened !== undefined) return opened;
  opened = require('compromise/two') as Compromise;
  opened.plugin({
    mutate: (world: CompromiseWorld) => world.model.two.matches.push(...PLURAL_RULES),
  });
  return opened;
}

export function compromiseVersion(): string {
  const bundle = require.resolve('compromise/two');
  const file = path.resolve(path.dirname(bundle), '../../package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }).version;
}

/** Forms that are never plural nouns, or seldom after a nominalised adjective ("little remains"). */
const VERBS =
  '#Gerund|#Copula|#Infinitive|does|has|goes|says|comes|becomes|seems|remains|exists|occurs|consists|contains|includes|belongs|speaks|dies';

/** Words that stand before a noun. `as`, `than`, `like` and `that` are absent, since verbs follow them ("as does the king"). */
const PREPOSITIONS =
  '(of|in|on|to|from|at|by|with|for|between|into|among|amongst|under|over|through|during|against|within|without|across|toward|towards|via|per|concerning|regarding)';

/** Example, pattern, and what must not be in the match. */
type Pattern = readonly [reason: string, match: string, notIf: string];

const PATTERNS: readonly Pattern[] = [
  ['types of dunes', `${PREPOSITIONS} [#PresentTense]`, VERBS],
  ['such laws', '(such|various|numerous|these|those) [#PresentTense]', VERBS],
  // A verb is followed by its object: "gold forms the basis".
  ['culinary uses', '#Adjective [#PresentTense] #Determiner?', `${VERBS}|#Determiner|#Adverb`],
  ['eleven judges', '#TextValue [#PresentTense] #Determiner?', `${VERBS}|#Determiner|#Ordinal|one`],
  // Years are dates: "a treaty of 1945 forms the basis".
  [
    'has 11 lakes',
    '(#Verb|only|of|than|from|by|with|over|about|nearly) #NumericValue [#PresentTense]',
    '#Gerund|#Infinitive|#Percent|#Date',
  ],
  ['church services were', '#Noun [#PresentTense] (are|were|have)', '#Pronoun|#Gerund|#Infinitive'],
];

/**
 * Rules against the commonest mistake of compromise (14.17) in encyclopedia articles: it takes plural nouns that are also
 * forms of a verb ("uses", "rights", "lakes") for verbs.
 */
const PLURAL_RULES: readonly object[] = PATTERNS.map(([reason, match, notIf]) => ({
  match,
  group: 0,
  tag: 'Plural',
  notIf: `(${notIf})`,
  reason,
}));

/** Endings of singular nouns that a plural rule would cut into a wrong word (diabetes, pancreas, analysis, bus). */
export const SINGULAR_ENDING = /(?:ss|us|is|as|betes)$/;

/**
 * The singular of a plural noun in lower case by compromise's rules and irregular forms ('studies' → 'study', 'indices' →
 * 'index'). It is a guess: without a dictionary 'species' becomes 'specy'.
 */
export function guessSingular(plural: string): string {
  if (SINGULAR_ENDING.test(plural)) return plural;
  const { methods, model } = openCompromise().world();
  return methods.two.transform.noun.toSingular(plural, model);
}
