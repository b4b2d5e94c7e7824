import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readRdf } from '../../../src/extensions/vocabulary/rdf/read-rdf.js';
import { readSkos } from '../../../src/extensions/vocabulary/read-skos.js';
import { labelsByConcept, nameOf, type Vocabulary } from '../../../src/extensions/vocabulary/vocabulary.js';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sfwc-skos-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(name: string, content: string | Uint8Array) {
  const file = path.join(folder, name);
  await writeFile(file, content);
  const faults: string[] = [];
  const onFault = ({ where, message }: { where: string; message: string }): void => {
    faults.push(`${where.replace(`${folder}/`, '')} ${message}`);
  };
  const vocabulary = await readSkos([file], { readRdf, language: 'en', onFault });
  return { vocabulary, faults };
}

/** The concepts by their names, with their labels and the names of the broader ones. */
function outline(vocabulary: Vocabulary) {
  const labels = labelsByConcept(vocabulary);
  const name = (concept: number): string =>
    nameOf(labels[concept] ?? [], vocabulary.iris[concept] ?? '', 'en');
  return Object.fromEntries(
    vocabulary.iris.map((_, concept) => [
      name(concept),
      {
        labels: (labels[concept] ?? [])
          .map(({ text, language, kind }) => `${text}@${language} ${kind}`)
          .sort(),
        broader: (vocabulary.broader[concept] ?? []).map(name),
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
  it('reads labels in all languages and of SKOS-XL, matches, notations and notes, also packed', async () => {
    for (const [name, content] of [
      ['whole.ttl', TURTLE],
      ['whole.ttl.gz', gzipSync(TURTLE)],
    ] as const) {
      const { vocabulary, faults } = await read(name, content);
      expect(faults).toEqual([]);
      expect(outline(vocabulary)).toEqual(ANIMALS);
      const cat = vocabulary.iris.indexOf('http://ex.org/cat');
      expect(vocabulary.matches.get(cat)).toEqual(['http://dbpedia.org/resource/Cat']);
      expect(vocabulary.notations.get(cat)).toEqual(['A.1']);
      expect(vocabulary.notes.get(cat)).toEqual(['Purrs; see note.']);
      expect(vocabulary.schemes).toEqual([{ iri: 'http://ex.org/s', title: 'Animals' }]);
    }
  });

  it('uses what surrounds faults in Turtle, and names their lines', async () => {
    const { vocabulary, faults } = await read(
      'faults.ttl',
      `${TURTLE}ex:x skos:prefLabel "no end@en .
ex:horse skos:prefLabel "horse"@en ; skos:broader ex:animal .
ex:y skos:prefLabel "no dot"@en
ex:cow skos:prefLabel """a "cow".
  """@en ; skos:broader [ ] , ex:animal .
unknown:z skos:prefLabel "no prefix"@en .
ex:goat skos:prefLabel "goat"@en .
`,
    );
    expect(Object.keys(outline(vocabulary)).sort()).toEqual([
      'a "cow".',
      'animal',
      'cat',
      'dog',
      'goat',
      'horse',
    ]);
    expect(faults.map((fault) => fault.split(' ')[0])).toEqual([
      'faults.ttl:9',
      'faults.ttl:12',
      'faults.ttl:14',
    ]);
  });

  it('uses what surrounds faults in RDF/XML', async () => {
    const node = (id: string, content: string): string =>
      `  <skos:Concept rdf:about="http://ex.org/${id}">\n    ${content}\n  </skos:Concept>\n`;
    const { vocabulary, faults } = await read(
      'animals.rdf',
      [
        '<?xml version="1.0"?>\n<!DOCTYPE rdf:RDF [<!ENTITY ex "http://ex.org/">]>\n<!-- <skos:Concept> -->\n',
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"\n  xmlns:skos="http://www.w3.org/2004/02/skos/core#">\n',
        node('animal', '<skos:prefLabel xml:lang="en">animal</skos:prefLabel>'),
        node('bad', '<skos:prefLabel xml:lang="en">bad</skos:prefLabe>'),
        node(
          'cat',
          '<skos:prefLabel xml:lang="en">cat</skos:prefLabel><skos:broader rdf:resource="&ex;animal"/>',
        ),
        '  <skos:Concept rdf:about="http://ex.org/open">\n    <skos:prefLabel xml:lang="en">open</skos:prefLabel>\n',
        node('dog', '<skos:prefLabel xml:lang="en">dog</skos:prefLabel>'),
        '</rdf:RDF>\n',
      ].join(''),
    );
    expect(Object.keys(outline(vocabulary)).sort()).toEqual(['animal', 'cat', 'dog']);
    expect(outline(vocabulary)['cat']?.broader).toEqual(['animal']);
    expect(faults.map((fault) => fault.split(' ')[0])).toEqual(['animals.rdf:10', 'animals.rdf:17']);
  });

  it('reads N-Triples around a broken line, and JSON-LD', async () => {
    const line = (id: string, label: string): string =>
      `<http://ex.org/${id}> <http://www.w3.org/2004/02/skos/core#prefLabel> "${label}"@en .\n`;
    const triples = await read(
      'animals.nt',
      `${line('cat', 'c\\u0061t')}# none\n<http://ex.org/x> broken\n${line('dog', 'dog')}`,
    );
    expect(Object.keys(outline(triples.vocabulary)).sort()).toEqual(['cat', 'dog']);
    expect(triples.faults).toHaveLength(1);
    expect(triples.faults[0]).toMatch(/^animals\.nt:3 /);
    const json = JSON.stringify({
      '@context': { skos: 'http://www.w3.org/2004/02/skos/core#' },
      '@graph': [
        {
          '@id': 'http://ex.org/cat',
          '@type': 'skos:Concept',
          'skos:prefLabel': { '@value': 'cat', '@language': 'en' },
        },
      ],
    });
    const { vocabulary, faults } = await read('animals.jsonld', json);
    expect([Object.keys(outline(vocabulary)), faults]).toEqual([['cat'], []]);
    await expect(read('cut.jsonld', json.slice(0, -2))).rejects.toThrow('has no skos:Concept');
  });

  it('says what contradicts itself: circles, two preferred labels, resources in place of texts', async () => {
    const { vocabulary, faults } = await read(
      'odd.ttl',
      `${TURTLE}ex:animal skos:broader ex:cat .\nex:dog skos:prefLabel "hound"@en .\nex:dog skos:altLabel ex:cat .\nex:dog skos:broader ex:dog .\n`,
    );
    expect(outline(vocabulary)['dog']?.labels).toEqual(['dog@en preferred', 'hound@en alternative']);
    expect(faults.join('\n')).toMatch(
      /odd\.ttl:10 .*two preferred labels in 'en'; 'hound' counts as an alternative/,
    );
    expect(faults.join('\n')).toMatch(/odd\.ttl:11 .*a resource|odd\.ttl:11 .*the resource/);
    expect(faults.filter((fault) => fault.includes('in a circle'))).toHaveLength(2);
  });

  it('refuses what holds no concept', async () => {
    await expect(read('none.ttl', '<http://ex.org/a> <http://ex.org/b> "c" .')).rejects.toThrow(
      'has no skos:Concept',
    );
    await expect(read('empty.ttl', '')).rejects.toThrow('is empty');
  });
});
