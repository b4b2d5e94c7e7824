import type { AnnotatedText } from '../../model/noun.js';
import type { Candidate, LabelIndex } from './label-index-file.js';
import { wordsOf } from './label-words.js';
import { remember } from '../../support/remember.js';
import { hashWord, WordHasher } from './word-hash.js';

/** How often a text has each word, by the low halves of the hashes. */
export type TextWords = ReadonlyMap<number, number>;

/** The chosen candidate and its confidence. */
export interface Choice {
  readonly resource: number;
  /** Share of the candidate among all, from 0 to 1. */
  readonly share: number;
}

/** Doublings of a candidate's share when the text has all its words. */
export const CONTEXT_WEIGHT = 8;
/** Candidates with a smaller share are not chosen. */
export const LEAST_SHARE = 0.35;
const REMEMBERED = 100_000;

/** Hashes the words of tokens, as contexts hold them. */
export interface LowHasher {
  /** Appends the low half of the hash of each word. */
  pushLows(text: string, to: number[]): void;
}

/** A hasher with a cache for words that are not plain letters. */
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
 * Chooses among the resources that share a name, by how often the name is used for each and by the words of the text:
 *
 *     share(r) ∝ commonness(r) · 2^(CONTEXT_WEIGHT · overlap(r))
 *     commonness(r) = (1 + count(l, r)) / Σ_r' (1 + count(l, r'))
 *     overlap(r) = Σ_w min(1, log2(1 + n(w)) / 2) / max(3, |W(r)|)     over the words w in W(r)
 *
 * W(r) are the words of the resource's label, description and types, without those of the name itself; n(w) is how often
 * the text has w, by lemma. Of equal shares the first is taken, if it is at least LEAST_SHARE. A name means one thing per
 * text, since the choice depends on name and text alone.
 *
 * Commonness and context follow Milne and Witten (Learning to Link with Wikipedia, 2008). Deviations: words replace links
 * between articles, which label dumps do not have; a fixed weight replaces their trained classifier.
 */
export function chooseCandidate(
  candidates: readonly Candidate[],
  name: readonly number[],
  words: TextWords,
  contextOf: LabelIndex['contextOf'],
): Choice | undefined {
  const [only, another] = candidates;
  if (only !== undefined && another === undefined) return { resource: only.resource, share: 1 };
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

/** Fewer words than this say too little. */
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
