import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readSkos } from '../../../../src/extensions/thesaurus/skos/read-skos.js';
import { nameOf, type Vocabulary } from '../../../../src/extensions/thesaurus/skos/vocabulary.js';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sfwc-skos-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(name: string, content: string | Uint8Array) {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return { vocabulary: await readSkos([file], 'en') };
}

/** The concepts by their names, with their labels and the names of the broader ones. */
function outline({ concepts }: Vocabulary) {
  return Object.fromEntries(
    concepts.map((concept) => [
      nameOf(concept, 'en'),
      {
        labels: concept.labels.map(({ text, language, kind }) => `${text}@${language} ${kind}`).sort(),
        broader: concept.broader.map((above) => nameOf(concepts[above]!, 'en')),
      },
    ]),
  );
}

const TURTLE = `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix xl: <http://www.w3.org/2008/05/skos-xl#> .
@prefix ex: <http://ex.org/> .
ex:s a skos:ConceptScheme ; skos:prefLabel "Animals"@en .
ex:animal a skos:Concept ; skos:prefLabel "animal"@en, "Tier"@de ; skos:topConceptOf ex:s .
ex:cat a skos:Concept ; skos:prefLabel "cat"@en ; skos:altLabel "moggy" ; skos:broader ex:animal ;
  skos:exactMatch <http://dbpedia.org/resource/Cat> ; skos:notation "A.1" ; skos:scopeNote "Purrs; see note."@en .
ex:dog a skos:Concept ; xl:prefLabel [ xl:literalForm "dog"@en ] ; skos:broader ex:animal .
`;
const ANIMALS = {
  animal: { labels: ['Tier@de preferred', 'animal@en preferred'], broader: [] },
  cat: { labels: ['cat@en preferred', 'moggy@ alternative'], broader: ['animal'] },
  dog: { labels: ['dog@en preferred'], broader: ['animal'] },
};

describe('readSkos', () => {
  it('reads labels in all languages and of SKOS-XL, matches and notes, also packed', async () => {
    for (const [name, content] of [
      ['whole.ttl', TURTLE],
      ['whole.ttl.gz', gzipSync(TURTLE)],
    ] as const) {
      const { vocabulary } = await read(name, content);
      expect(outline(vocabulary)).toEqual(ANIMALS);
      expect(vocabulary.concepts.find(({ iri }) => iri === 'http://ex.org/cat')).toMatchObject({
        matches: ['http://dbpedia.org/resource/Cat'],
        notes: ['Purrs; see note.'],
      });
      expect(vocabulary.schemes).toEqual([{ iri: 'http://ex.org/s', title: 'Animals' }]);
    }
  });

  it('reads inverse relations, those of ISO 25964, and rdfs:label where there is no other', async () => {
    const { vocabulary } = await read(
      'other.ttl',
      `${TURTLE}@prefix iso: <http://purl.org/iso25964/skos-thes#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
ex:cat iso:narrowerInstantial ex:felix ; rdfs:label "a cat"@en .
ex:felix a skos:Concept ; rdfs:label "Felix"@en .
ex:s skos:hasTopConcept ex:felix .
ex:pets a skos:Collection ; skos:prefLabel "pets"@en .
`,
    );
    const { Felix, ...others } = outline(vocabulary);
    expect(others).toEqual(ANIMALS);
    expect(Felix).toEqual({ labels: ['Felix@en preferred'], broader: ['cat'] });
    expect(vocabulary.concepts.find(({ iri }) => iri === 'http://ex.org/felix')?.schemes).toEqual([0]);
  });

  it('refuses what holds no concept', async () => {
    await expect(read('none.ttl', '<http://ex.org/a> <http://ex.org/b> "c" .')).rejects.toThrow(
      'has no skos:Concept',
    );
    await expect(read('empty.ttl', '')).rejects.toThrow('is empty');
  });
});
