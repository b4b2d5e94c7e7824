import type { AnnotatedText } from '../../model/noun.js';
import type { Candidate, LabelIndex } from './label-index.js';
import { wordsOf } from './label-words.js';
import { remember } from '../../support/remember.js';
import { hashWord, WordHasher } from './word-hash.js';

/** How often a text has each word, by the low halves of their hashes. */
export type TextWords = ReadonlyMap<number, number>;

/** A candidate that was chosen, and how sure that is. */
export interface Choice {
  readonly resource: number;
  /** Share of the candidate among all, between 0 and 1. */
  readonly share: number;
}

/** Doublings of a candidate's share that a text which has all its words is worth. */
export const CONTEXT_WEIGHT = 8;
/** A candidate with a smaller share is not taken. */
export const LEAST_SHARE = 0.35;
const REMEMBERED = 100_000;

/** Hashes the words of tokens, as contexts hold them. */
export interface LowHasher {
  /** Appends the low half of the hash of each word. */
  pushLows(text: string, to: number[]): void;
}

/** A hasher that remembers words which are not of plain letters. */
export function createLowHasher(): LowHasher {
  const hasher = new WordHasher();
  const hashesOf = remember(
    (text: string) => wordsOf(text).map((word) => hashWord(word).low >>> 0),
    REMEMBERED,
  );
  return {
    pushLows: (text, to) => {
      if (hasher.hashPlain(text)) to.push(hasher.low >>> 0);
      else to.push(...hashesOf(text));
    },
  };
}

/** Returns a function that counts the words of a text. */
export function createWordCounter(hasher: LowHasher): (text: AnnotatedText) => TextWords {
  return ({ sentences }) => {
    const all: number[] = [];
    for (const { tokens } of sentences) {
      for (const { lemma, stopWord, numeric } of tokens) {
        if (!stopWord && !numeric && lemma.length > 2) hasher.pushLows(lemma, all);
      }
    }
    const counts = new Map<number, number>();
    for (const hash of all) counts.set(hash, (counts.get(hash) ?? 0) + 1);
    return counts;
  };
}

/**
 * Chooses among the resources that share a name, by how often the name is used for each and by what the text says:
 *
 *     share(r) ∝ commonness(r) · 2^(CONTEXT_WEIGHT · overlap(r))
 *     commonness(r) = (1 + count(l, r)) / Σ_r' (1 + count(l, r'))
 *     overlap(r) = Σ_w min(1, log2(1 + n(w)) / 2) / max(3, |W(r)|)     over the words w in W(r)
 *
 * W(r) are the words of the resource's label (with those in parentheses), of its description and its types, without
 * those of the name itself; n(w) is how often the text has w, by lemma. The text's words hold those of all that is named
 * in it without doubt. The first of equal shares is taken, if its share is at least LEAST_SHARE. One name means one thing
 * in a text, since the choice hangs on name and text alone.
 *
 * Commonness and context, as Milne and Witten (Learning to Link with Wikipedia, 2008) weigh them; deviations: words take the
 * place of links between articles, which label dumps do not hold, and a fixed weight that of their trained classifier.
 */
export function chooseCandidate(
  candidates: readonly Candidate[],
  name: readonly number[],
  words: TextWords,
  contextOf: LabelIndex['contextOf'],
): Choice | undefined {
  const [only, another] = candidates;
  if (only === undefined || another === undefined) {
    return only === undefined ? undefined : { resource: only.resource, share: 1 };
  }
  let total = 0;
  let best: { readonly resource: number; readonly weight: number } | undefined;
  for (const { resource, count } of candidates) {
    const shared = overlap(contextOf(resource), name, words);
    const weight = (1 + count) * (shared === 0 ? 1 : 2 ** (CONTEXT_WEIGHT * shared));
    total += weight;
    if (best === undefined || weight > best.weight) best = { resource, weight };
  }
  if (best === undefined || best.weight < LEAST_SHARE * total) return undefined;
  return { resource: best.resource, share: best.weight / total };
}

/** A few words are too little to hold all of them against a text. */
const FEW_WORDS = 3;

function overlap(own: Uint32Array, name: readonly number[], words: TextWords): number {
  let size = 0;
  let found = 0;
  for (const word of own) {
    if (name.includes(word)) continue;
    size += 1;
    const count = words.get(word);
    if (count !== undefined) found += Math.min(1, Math.log2(1 + count) / 2);
  }
  return found / Math.max(FEW_WORDS, size);
}
