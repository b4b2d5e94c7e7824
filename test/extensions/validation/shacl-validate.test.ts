import { expect, it } from '@jest/globals';
import { rdf } from '../../../src/model/vocabulary.js';
import { createOxigraphStore } from '../../../src/knowledge/oxigraph/oxigraph-store.js';
import { parseShapes } from '../../../src/extensions/validation/shacl-shapes.js';
import { validateKnowledgeBase } from '../../../src/extensions/validation/shacl-validate.js';

const PREFIXES = '@prefix sh: <http://www.w3.org/ns/shacl#> . @prefix : <http://a.example/> .';
const COUNTS = 'sh:property [ sh:path :name ; sh:minCount 1 ; sh:maxCount 1 ; sh:nodeKind sh:Literal ]';
const SHAPES = `${PREFIXES}
  :Here a sh:NodeShape ; sh:targetClass :Hive ; ${COUNTS} .
  :Nowhere a sh:NodeShape ; sh:targetClass :Wasp ; ${COUNTS} .`;

async function asked(shapes: string): Promise<{ readonly queries: string[]; readonly faults: number }> {
  const kb = createOxigraphStore();
  await kb.load([`<http://a.example/h> <${rdf.type}> <http://a.example/Hive> .\n`]);
  const queries: string[] = [];
  const counting = { ...kb, select: (query: string) => (queries.push(query), kb.select(query)) };
  const { results } = await validateKnowledgeBase(counting, parseShapes(shapes, 's.ttl'), { most: 10 });
  return { queries, faults: results.length };
}

it('asks once only about a shape that nothing in the data is a target of', async () => {
  const { queries, faults } = await asked(SHAPES);
  expect(faults).toBe(1);
  expect(queries.filter((query) => query.includes('Wasp'))).toHaveLength(1);
  expect(queries.filter((query) => query.includes('Hive')).length).toBeGreaterThan(3);
});

it('tells a malformed query of the shapes even where nothing is its target', async () => {
  const query = 'sh:sparql [ sh:select "SELECT $this WHERE { nonsense" ]';
  const shapes = `${PREFIXES} :Nowhere a sh:NodeShape ; sh:targetClass :Wasp ; ${query} .`;
  await expect(asked(shapes)).rejects.toThrow();
});
