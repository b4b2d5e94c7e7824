import type { WordReader } from '../../model/topic.js';
import { urlWords } from '../../crawling/priority/term-weights.js';
import { addToList } from '../../support/add-to-list.js';

/** A noun of a topic, and how characteristic of it it is; above 0. */
export interface WeightedNoun {
  readonly lemma: string;
  readonly weight: number;
}

/** Recognises the characteristic nouns of a topic in short texts, such as anchors. */
export interface TopicWords {
  /** The nouns of which a text has all words, each once, the most characteristic first. */
  inText(text: string): readonly WeightedNoun[];
  /** The same for the words of an address. @param host true if those of its host count */
  inUrl(url: string, host: boolean): readonly WeightedNoun[];
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
    inUrl: (url, host) => find(urlWords(url, words, host)),
  };
}

/** Evidence of nouns for the topic: the sum of their weights. */
export function totalWeight(nouns: readonly WeightedNoun[]): number {
  return nouns.reduce((total, { weight }) => total + weight, 0);
}

/** Rules for taking items. */
export interface Spread<Item> {
  /** Value of an item; 0 or more. */
  readonly value: (item: Item) => number;
  readonly group: (item: Item) => string;
  /** Maximum number of items. */
  readonly most: number;
  /** Maximum number of one group. Default: any number. */
  readonly perGroup?: number;
}

/**
 * Takes the most valuable items, spread over groups: an item counts by its value divided by one more than the number of
 * items that were taken of its group before. Equal ones are taken in their order.
 */
export function takeSpread<Item>(items: readonly Item[], spread: Spread<Item>): readonly Item[] {
  const { value, group, most, perGroup = Infinity } = spread;
  const groups = new Map<string, Item[]>();
  for (const item of [...items].sort((a, b) => value(b) - value(a))) addToList(groups, group(item), item);
  const waiting = [...groups.values()].map((own) => ({ own, taken: 0 }));
  const chosen: Item[] = [];
  while (chosen.length < most) {
    let best:
      { readonly from: (typeof waiting)[number]; readonly item: Item; readonly worth: number } | undefined;
    for (const from of waiting) {
      const item = from.taken < perGroup ? from.own[from.taken] : undefined;
      if (item === undefined) continue;
      const worth = value(item) / (1 + from.taken);
      if (best === undefined || worth > best.worth) best = { from, item, worth };
    }
    if (best === undefined) break;
    best.from.taken += 1;
    chosen.push(best.item);
  }
  return chosen;
}
