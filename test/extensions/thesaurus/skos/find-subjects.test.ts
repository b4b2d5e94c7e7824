import { join } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { findSubjects } from '../../../../src/extensions/thesaurus/skos/find-subjects.js';
import { matcherOf } from '../../../../src/extensions/thesaurus/skos/label-matcher.js';
import { readSkos } from '../../../../src/extensions/thesaurus/skos/read-skos.js';
import {
  conceptDocuments,
  selectConcepts,
} from '../../../../src/extensions/thesaurus/skos/open-vocabulary.js';
import {
  readVocabulary,
  writeVocabulary,
  type Vocabulary,
} from '../../../../src/extensions/thesaurus/skos/vocabulary.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const folder = temporaryFolder();

const TURTLE = `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix ex: <http://ex.org/> .
ex:space skos:prefLabel "space"@en ; skos:definition "What lies beyond the atmosphere."@en .
ex:planet skos:prefLabel "Mercury (planet)"@en, "Merkur"@de ; skos:broader ex:space .
ex:star skos:prefLabel "stars"@en, "Stern"@de ; skos:broader ex:space ; skos:related ex:planet .
ex:metal skos:prefLabel "Mercury (metal)"@en ; skos:broader ex:chemistry .
ex:chemistry skos:prefLabel "chemistry"@en .
ex:thermo skos:prefLabel "thermometer"@en ; skos:related ex:metal .
ex:who skos:prefLabel "World Health Organization"@en ; skos:altLabel "WHO"@en .
ex:comet skos:prefLabel "Komet Halley" .
ex:pox skos:prefLabel "Diseases, infectious"@en .
`;

async function vocabulary(): Promise<Vocabulary> {
  const file = join(folder, 'space.ttl');
  await writeFile(file, TURTLE);
  return readSkos([file], 'en');
}

async function subjects(text: string, title = '', language = 'en'): Promise<readonly string[]> {
  const read = await vocabulary();
  const parts = {
    vocabulary: read,
    matcher: matcherOf(read, language),
  };
  return findSubjects({ title, text }, parts).map(
    ({ concept }) => read.concepts[concept]?.iri.replace('http://ex.org/', '') ?? '',
  );
}

describe('findSubjects', () => {
  it('takes the longest label, plurals, inverted headings, and acronyms in capitals only', async () => {
    expect(await subjects('The star shines.')).toEqual(['star']);
    expect(await subjects('Infectious disease spreads.')).toEqual(['pox']);
    expect(await subjects('The World Health Organization met those who came.')).toEqual(['who']);
    expect(await subjects('WHO says so.')).toEqual(['who']);
    expect(await subjects('Infectious. Diseases')).toEqual([]);
  });

  it('tells the senses of a label by the concepts around', async () => {
    expect(await subjects('Mercury is near the stars.')).toContain('planet');
    expect(await subjects('The thermometer holds mercury.')).toContain('metal');
  });

  it('weighs what title and first words name above what follows', async () => {
    const further = 'Words that name nothing follow. '.repeat(20);
    expect((await subjects(`Stars. ${further} Chemistry.`))[0]).toBe('star');
    expect((await subjects(`Stars. ${further} Chemistry.`, 'Chemistry'))[0]).toBe('chemistry');
  });
});

describe('a vocabulary of a topic', () => {
  it('takes labels without a language for those of each', async () => {
    expect(await subjects('Komet Halley comes back in 2061.')).toContain('comet');
    expect(await subjects('Der Komet Halley kommt 2061 wieder.', '', 'de')).toContain('comet');
  });

  it('is the same after it was written and read, and refuses damage', async () => {
    const read = await vocabulary();
    const file = join(folder, 'space.json.gz');
    await writeVocabulary(file, { vocabulary: read, language: 'en', sources: ['space.ttl'] });
    expect(await readVocabulary(file)).toEqual({
      vocabulary: read,
      language: 'en',
      sources: ['space.ttl'],
    });
    await writeFile(file, 'x');
    await expect(readVocabulary(file)).rejects.toThrow('space.json.gz');
  });

  it('may be a part: a concept with those below it', async () => {
    const part = selectConcepts(await vocabulary(), 'http://ex.org/space', 1);
    expect(part.concepts.map(({ iri }) => iri)).toEqual([
      'http://ex.org/planet',
      'http://ex.org/space',
      'http://ex.org/star',
    ]);
    expect(selectConcepts(await vocabulary(), 'http://ex.org/space', 0).concepts).toHaveLength(1);
    expect(conceptDocuments(part, 'en').find(({ title }) => title === 'space')?.text).toMatch(
      /^space\. What lies[^]*stars\./,
    );
  });
});
