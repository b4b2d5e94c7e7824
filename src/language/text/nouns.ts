import type { EntityClass, Noun } from '../../model/noun.js';
import type { TaggedToken } from './compromise.js';

/** Longest phrase, in tokens; longer runs of nouns are lists or headlines rather than names of things. */
const MAX_PHRASE_TOKENS = 4;

const CLASS_TAGS: readonly (readonly [EntityClass, readonly string[]])[] = [
  ['organisation', ['Organization', 'Company', 'SportsTeam', 'School']],
  ['person', ['Person', 'FirstName', 'LastName', 'Honorific']],
  ['place', ['Place', 'City', 'Country', 'Region', 'Address']],
];

const TAGS_OF_CLASS = new Map(CLASS_TAGS.map(([name, tags]) => [name, new Set(tags.slice(0, 1))]));
const NO_TAGS: ReadonlySet<string> = new Set();
const BLANK = 0x20;

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
  for (let begin = 0; begin < tokens.length; begin += 1) {
    if (tokens[begin]?.tag === undefined) continue;
    const end = endOfRun(text, tokens, begin);
    const isName = end - begin <= MAX_PHRASE_TOKENS;
    if (isName && end - begin < MAX_PHRASE_TOKENS && followsAdjective(text, tokens, begin))
      nouns.push(toNoun(text, tokens, begin - 1, end));
    nouns.push(toNoun(text, tokens, begin, begin + 1));
    if (isName && end - begin >= 2) nouns.push(toNoun(text, tokens, begin, end));
    for (let place = begin + 1; place < end; place += 1) nouns.push(toNoun(text, tokens, place, place + 1));
    begin = end - 1;
  }
  return nouns;
}

function endOfRun(text: string, tokens: readonly TaggedToken[], begin: number): number {
  let end = begin + 1;
  while (tokens[end]?.tag !== undefined && adjoin(text, tokens[end - 1], tokens[end])) end += 1;
  return end;
}

function followsAdjective(text: string, tokens: readonly TaggedToken[], place: number): boolean {
  const before = tokens[place - 1];
  return before !== undefined && isNamingAdjective(before) && adjoin(text, before, tokens[place]);
}

function isNamingAdjective({ tags, stopWord, numeric }: TaggedToken): boolean {
  return (
    !stopWord && !numeric && tags.has('Adjective') && !tags.has('Comparative') && !tags.has('Superlative')
  );
}

/** True if only a blank, a line break or a hyphen separates two tokens, as within a phrase. */
function adjoin(text: string, left: TaggedToken | undefined, right: TaggedToken | undefined): boolean {
  if (left === undefined || right === undefined) return false;
  const isOneBlank = right.begin === left.end + 1 && text.charCodeAt(left.end) === BLANK;
  return isOneBlank || /^[\s-]*$/.test(text.slice(left.end, right.begin));
}

function toNoun(text: string, tokens: readonly TaggedToken[], from: number, to: number): Noun {
  const [head, first] = [tokens[to - 1], tokens[from]];
  if (head?.tag === undefined || first === undefined) throw new RangeError('a noun ends in a noun token');
  let { lemma } = first;
  for (let place = from + 1; place < to; place += 1) lemma += ` ${tokens[place]?.lemma ?? ''}`;
  return {
    lemma,
    surface: to - from === 1 ? head.surface : text.slice(first.begin, head.end),
    kind: to - from === 1 ? 'word' : 'phrase',
    tag: head.tag,
    entityClass: classOf(tokens, from, to),
    begin: first.begin,
    end: head.end,
  };
}

/** The class of a name: that of its head, else of any of its tokens. Only proper nouns have a class. */
function classOf(tokens: readonly TaggedToken[], from: number, to: number): EntityClass {
  for (let place = to - 1; place >= from; place -= 1) {
    const token = tokens[place];
    if (token === undefined || (token.tag !== 'NNP' && token.tag !== 'NNPS') || token.tags.size === 0)
      continue;
    const found = classByTags(token.tags);
    if (found !== undefined) return found;
  }
  return 'other';
}

function classByTags(tags: ReadonlySet<string>): EntityClass | undefined {
  for (const [entityClass, names] of CLASS_TAGS)
    for (const name of names) if (tags.has(name)) return entityClass;
  return undefined;
}
