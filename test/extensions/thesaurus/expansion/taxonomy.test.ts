import { describe, expect, it } from '@jest/globals';
import { openTaxonomy } from '../../../../src/extensions/thesaurus/expansion/topic-senses.js';
import { openWordNet } from '../../../../src/language/wordnet/wordnet.js';

const wordNet = openWordNet();
const nouns = openTaxonomy(wordNet);
const first = (noun: string): number => wordNet.sensesOf(noun)[0]?.offset ?? Number.NaN;
const words = (offsets: Iterable<number>): (string | undefined)[] =>
  [...offsets].map((offset) => wordNet.synset(offset)?.words[0]);

describe('the taxonomy of nouns', () => {
  it('leads up to entity, nearest first', () => {
    const above = nouns.hypernymClosure(first('dog'));
    expect(words(above.keys()).slice(0, 4)).toEqual(['dog', 'canine', 'domestic animal', 'carnivore']);
    expect(above.get(first('entity'))).toBe(8);
    expect(words(above.keys()).at(-1)).toBe('entity');
  });

  it('counts instances as what they are', () => {
    expect(words(nouns.hypernymsOf(first('paris')))).toEqual(['national capital']);
    expect(nouns.hyponymsOf(first('national capital'))).toContain(first('paris'));
    expect(nouns.hyponymClosure(first('city')).has(first('paris'))).toBe(true);
  });

  it('leads down to everything', () => {
    const below = nouns.hyponymClosure(first('dog'));
    expect(below.get(first('poodle'))).toBe(1);
    expect(below.get(first('toy poodle'))).toBe(2);
    expect(nouns.hyponymClosure(first('entity')).size).toBe(82_192);
  });

  it('has nothing to say of what is no synset', () => {
    expect([...nouns.hypernymClosure(3)]).toEqual([[3, 0]]);
    expect(nouns.hypernymsOf(3)).toEqual([]);
    expect(nouns.hyponymsOf(3)).toEqual([]);
  });
});
