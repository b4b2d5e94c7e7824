import { describe, expect, it } from '@jest/globals';
import {
  createTopicSenses,
  openTaxonomy,
} from '../../../../src/extensions/thesaurus/expansion/topic-senses.js';
import type { TopicSenses } from '../../../../src/extensions/thesaurus/expansion/nouns-of-topic.js';
import { openWordNet } from '../../../../src/language/wordnet/wordnet.js';

const wordNet = openWordNet();
const taxonomy = openTaxonomy(wordNet);
const GEOLOGY = ['rock', 'soil', 'fossil', 'sediment', 'river', 'basin', 'volcano', 'mineral'];
const ANIMALS = [
  'animal',
  'tail',
  'mammal',
  'reptile',
  'vertebrate',
  'body',
  'head',
  'leg',
  'fur',
  'predator',
];

const topicOf = (lemmas: readonly string[], documents: readonly (readonly string[])[] = []): TopicSenses =>
  createTopicSenses(wordNet, taxonomy, {
    characteristic: lemmas.map((lemma) => ({ lemma, weight: 1 })),
    documents,
  });
const glossOf = (senses: TopicSenses, noun: string): string | undefined => {
  const found = senses.senseOf(noun);
  return found === undefined ? undefined : wordNet.synset(found.offset)?.gloss;
};

describe('the senses of a topic', () => {
  it.each([
    [GEOLOGY, 'fossil', /remains .* of a plant or animal/],
    [ANIMALS, 'tail', /posterior part of the body of a vertebrate/],
  ] as const)('fit the topic of %j: %s', (lemmas, noun, gloss) => {
    expect(glossOf(topicOf(lemmas), noun)).toMatch(gloss);
  });

  it('follow the documents that hold the noun', () => {
    const within = (document: readonly string[]): string | undefined =>
      glossOf(topicOf(['report'], [['tablet', ...document]]), 'tablet');
    expect(within(['dose', 'medicine', 'pellet', 'pill'])).toMatch(/dose of medicine/);
    expect(within(['slab', 'stone', 'inscription', 'wood'])).toMatch(/slab of stone or wood/);
  });

  it('are related by at most 1, and the noun itself does not speak for its sense', () => {
    const sense = topicOf(['insulin']).senseOf('insulin')?.offset ?? 0;
    expect(topicOf(['insulin']).relatedness(sense, 'insulin')).toBe(0);
    const related = topicOf(['insulin', 'hormone']).relatedness(sense, 'insulin');
    expect(related).toBeGreaterThan(0.1);
    expect(related).toBeLessThanOrEqual(1);
  });
});
