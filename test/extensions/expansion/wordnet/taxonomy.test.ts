import { describe, expect, it } from '@jest/globals';
import { ARTIFICIAL_ROOT, openTaxonomy } from '../../../../src/extensions/expansion/wordnet/taxonomy.js';
import { openWordNet } from '../../../../src/language/wordnet/wordnet.js';

const wordNet = openWordNet();
const nouns = openTaxonomy(wordNet);
const verbs = openTaxonomy(wordNet, 'verb');
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
    expect(nouns.hyponymClosure(first('entity')).size).toBe([...wordNet.synsets()].length);
  });

  it('knows depths by the shortest and the longest way, in steps, as NLTK', () => {
    expect(nouns.depthOf(first('entity'))).toEqual({ min: 0, max: 0 });
    expect(nouns.depthOf(first('dog'))).toEqual({ min: 8, max: 13 });
    expect(nouns.greatestDepth()).toBe(19);
  });

  it('finds what is above both, and the way between', () => {
    expect(words(nouns.lowestCommonSubsumers(first('dog'), first('cat')))).toEqual(['carnivore']);
    expect(words(nouns.lowestCommonSubsumers(first('dog'), first('animal')))).toEqual(['animal']);
    expect(nouns.distance(first('dog'), first('cat'))).toBe(4);
    expect(nouns.distance(first('dog'), first('dog'))).toBe(0);
  });

  it('has nothing to say of what is no synset', () => {
    expect([...nouns.hypernymClosure(3)]).toEqual([[3, 0]]);
    expect(nouns.hypernymsOf(3)).toEqual([]);
    expect(nouns.hyponymsOf(3)).toEqual([]);
    expect(nouns.distance(3, first('dog'))).toBeUndefined();
    expect(nouns.lowestCommonSubsumers(3, first('dog'))).toEqual([]);
  });
});

describe('the taxonomy of verbs', () => {
  it('has a root that no synset is', () => {
    const [eat, think] = ['eat', 'think'].map((verb) => wordNet.sensesOf(verb, 'verb')[0]?.offset ?? 0);
    expect(verbs.lowestCommonSubsumers(eat!, think!)).toEqual([ARTIFICIAL_ROOT]);
    expect(verbs.distance(eat!, think!)).toBeGreaterThan(1);
    expect(wordNet.synset(eat!, 'verb')).toMatchObject({ partOfSpeech: 'verb' });
    expect(wordNet.synset(eat!, 'verb')?.words).toContain('eat');
    expect(verbs.greatestDepth()).toBe(13);
  });
});
