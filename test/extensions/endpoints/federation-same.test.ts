import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createFederation } from '../../../src/extensions/endpoints/federation.js';
import { createOxigraphStore } from '../../../src/knowledge/oxigraph/oxigraph-store.js';
import { rounds } from '../../support/thorough.js';
import type { Bindings, KnowledgeBase } from '../../../src/model/rdf.js';

/** Queries of every shape that people write; `a:` are the predicates of {@link triple}. */
const QUERIES = [
  'SELECT * WHERE { ?s ?p ?o }',
  'SELECT ?s ?n WHERE { ?s a:p ?x . ?x a:q ?n }',
  'SELECT ?s ?x WHERE { ?s a:p+ ?x }',
  'SELECT ?s ?n WHERE { ?s a:p ?x OPTIONAL { ?x a:q ?n } }',
  'SELECT ?s ?x WHERE { { ?s a:p ?x } UNION { ?x a:q ?s } }',
  'SELECT ?s WHERE { ?s a:p ?x MINUS { ?s a:q ?n } }',
  'SELECT ?s WHERE { ?s a:p ?x MINUS { ?x a:p ?y . ?y a:nowhere ?n } }',
  'SELECT (COUNT(*) AS ?n) WHERE { ?s a:nowhere ?x . ?x a:q ?y }',
  'SELECT ?s ?n WHERE { ?s a:p ?x OPTIONAL { ?x a:p ?y . ?y a:q ?n FILTER(?n = 2) } }',
  'SELECT ?s WHERE { GRAPH ?g { ?s a:p ?x . ?x a:q ?n } }',
  'SELECT ?s (COUNT(DISTINCT ?x) AS ?n) WHERE { ?s a:p ?x } GROUP BY ?s',
  'SELECT (SUM(?n) AS ?sum) (MAX(?n) AS ?most) WHERE { ?s a:q ?n FILTER(isNumeric(?n)) }',
  'SELECT DISTINCT ?s WHERE { ?s a:q ?n FILTER(isNumeric(?n) && ?n > 1) }',
  'SELECT ?s ?x WHERE { VALUES ?x { a:n1 a:n2 } ?s a:p ?x }',
  'SELECT ?s ?most WHERE { ?s a:p ?x { SELECT ?x (MAX(?n) AS ?most) WHERE { ?x a:q ?n } GROUP BY ?x } }',
  'SELECT ?s ?l WHERE { ?s a:q ?l FILTER(LANG(?l) = "de") }',
  'SELECT ?s ?k WHERE { ?s a:p ?x BIND(STRAFTER(STR(?x), "example/") AS ?k) }',
  'SELECT ?s ?x WHERE { ?s a:p ?x } ORDER BY ?s ?x LIMIT 3 OFFSET 1',
] as const;

const node = fc.integer({ min: 1, max: 4 }).map((n) => `<http://a.example/n${n}>`);
const value = fc.constantFrom(
  '"1"^^<http://www.w3.org/2001/XMLSchema#integer>',
  '"2"^^<http://www.w3.org/2001/XMLSchema#integer>',
  '"2.5"^^<http://www.w3.org/2001/XMLSchema#decimal>',
  '"word"',
  '"Wort"@de',
);
const triple = fc.oneof(
  fc.tuple(node, node).map(([s, o]) => `${s} <http://a.example/p> ${o}`),
  fc.tuple(node, value).map(([s, o]) => `${s} <http://a.example/q> ${o}`),
);
/** Triples, no two alike, each with the source that has it: 0 or 1. */
const spread = fc.uniqueArray(fc.tuple(triple, fc.integer({ min: 0, max: 1 })), {
  selector: ([text]) => text,
  maxLength: 14,
});

async function storeOf(triples: readonly string[]): Promise<KnowledgeBase> {
  const kb = createOxigraphStore();
  await kb.load(triples.map((text) => `${text} <http://a.example/graph> .\n`));
  return kb;
}

async function split(triples: readonly (readonly [string, number])[]) {
  const parts = await Promise.all(
    [0, 1].map((source) => storeOf(triples.flatMap(([text, at]) => (at === source ? [text] : [])))),
  );
  return {
    whole: await storeOf(triples.map(([text]) => text)),
    together: createFederation(
      parts.map((kb, index) => ({ url: `http://source-${index + 1}.invalid/sparql`, kb })),
    ),
  };
}

function rowsOf({ rows }: Bindings): string[] {
  return rows
    .map((row) => JSON.stringify(Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1))))
    .sort();
}

describe('two sources together', () => {
  it.each(QUERIES)('answer as one that holds all: %s', async (query) => {
    const sparql = `PREFIX a: <http://a.example/> ${query}`;
    await fc.assert(
      fc.asyncProperty(spread, async (triples) => {
        const { whole, together } = await split(triples);
        expect(rowsOf(await together.select(sparql))).toEqual(rowsOf(await whole.select(sparql)));
      }),
      { seed: 7, numRuns: rounds(6, 2) },
    );
  });

  it('do not answer with EXISTS, since it would be wrong', async () => {
    const { together } = await split([]);
    const asked = together.select('SELECT ?s WHERE { ?s ?p ?x FILTER NOT EXISTS { ?x ?q ?n } }');
    await expect(asked).rejects.toMatchObject({ hint: expect.stringContaining('MINUS') });
  });
});
