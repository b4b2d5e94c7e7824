import type { TopicConcept } from '../../../knowledge/krs/topic-quads.js';
import { LISTED_STOP_WORDS } from '../../../language/text/stop-words.js';
import { createNounLemmatizer } from '../../../language/wordnet/noun-lemmas.js';
import { openSenseChooser } from '../../../language/wordnet/sense-choice.js';
import { synsetIri, type WordNet } from '../../../language/wordnet/wordnet.js';
import { addToList } from '../../../support/add-to-list.js';
import { given } from '../../../support/given.js';

/** A concept of the vocabulary of a topic: its IRI, and a label in English. */
export type NamedConcept = readonly [iri: string, label: string];

/** The longest phrase of a line that is looked up, in words. */
const MAX_PHRASE = 4;
/** Labels of a vocabulary that are read. */
const MAX_LABELS = 20_000;
/** Steps below a concept that the line names. */
const MAX_DEPTH = 5;
/** Each step down counts by this much less. */
const DECAY = 0.8;
/** Tags in WordNet's texts that halve the weight of a named noun: 'birds and their life' is about birds. */
const HALVING_TAGS = 20;
/** Nouns of less weight mostly mean something else. */
const MIN_WEIGHT = 0.02;
/** Concepts for each noun of the line: below 'plant' there are thousands. */
const MAX_CONCEPTS = 4000;
const WORD = /[\p{L}\p{N}'-]+/gu;
const STOP_WORDS: ReadonlySet<string> = new Set(LISTED_STOP_WORDS);

/** A noun that the line or the vocabulary of a topic names. */
interface NamedNoun {
  readonly noun: string;
  readonly rarity: number;
  readonly iri?: string;
}

interface Found {
  readonly label: string;
  readonly broader?: string;
  readonly weight: number;
}

/**
 * The concepts of a topic in English: the nouns of the line about it and the labels of its vocabulary, expanded in WordNet. Each
 * is taken in the sense that best fits the other words, with its synonyms and all hyponyms to a depth of five. The weight of a
 * noun is the product of three factors: 0.8 for each step down; the share of this sense among the senses of the noun in WordNet's
 * tagged texts ('crane' is below 'bird', but seldom means one); and a factor that is smaller below a common noun. A noun of
 * several concepts belongs to the one where its weight is greatest. A label that WordNet does not have is a concept of its own.
 */
export function conceptsOfTopic(
  { line = '', vocabulary = [] }: { readonly line?: string; readonly vocabulary?: readonly NamedConcept[] },
  wordNet: WordNet,
): readonly TopicConcept[] {
  const words = line.toLowerCase().match(WORD) ?? [];
  const labels = nounsOfLabels(vocabulary.slice(0, MAX_LABELS), wordNet);
  const chooser = openSenseChooser(wordNet);
  const around = [...words, ...labels.flatMap(({ noun }) => noun.split(' '))];
  const context = chooser.contextOfWords(around.map((word) => [word, 1]));
  const found = new Concepts();
  for (const { noun, rarity, iri } of [...nounsOfLine(words, wordNet), ...labels]) {
    const sense = chooser.choose(wordNet.sensesOf(noun), noun, context);
    const id = sense === undefined ? noun : String(sense.offset);
    if (sense !== undefined || iri !== undefined) found.put(noun, id, rarity);
    if (iri !== undefined) found.add(id, { label: noun, weight: rarity }, iri);
    if (sense !== undefined) addBelow(sense.offset, rarity, found, wordNet);
  }
  for (const [id, { weight }] of found.all)
    for (const word of wordNet.synset(Number(id))?.words ?? [])
      found.put(word.toLowerCase(), id, weight * shareOfSense(word.toLowerCase(), Number(id), wordNet));
  return found.concepts();
}

function addBelow(top: number, rarity: number, found: Concepts, wordNet: WordNet): void {
  for (const { synset, broader, weight } of hyponyms(top, wordNet)) {
    const label = wordNet.synset(synset)?.words[0] ?? '';
    found.add(String(synset), { label, broader, weight: rarity * weight }, synsetIri(synset));
  }
}

/** The concepts that were found so far, and their nouns. */
class Concepts {
  readonly all = new Map<string, Found & { readonly meanings: Set<string> }>();
  private readonly nouns = new Map<string, { readonly id: string; readonly weight: number }>();

  /** Adds a noun of a concept, unless it belongs to another one more likely. */
  put(lemma: string, id: string, weight: number): void {
    if (weight >= MIN_WEIGHT && weight > (this.nouns.get(lemma)?.weight ?? 0))
      this.nouns.set(lemma, { id, weight });
  }

  add(id: string, one: Found, meaning: string): void {
    const known = this.all.get(id);
    const meanings = (known?.meanings ?? new Set()).add(meaning);
    if (known === undefined || one.weight > known.weight) this.all.set(id, { ...one, meanings });
  }

  concepts(): readonly TopicConcept[] {
    const byConcept = new Map<string, { readonly lemma: string; readonly weight: number }[]>();
    for (const [lemma, { id, weight }] of this.nouns) addToList(byConcept, id, { lemma, weight });
    return [...this.all].map(([id, { label, broader, meanings }]) =>
      given({ id, label, meanings: [...meanings], nouns: byConcept.get(id) ?? [], broader }),
    );
  }
}

function rarityOf(noun: string, wordNet: WordNet): number {
  return 1 / (1 + wordNet.tagCountOf(noun) / HALVING_TAGS);
}

/** The nouns of a line, the rarest of which counts as 1. */
function nounsOfLine(words: readonly string[], wordNet: WordNet): readonly NamedNoun[] {
  const nouns = nounsIn(words, wordNet);
  const rarest = Math.max(...nouns.map((noun) => rarityOf(noun, wordNet)));
  return nouns.map((noun) => ({ noun, rarity: rarityOf(noun, wordNet) / rarest }));
}

/** The labels of a vocabulary as nouns in their base form. */
function nounsOfLabels(vocabulary: readonly NamedConcept[], wordNet: WordNet): readonly NamedNoun[] {
  const lemmaOf = createNounLemmatizer(wordNet);
  return vocabulary.flatMap(([iri, label]) => {
    const words = label.toLowerCase().match(WORD) ?? [];
    const singular = words.map(lemmaOf).join(' ');
    const noun = [words.join(' '), singular].flatMap((form) => wordNet.baseForms(form))[0] ?? singular;
    // A label may consist of signs alone.
    return noun === '' ? [] : [{ noun, rarity: rarityOf(noun, wordNet), iri }];
  });
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
function* hyponyms(top: number, wordNet: WordNet) {
  const seen = new Set([top]);
  yield { synset: top, broader: undefined, weight: 1 };
  let level = [top];
  for (let depth = 1; depth <= MAX_DEPTH; depth += 1) {
    const next: number[] = [];
    for (const broader of level)
      for (const synset of wordNet.hyponymsOf(broader)) {
        if (seen.has(synset) || seen.size >= MAX_CONCEPTS) continue;
        seen.add(synset);
        next.push(synset);
        yield { synset, broader: String(broader), weight: DECAY ** depth };
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
