import { describe, expect, it } from '@jest/globals';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  openThesaurus,
  problemText,
  readThesaurusFile,
} from '../../../src/extensions/thesaurus/check-thesaurus.js';
import { InputError } from '../../../src/model/errors.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder();

const HEAD = `@prefix : <http://t.example/#> .
PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
@prefix sfwc: <http://sfwcrawler.com/core#> .
:ships a skos:ConceptScheme ; skos:prefLabel "ships"@en ; sfwc:negativeLabel "toy ship"@en .
:ship a skos:Concept ; skos:topConceptOf :ships ; skos:prefLabel "ship"@en, "navire"@fr ; skos:altLabel "vessel" .
:hull a skos:Concept ; skos:inScheme :ships ; skos:broader :ship ; skos:prefLabel "hull"@en-GB .
`;
async function fileOf(turtle: string): Promise<string> {
  const file = path.join(folder, `${Math.abs(turtle.length)}-${String((await readdir(folder)).length)}.ttl`);
  await writeFile(file, turtle);
  return file;
}
const problemsOf = async (more: string): Promise<string[]> => {
  const file = await fileOf(HEAD + more);
  return (await readThesaurusFile(file)).problems.map((problem) =>
    problemText(file, problem).replace(file, 'F'),
  );
};

describe('reading a thesaurus', () => {
  it('gives facets with their concepts, labels in English, depths, and words to avoid', async () => {
    const thesaurus = await openThesaurus(await fileOf(HEAD));
    const iri = (name: string): string => `http://t.example/#${name}`;
    const ship = { iri: iri('ship'), label: 'ship', synonyms: ['vessel'], broader: [], depth: 0 };
    const hull = { iri: iri('hull'), label: 'hull', synonyms: [], broader: [iri('ship')], depth: 1 };
    const concepts = [ship, hull].map((one) => ({ ...one, proposed: false }));
    const facets = [{ iri: iri('ships'), label: 'ships', concepts }];
    expect(thesaurus).toEqual({ facets, negatives: ['toy ship'] });
  });

  it('understands the inverse relations and proposals', async () => {
    const more = `:bow a skos:Concept ; skos:inScheme :ships ; skos:prefLabel "bow" ; sfwc:proposed true . :hull skos:narrower :bow .`;
    const { facets } = await openThesaurus(await fileOf(HEAD + more));
    expect(facets[0]?.concepts.at(-1)).toMatchObject({ label: 'bow', depth: 2, proposed: true });
  });

  const IN_SHIPS = ':x a skos:Concept ; skos:inScheme :ships';
  it.each([
    [`${IN_SHIPS} .`, "x>: it has no skos:prefLabel in 'en' or without a language tag"],
    [':x a skos:Concept ; skos:prefLabel "x" .', 'x>: it is in no facet (skos:inScheme)'],
    [
      `${IN_SHIPS} ; skos:broader :y ; skos:prefLabel "x" .`,
      'x>: the concept above it, http://t.example/#y, is not in the thesaurus',
    ],
    [`${IN_SHIPS} ; skos:prefLabel "Vessel" .`, "x>: 'vessel' is also a label of http://t.example/#ship"],
    [
      ':y a skos:ConceptScheme . :x a skos:Concept ; skos:inScheme :y ; skos:prefLabel "x" .',
      'y>: the facet has no name (skos:prefLabel, rdfs:label or dcterms:title)',
    ],
  ])('reports what is wrong with %s', async (more, message) => {
    expect(await problemsOf(more)).toContain(`F: <http://t.example/#${message}`);
  });

  it('reports two facets for one concept, a way into another facet, and a circle', async () => {
    const problems = await problemsOf(`:m a skos:ConceptScheme ; skos:prefLabel "m" .
:a a skos:Concept ; skos:inScheme :m, :ships ; skos:prefLabel "a" .
:b a skos:Concept ; skos:inScheme :m ; skos:broader :hull ; skos:prefLabel "b" .
:c a skos:Concept ; skos:inScheme :m ; skos:broader :d ; skos:prefLabel "c" .
:d a skos:Concept ; skos:inScheme :m ; skos:broader :c ; skos:prefLabel "d" .`);
    expect(problems.map((problem) => problem.replace(/<[^#]*#(\w)>/, '$1'))).toEqual([
      'F: a: it is in 2 facets, and should be in one',
      'F: b: the concept above it, http://t.example/#hull, is in another facet',
      'F: c: skos:broader leads from it in a circle, never to the top',
      'F: d: skos:broader leads from it in a circle, never to the top',
    ]);
  });

  it('is not judged by while anything is wrong with it', async () => {
    const broken = await fileOf(`${HEAD}:x a skos:Concept ; skos:inScheme :ships . :y a skos:Concept .`);
    await expect(openThesaurus(broken)).rejects.toThrow(InputError);
    await expect(openThesaurus(broken)).rejects.toThrow(/\(and 1 more\)/);
    const empty = await fileOf('@prefix : <http://t.example/#> .');
    await expect(openThesaurus(empty)).rejects.toThrow(/has no skos:ConceptScheme/);
  });

  it('says what is wrong with files that are not RDF', async () => {
    await expect(readThesaurusFile(path.join(folder, 'none.ttl'))).rejects.toThrow(InputError);
    await expect(readThesaurusFile(await fileOf(''))).rejects.toThrow(/is empty/);
  });
});
