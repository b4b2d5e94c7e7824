import { describe, expect, it } from '@jest/globals';
import { conceptsOfTopic } from '../../../../src/app/topics/building/topic-concepts.js';
import { openWordNet } from '../../../../src/language/wordnet/wordnet.js';

const wordNet = openWordNet();

function weightsOf(line: string): ReadonlyMap<string, number> {
  const nouns = conceptsOfTopic({ line }, wordNet).flatMap((concept) => concept.nouns);
  expect(new Set(nouns.map(({ lemma }) => lemma)).size).toBe(nouns.length);
  return new Map(nouns.map(({ lemma, weight }) => [lemma, weight]));
}

describe('conceptsOfTopic', () => {
  const birds = weightsOf('Birds: species of birds and their life');

  it('holds the nouns of the line in their base form, where common ones weigh less', () => {
    expect(birds.get('bird')).toBe(1);
    expect(birds.get('life')).toBeLessThan(0.5);
    expect(birds.has('of')).toBe(false);
    // WordNet has 'hives' as well, which is a rash.
    expect([...weightsOf('Bees in hives').keys()]).toEqual(expect.arrayContaining(['bee', 'hive']));
  });

  it('takes the sense that fits the other words, and phrases before their words', () => {
    const isFish = (line: string): boolean => weightsOf(line).has('striped bass');
    expect(isFish('Bass: fish of rivers, lakes and the sea')).toBe(true);
    expect(isFish('Bass: music, guitars and singers')).toBe(false);
    const games = weightsOf('Video games and consoles');
    expect([games.get('video game'), games.get('video')]).toEqual([1, undefined]);
  });

  it('expands the labels of a vocabulary, and keeps those that WordNet does not have', () => {
    const vocabulary = [
      ['http://v.example/1', 'Birds of prey'],
      ['http://v.example/2', 'Owls'],
      ['http://v.example/3', 'Xqz monitors'],
      ['http://v.example/4', '?!'],
    ] as const;
    const concepts = conceptsOfTopic({ vocabulary }, wordNet);
    const weights = new Map(concepts.flatMap(({ nouns }) => nouns).map((one) => [one.lemma, one.weight]));
    expect([weights.get('owl'), weights.get('bird of prey')]).toEqual([expect.any(Number), 1]);
    expect(weights.get('barn owl')).toBeGreaterThan(0.5);
    expect([weights.has(''), concepts.some(({ label }) => label === '')]).toEqual([false, false]);
    const meaningsOf = (noun: string): readonly string[] =>
      concepts.find(({ nouns }) => nouns.some(({ lemma }) => lemma === noun))?.meanings ?? [];
    expect(meaningsOf('owl')).toHaveLength(2);
    expect(meaningsOf('owl')).toContain('http://v.example/2');
    expect(concepts.find(({ label }) => label === 'xqz monitor')).toEqual({
      id: 'xqz monitor',
      label: 'xqz monitor',
      meanings: ['http://v.example/3'],
      nouns: [{ lemma: 'xqz monitor', weight: 1 }],
    });
  });
});
