import { documentFrequencies } from '../learning/term-counts.js';
import type { PageContent } from './page-content.js';
import type { TrainingSet } from './scorer.js';

/** Texts that have a scarce noun, at most. */
const MOST_TEXTS = 2;
/** Nouns that are named, at most. */
const MOST_NOUNS = 8;
/** Texts of a background in which special nouns are to be expected. */
const LARGE_BACKGROUND = 100;
/** Mentions of a noun that only one text has, at least; a single one is often accidental. */
const LEAST_MENTIONS = 2;

/** A noun that one or two texts have. */
interface ScarceNoun {
  readonly lemma: string;
  readonly texts: number;
  /** Whether the background has it, too, where that says something. */
  readonly isKnown: boolean;
  readonly weight: number;
}

/**
 * Nouns that characterise a topic but that only one or two of its texts have: more texts with these would help most. At most
 * eight, the most telling first; none where nouns are not found in the language of the texts.
 *
 *     weight = log2(1 + mentions) · log2(p / q),   p = (n + ½) / (N + 1) in the topic, q likewise in the background
 *
 * With a large background, nouns that it has, too, come first: they are words that others use, while those in no other text are
 * often names from a single text. In a small one only general nouns are found. Then nouns of two texts come first. Where linkers
 * found meanings, only nouns with one count.
 */
export function scarceNouns({ corpus, background }: Pick<TrainingSet, 'corpus' | 'background'>): string[] {
  const linked = linkedNouns(corpus);
  const own = documentFrequencies(corpus.map(mentionsOf));
  const others = documentFrequencies(background.map(mentionsOf));
  const mentions = totalMentions(corpus);
  const isLarge = background.length >= LARGE_BACKGROUND;
  const scarce = [...own.byTerm].flatMap(([lemma, texts]): ScarceNoun[] => {
    if (texts > MOST_TEXTS || texts === corpus.length || (linked.size > 0 && !linked.has(lemma))) return [];
    const count = mentions.get(lemma) ?? 0;
    if (count < LEAST_MENTIONS) return [];
    const elsewhere = others.byTerm.get(lemma) ?? 0;
    const ratio = smoothed(texts, own.documents) / smoothed(elsewhere, others.documents);
    if (ratio <= 1) return [];
    return [
      { lemma, texts, isKnown: isLarge && elsewhere > 0, weight: Math.log2(1 + count) * Math.log2(ratio) },
    ];
  });
  return withoutParts(scarce.sort(mostTellingFirst).map(({ lemma }) => lemma));
}

function mostTellingFirst(a: ScarceNoun, b: ScarceNoun): number {
  return (
    Number(b.isKnown) - Number(a.isKnown) ||
    b.texts - a.texts ||
    b.weight - a.weight ||
    (a.lemma < b.lemma ? -1 : 1)
  );
}

/** The first of them, without words of a phrase, and phrases of a word, that was named before. */
function withoutParts(lemmas: readonly string[]): string[] {
  const named: string[] = [];
  for (const lemma of lemmas) {
    if (named.length === MOST_NOUNS) break;
    const isNamed = named.some((other) => isPart(lemma, other) || isPart(other, lemma));
    if (!isNamed) named.push(lemma);
  }
  return named;
}

function isPart(part: string, phrase: string): boolean {
  return ` ${phrase} `.includes(` ${part} `);
}

function smoothed(texts: number, all: number): number {
  return (texts + 0.5) / (all + 1);
}

function mentionsOf({ nouns }: PageContent): ReadonlyMap<string, number> {
  return new Map(nouns.lemmas.map((lemma, place) => [lemma, nouns.mentions[place] ?? 1]));
}

function totalMentions(texts: readonly PageContent[]): ReadonlyMap<string, number> {
  const total = new Map<string, number>();
  for (const text of texts)
    for (const [lemma, count] of mentionsOf(text)) total.set(lemma, (total.get(lemma) ?? 0) + count);
  return total;
}

function linkedNouns(texts: readonly PageContent[]): ReadonlySet<string> {
  return new Set(
    texts.flatMap(({ nouns }) => nouns.lemmas.filter((_, place) => nouns.linked[place] === true)),
  );
}
