import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createOxigraphStore } from '../../../src/knowledge/oxigraph/oxigraph-store.js';
import { QuerySyntaxError } from '../../../src/knowledge/queries/query-error.js';
import type { QueryError } from '../../../src/model/errors.js';

async function errorOf(query: string): Promise<QueryError> {
  const thrown: unknown = await createOxigraphStore()
    .answer(query, 'table')
    .catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(QuerySyntaxError);
  return thrown as QueryError;
}

describe('the error for a malformed query', () => {
  it('names the place, and shows the line with a mark', async () => {
    expect((await errorOf('SELECT ?s {\n  ?s a ?t\n\t?s ?p ?o\n}')).message.split('\n')).toEqual([
      'the query cannot be run: line 3, column 10: not valid SPARQL near here',
      '  3 | \t?s ?p ?o',
      '    | \t        ^',
    ]);
  });

  it.each([
    ['SELECT ?s { ?s ?p ?o', 'is a bracket not closed?'],
    ['ASK { ?s http://a.example/p ?o }', 'an IRI is written between < and >: <http://example.org/>'],
    ['DROP ALL', 'a query is SELECT, ASK, CONSTRUCT or DESCRIBE'],
  ])('%j: %s', async (query, hint) => expect((await errorOf(query)).hint).toEqual(hint));

  it('declares the prefixes that are missing, known or not', async () => {
    const query = 'PREFIX ex: <http://a.example/>\nASK { ex:s rdfs:label ?o ; foo:p "a:b"^^xsd:int }';
    expect(await errorOf(query)).toMatchObject({
      message: expect.stringContaining('line 2, column 12: the prefix rdfs: is not declared'),
      hint:
        'put this before the query: PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#> PREFIX foo: <…> ' +
        'PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>',
    });
  });

  it.each([
    ['REGEX(?o, "(a{1000}){1000}")', /line 1, column 33: this regular expression/],
    ['REGEX(CONCAT(?o, "b"), "(?=a)", "i")', /column 46/],
    ['BOUND(?s) && REPLACE(?o, \'(\', CONCAT("b", "c")) = ""', /column 48/],
    ['EXISTS { SERVICE <http://a.example/> { ?s ?p ?o } }', /not supported/],
    ['REGEX(?o, ?p) && (REPLACE(?o, "(", "b", "q") = "c" || REGEX(?o, "[a-z]+", "si"))', undefined],
  ])('FILTER(%s) is refused, and not empty: %s', async (filter, message) => {
    const store = createOxigraphStore();
    await store.load(['<a:a> <a:b> "aaa" .\n']);
    const said = store.answer(`ASK { ?s ?p ?o FILTER(${filter}) }`, 'table');
    if (message === undefined) await expect(said).resolves.toMatch(/false/);
    else
      await expect(said).rejects.toMatchObject({
        message: expect.stringMatching(message),
        hint: expect.stringMatching(/./),
      });
  });

  it('finds a place in whatever is malformed', async () => {
    const pieces = [...`SELECT ASK { } ( ) ?s <a:b> a:b "x" ' . ; FILTER # \u202e`.split(' '), '\n'];
    const text = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(' '));
    await fc.assert(
      fc.asyncProperty(text, async (query) => {
        const thrown: unknown = await createOxigraphStore()
          .answer(query, 'table')
          .catch((error: unknown) => error);
        if (typeof thrown === 'string') return;
        expect(thrown).toBeInstanceOf(QuerySyntaxError);
        expect((thrown as Error).message).toMatch(
          /^the query cannot be run: (?:line \d+, column \d+: |the query is empty)/,
        );
      }),
      { seed: 3 },
    );
  });
});
