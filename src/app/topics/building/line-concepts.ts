import type { LineConcept } from '../../../knowledge/krs/topic-quads.js';
import { addToList } from '../../../support/add-to-list.js';
import { LISTED_STOP_WORDS } from '../../../language/text/stop-words.js';
import { createNounLemmatizer } from '../../../language/wordnet/noun-lemmas.js';
import { openSenseChooser } from '../../../language/wordnet/sense-choice.js';
import { synsetIri, type WordNet } from '../../../language/wordnet/wordnet.js';

/** The longest phrase of a line that is looked up, in words. */
const MAX_PHRASE = 4;
/** Steps below a concept that the line names. */
const MAX_DEPTH = 5;
/** Each step down counts by this much less. */
const DECAY = 0.8;
/** Tags in WordNet's texts that halve the weight of a noun of the line: 'birds and their life' is about birds. */
const HALVING_TAGS = 20;
/** Nouns of less weight mostly mean something else. */
const MIN_WEIGHT = 0.02;
/** Concepts for each noun of the line: below 'plant' there are thousands. */
const MAX_CONCEPTS = 4000;
const WORD = /[\p{L}\p{N}'-]+/gu;
const STOP_WORDS: ReadonlySet<string> = new Set(LISTED_STOP_WORDS);

/**
 * Expands the nouns of a line about a topic in WordNet: each in the sense that best fits the other words of the line, with its
 * synonyms and all hyponyms to a depth of five. The weight of a noun is the product of three factors: 0.8 for each step below the
 * line; the share of this sense among the senses of the noun in WordNet's tagged texts ('crane' is below 'bird', but seldom means
 * one); and a factor that is smaller below a common noun of the line. A noun of several concepts belongs to the one where its
 * weight is greatest.
 */
export function conceptsOfLine(line: string, wordNet: WordNet): readonly LineConcept[] {
  const words = line.toLowerCase().match(WORD) ?? [];
  const chooser = openSenseChooser(wordNet);
  const context = chooser.contextOfWords(words.map((word) => [word, 1]));
  const found = new Map<number, { readonly broader?: number; readonly weight: number }>();
  const weights = new Map<string, { readonly synset: number; readonly weight: number }>();
  const put = (lemma: string, synset: number, weight: number): void => {
    if (weight >= MIN_WEIGHT && weight > (weights.get(lemma)?.weight ?? 0))
      weights.set(lemma, { synset, weight });
  };
  const nouns = nounsIn(words, wordNet);
  const rarityOf = (noun: string): number => 1 / (1 + wordNet.tagCountOf(noun) / HALVING_TAGS);
  const rarest = Math.max(...nouns.map(rarityOf));
  for (const noun of nouns) {
    const rarity = rarityOf(noun) / rarest;
    const sense = chooser.choose(wordNet.sensesOf(noun), noun, context);
    if (sense === undefined) continue;
    for (const below of hyponyms(sense.offset, wordNet))
      if (rarity * below.weight > (found.get(below.synset)?.weight ?? 0))
        found.set(below.synset, { ...below, weight: rarity * below.weight });
    put(noun, sense.offset, rarity);
  }
  for (const [synset, { weight }] of found)
    for (const word of wordNet.synset(synset)?.words ?? [])
      put(word.toLowerCase(), synset, weight * shareOfSense(word.toLowerCase(), synset, wordNet));
  const named = new Map<number, { readonly lemma: string; readonly weight: number }[]>();
  for (const [lemma, { synset, weight }] of weights) addToList(named, synset, { lemma, weight });
  return [...found].map(([synset, { broader }]) => ({
    synset,
    iri: synsetIri(synset),
    label: wordNet.synset(synset)?.words[0] ?? '',
    ...(broader === undefined ? {} : { broader }),
    nouns: named.get(synset) ?? [],
  }));
}

/** The longest phrases and the words that are nouns in WordNet, in their base form, each once: 'hives' is a hive, not urticaria. */
function nounsIn(words: readonly string[], wordNet: WordNet): readonly string[] {
  const lemmaOf = createNounLemmatizer(wordNet);
  const nouns = new Set<string>();
  for (let place = 0; place < words.length;) {
    let [length, noun] = [1, undefined as string | undefined];
    for (let size = Math.min(MAX_PHRASE, words.length - place); size > 0 && noun === undefined; size -= 1) {
      const written = words.slice(place, place + size).join(' ');
      [noun] = wordNet.baseForms(size === 1 && written.endsWith('s') ? lemmaOf(written) : written);
      if (noun !== undefined) length = size;
    }
    if (noun !== undefined && !STOP_WORDS.has(words[place] ?? '')) nouns.add(noun);
    place += length;
  }
  return [...nouns];
}

/** A synset and those below it, level by level. */
function* hyponyms(
  top: number,
  wordNet: WordNet,
): Generator<{ readonly synset: number; readonly broader?: number; readonly weight: number }> {
  const seen = new Set([top]);
  yield { synset: top, weight: 1 };
  let level = [top];
  for (let depth = 1; depth <= MAX_DEPTH; depth += 1) {
    const next: number[] = [];
    for (const broader of level)
      for (const synset of wordNet.hyponymsOf(broader)) {
        if (seen.has(synset) || seen.size >= MAX_CONCEPTS) continue;
        seen.add(synset);
        next.push(synset);
        yield { synset, broader, weight: DECAY ** depth };
      }
    level = next;
  }
}

/** Share of a sense among the senses of a noun, each counted once more than it was tagged. */
function shareOfSense(noun: string, synset: number, wordNet: WordNet): number {
  const senses = wordNet.sensesOf(noun);
  const total = senses.reduce((sum, { tagCount }) => sum + tagCount + 1, 0);
  const own = senses.find(({ offset }) => offset === synset);
  return own === undefined ? 1 : (own.tagCount + 1) / total;
}
