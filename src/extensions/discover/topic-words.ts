import type { WordReader } from '../../model/topic.js';
import { urlWords } from '../../crawling/priority/term-weights.js';
import { addToList } from '../../support/batches.js';

/** A noun of a topic, and how characteristic of it it is; above 0. */
export interface WeightedNoun {
  readonly lemma: string;
  readonly weight: number;
}

/** Recognises the characteristic nouns of a topic in short texts, such as anchors. */
export interface TopicWords {
  /** The nouns of which a text has all words, each once, the most characteristic first. */
  inText(text: string): readonly WeightedNoun[];
  /** The same for the words of an address. */
  inUrl(url: string): readonly WeightedNoun[];
  /** The same for the words of an address after its host. */
  inPath(url: string): readonly WeightedNoun[];
}

/** @param words reads words in base form, as those of the nouns */
export function createTopicWords(nouns: readonly WeightedNoun[], words: WordReader): TopicWords {
  const byFirst = new Map<string, { readonly noun: WeightedNoun; readonly rest: readonly string[] }[]>();
  for (const noun of nouns) {
    const [first, ...rest] = words(noun.lemma);
    if (first !== undefined) addToList(byFirst, first, { noun, rest });
  }
  const find = (list: readonly string[]): readonly WeightedNoun[] => {
    const present = new Set(list);
    return [...present]
      .flatMap((word) => byFirst.get(word) ?? [])
      .filter(({ rest }) => rest.every((word) => present.has(word)))
      .map(({ noun }) => noun)
      .sort((a, b) => b.weight - a.weight);
  };
  return {
    inText: (text) => find(words(text)),
    inUrl: (url) => find(urlWords(url, words, true)),
    inPath: (url) => find(urlWords(url, words, false)),
  };
}

/** Evidence of nouns for the topic: the sum of their weights. */
export function totalWeight(nouns: readonly WeightedNoun[]): number {
  return nouns.reduce((total, { weight }) => total + weight, 0);
}
