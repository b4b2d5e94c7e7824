import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { conceptWords } from '../../../src/extensions/vocabulary/concept-words.js';
import { matcherOf } from '../../../src/extensions/vocabulary/label-matcher.js';
import { readRdf } from '../../../src/extensions/vocabulary/rdf/read-rdf.js';
import { readSkos } from '../../../src/extensions/vocabulary/read-skos.js';
import { sameConcepts } from '../../../src/extensions/vocabulary/same-concepts.js';
import type { Vocabulary } from '../../../src/extensions/vocabulary/vocabulary.js';
import { wordReaderFor } from '../../../src/judging/judge/languages.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder();

/** Two vocabularies, in English and in German, which match by each other's concepts and by Wikidata's. */
const TURTLE = `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix en: <http://en.example/> .
@prefix de: <http://de.example/> .
@prefix wd: <http://www.wikidata.org/entity/> .
en:hive skos:prefLabel "beehive"@en .
de:stock skos:prefLabel "Bienenstock"@de ; skos:exactMatch en:hive .
en:honey skos:prefLabel "honey"@en ; skos:exactMatch wd:Q10987 .
de:honig skos:prefLabel "Honig"@de ; skos:exactMatch wd:Q10987 .
en:wax skos:prefLabel "wax"@en, "Wachs"@de .
`;

async function vocabulary(): Promise<Vocabulary> {
  const file = join(folder, 'bees.ttl');
  await writeFile(file, TURTLE);
  return readSkos([file], { readRdf, language: 'en', onFault: ({ message }) => expect(message).toBe('') });
}

describe('sameConcepts', () => {
  it('names concepts alike that match each other, or the same third', async () => {
    const read = await vocabulary();
    const nameOf = new Map(read.iris.map((iri, concept) => [iri, sameConcepts(read)[concept]]));
    expect(nameOf.get('http://de.example/stock')).toBe(nameOf.get('http://en.example/hive'));
    expect(nameOf.get('http://de.example/honig')).toBe(nameOf.get('http://en.example/honey'));
    expect(new Set(nameOf.values()).size).toBe(3);
  });
});

describe('conceptWords', () => {
  it('reads texts in two languages as the same concepts, next to their own words', async () => {
    const read = await vocabulary();
    const names = sameConcepts(read);
    const wordsIn = (language: string, text: string): readonly string[] =>
      conceptWords(
        matcherOf(read, language),
        wordReaderFor(language),
        (concept) => names[concept] ?? '',
      )(text);
    const english = wordsIn('en', 'The beehive holds honey and wax of Apis.');
    const german = wordsIn('de', 'Der Bienenstock enthält Honig und Wachs von Apis.');
    expect(english.filter((word) => german.includes(word)).sort()).toEqual(
      [...new Set(names), 'apis'].sort(),
    );
    expect(german).toContain('bienenstock');
  });
});
