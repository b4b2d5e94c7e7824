import type { EntityClass, Noun } from '../model/noun.js';
import type { TaggedToken } from './tokens.js';

/** Longest phrase, in tokens; longer runs of nouns are lists or headlines rather than names of things. */
const MAX_PHRASE_TOKENS = 4;

const CLASS_TAGS: readonly (readonly [EntityClass, readonly string[]])[] = [
  ['organisation', ['Organization', 'Company', 'SportsTeam', 'School']],
  ['person', ['Person', 'FirstName', 'LastName', 'Honorific']],
  ['place', ['Place', 'City', 'Country', 'Region', 'Address']],
];

const TAGS_OF_CLASS = new Map(CLASS_TAGS.map(([name, tags]) => [name, new Set(tags.slice(0, 1))]));
const NO_TAGS: ReadonlySet<string> = new Set();

/** The tags by which a token names an entity of a class; none for `other`. */
export function tagsOfClass(entityClass: EntityClass): ReadonlySet<string> {
  return TAGS_OF_CLASS.get(entityClass) ?? NO_TAGS;
}

/**
 * The mentions of nouns in a sentence, ordered by begin, then by end: every noun as a word; every run of two to four
 * nouns as a phrase ('insulin pump', 'Harold Himsworth'); and such a run, or a single noun, together with the one
 * adjective right before it ('relational database', 'diabetic retinopathy').
 * Comparatives and superlatives describe rather than name and are left out.
 */
export function findNouns(text: string, tokens: readonly TaggedToken[]): Noun[] {
  const nouns: Noun[] = [];
  for (const token of tokens) {
    if (token.tag !== undefined) nouns.push(toNoun(text, [token]));
  }
  for (const run of nounRuns(text, tokens)) {
    for (const phrase of phrasesOf(text, tokens, run)) nouns.push(toNoun(text, phrase));
  }
  return nouns.sort((a, b) => a.begin - b.begin || a.end - b.end);
}

/** Longest runs of noun tokens, as indices of tokens, end exclusive. */
function* nounRuns(text: string, tokens: readonly TaggedToken[]): Generator<readonly [number, number]> {
  let begin = 0;
  for (let end = 1; end <= tokens.length; end += 1) {
    const previous = tokens[end - 1];
    const token = tokens[end];
    if (previous?.tag !== undefined && token?.tag !== undefined && adjoin(text, previous, token)) continue;
    if (previous?.tag !== undefined) yield [begin, end];
    begin = end;
  }
}

function* phrasesOf(
  text: string,
  tokens: readonly TaggedToken[],
  [begin, end]: readonly [number, number],
): Generator<readonly TaggedToken[]> {
  if (end - begin > MAX_PHRASE_TOKENS) return;
  if (end - begin >= 2) yield tokens.slice(begin, end);
  const first = tokens[begin];
  const before = tokens[begin - 1];
  if (first === undefined || before === undefined || end - begin >= MAX_PHRASE_TOKENS) return;
  if (isNamingAdjective(before) && adjoin(text, before, first)) yield tokens.slice(begin - 1, end);
}

function isNamingAdjective({ tags, stopWord, numeric }: TaggedToken): boolean {
  return (
    !stopWord && !numeric && tags.has('Adjective') && !tags.has('Comparative') && !tags.has('Superlative')
  );
}

/** Whether only a blank, a line break or a hyphen separates two tokens, as within a phrase. */
function adjoin(text: string, left: TaggedToken, right: TaggedToken): boolean {
  return /^[\s-]*$/.test(text.slice(left.end, right.begin));
}

function toNoun(text: string, run: readonly TaggedToken[]): Noun {
  const head = run.at(-1);
  const first = run[0];
  if (head?.tag === undefined || first === undefined) throw new RangeError('a noun ends in a noun token');
  return {
    lemma: run.map((token) => token.lemma).join(' '),
    surface: text.slice(first.begin, head.end),
    kind: run.length === 1 ? 'word' : 'phrase',
    tag: head.tag,
    entityClass: classOf(run),
    begin: first.begin,
    end: head.end,
  };
}

/** The class of a name: that of its head, else of any of its tokens. Only proper nouns have a class. */
function classOf(run: readonly TaggedToken[]): EntityClass {
  const proper = run.filter((token) => token.tag === 'NNP' || token.tag === 'NNPS').reverse();
  for (const token of proper) {
    const found = CLASS_TAGS.find(([, tags]) => tags.some((tag) => token.tags.has(tag)));
    if (found !== undefined) return found[0];
  }
  return 'other';
}
