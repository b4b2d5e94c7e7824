import type { Noun, Token } from '../../model/noun.js';
import type { LanguageRules } from './language-rules.js';
import { normalForm } from '../../support/text/normal-form.js';

/** A token with what the tagger found out about it. */
export interface TaggedWord extends Token {
  readonly kind: 'noun' | 'adjective' | 'determiner' | 'other';
}

/** Longest run of nouns that is a phrase; longer ones are lists or headlines. */
const MAX_NOUNS = 4;

/**
 * The mentions of nouns in a sentence, by begin, then by end: every noun as a word; every run of two to four nouns as a phrase;
 * a run with the one adjective that names a thing together with it (before it, or after it: `künstliche Intelligenz`,
 * `energía solar`); and a noun with the preposition and the noun after it (`protezione dei dati`, `gestion de l'eau`).
 */
export function nounsOf(text: string, tokens: readonly TaggedWord[], rules: LanguageRules): Noun[] {
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
    if (tokens[adjective]?.kind === 'adjective' && touches(text, tokens, adjective, rules.adjectivesFollow))
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

/** True if an adjective adjoins the noun after or before it. */
function touches(text: string, tokens: readonly TaggedWord[], adjective: number, follows: boolean): boolean {
  return follows
    ? adjoin(text, tokens[adjective - 1], tokens[adjective])
    : adjoin(text, tokens[adjective], tokens[adjective + 1]);
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
