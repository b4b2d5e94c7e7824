import { describe, expect, it } from '@jest/globals';
import { Parser } from 'n3';
import { expandNouns, expansionQuads } from '../../../../src/extensions/thesaurus/expansion/expand-nouns.js';
import { readExpansion } from '../../../../src/extensions/thesaurus/expansion/expand-topic.js';
import { createOxigraphStore } from '../../../../src/knowledge/oxigraph/oxigraph-store.js';
import { skos } from '../../../../src/model/vocabulary.js';
import { nquadsOf } from '../../../../src/support/rdf/quads.js';
import { openWordNet } from '../../../../src/language/wordnet/wordnet.js';
import { expansionIri } from '../../../../src/knowledge/krs/iris.js';

const wordNet = openWordNet();
const FISHING = ['fish', 'bass', 'trout', 'river', 'salmon', 'fisherman', 'lake', 'qwertz'];
const MUSIC = ['music', 'bass', 'guitar', 'singer', 'melody', 'violin', 'orchestra'];
const nouns = (lemmas: readonly string[]) => ({
  characteristic: lemmas.map((lemma, index) => ({ lemma, weight: 1 / (1 + index) })),
  documents: [],
});
const BODY =
  'insulin glucose blood patient liver kidney urine water tissue hormone food salt sugar oxygen fluid hydrogen';
const LOOSE = 0;
const glossOf = (topic: readonly string[], lemma: string): string | undefined =>
  expandNouns(wordNet, nouns(topic), LOOSE).find((noun) => noun.lemma === lemma)?.gloss;

describe('expandNouns', () => {
  it('takes the sense that the other nouns of the topic speak for', () => {
    expect(glossOf(FISHING, 'bass')).toMatch(/fish/);
    expect(glossOf(MUSIC, 'bass')).toMatch(/music|instrument|sing/);
    expect(glossOf(FISHING, 'qwertz')).toBeUndefined();
  });

  it('has synonyms, and what is right above and below', () => {
    const river = expandNouns(wordNet, nouns(FISHING), LOOSE).find(({ lemma }) => lemma === 'river');
    expect(river?.words).toEqual(['river']);
    expect(river?.hypernyms.map(({ words }) => words[0])).toEqual(['stream']);
    expect(river?.hyponyms.every(({ relatedness }) => relatedness >= 0 && relatedness <= 1)).toBe(true);
  });

  it('leaves out what is less related than asked', () => {
    const count = (least: number): number =>
      expandNouns(wordNet, nouns(FISHING), least).reduce(
        (sum, { hypernyms, hyponyms }) => sum + 1 + hypernyms.length + hyponyms.length,
        0,
      );
    expect(count(0)).toBeGreaterThan(count(0.15));
    expect(count(1)).toBe(0);
  });

  it('leaves out nouns whose sense is doubtful', () => {
    const senses = (topic: readonly string[]): number =>
      expandNouns(wordNet, nouns(topic), LOOSE).filter(({ lemma }) => lemma === 'fossil').length;
    expect(senses(['fossil'])).toBe(0);
    expect(senses(['rock', 'soil', 'fossil', 'sediment', 'animal', 'plant'])).toBe(1);
  });

  it('leaves out words that mean something else in the topic', () => {
    const body = { characteristic: BODY.split(' ').map((lemma) => ({ lemma, weight: 1 })), documents: [] };
    const words = expandNouns(wordNet, body, LOOSE).find(({ lemma }) => lemma === 'urine')?.words;
    expect(words).toContain('urine');
    expect(words).not.toContain('water');
  });
});

describe('an expansion in a knowledge base', () => {
  const TOPIC = 'http://t.example/fishing';
  const expanded = expandNouns(wordNet, nouns(['fish', 'trout', 'car', 'automobile']), LOOSE);
  const content = {
    topic: TOPIC,
    topicName: 'fishing',
    topicChecksum: 'abc',
    source: 'WordNet 3.1',
    settings: '{}',
    nouns: expanded,
  };
  const written = (): string => nquadsOf(expansionQuads(content));

  it('is read as it was written', async () => {
    const kb = createOxigraphStore();
    await kb.load([written()]);
    const read = await readExpansion(kb, expansionIri(TOPIC));
    for (const { lemma, words, hypernyms, hyponyms } of expanded) {
      const others = words.map((word) => word.toLowerCase()).filter((word) => word !== lemma);
      expect(read.get(lemma)?.synonyms).toEqual(expect.arrayContaining(others));
      const around = [...hypernyms, ...hyponyms].flatMap((other) => other.words);
      for (const word of around) expect(read.get(lemma)?.related).toContain(word.toLowerCase());
    }
    expect(read.get('car')?.synonyms).toContain('automobile');
    expect(read.get('automobile')?.synonyms).toContain('car');
  });

  it('is SKOS: one preferred label a concept, no label twice, all in the graph of the expansion', async () => {
    const quads = new Parser({ format: 'N-Quads' }).parse(written());
    expect(new Set(quads.map(({ graph }) => graph.value))).toEqual(new Set([expansionIri(TOPIC)]));
    const concepts = new Set(
      quads.filter(({ object }) => object.value === skos.Concept).map(({ subject }) => subject.value),
    );
    expect(concepts.size).toBeGreaterThan(10);
    for (const concept of concepts) {
      const labels = (predicate: string): string[] =>
        quads
          .filter((quad) => quad.subject.value === concept && quad.predicate.value === predicate)
          .map(({ object }) => object.value);
      expect(labels(skos.prefLabel)).toHaveLength(1);
      expect(labels(skos.altLabel)).not.toContain(labels(skos.prefLabel)[0]);
    }
    const linked = quads.filter(({ predicate }) =>
      [skos.broader, skos.narrower].includes(predicate.value as never),
    );
    expect(linked.every(({ object }) => concepts.has(object.value))).toBe(true);
  });
});
