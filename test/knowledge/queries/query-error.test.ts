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
  it('names the place, shows the line with a mark, and says what may stand there', async () => {
    const { message, hint } = await errorOf('SELECT ?s {\n  ?s a ?t\n\t?s ?p ?o\n}');
    expect(message.split('\n')).toEqual([
      'the query cannot be run: line 3, column 2: expected a clause (FILTER, OPTIONAL …), "{", ".", ";", "," or "}"',
      '  3 | \t?s ?p ?o',
      '    | \t^',
    ]);
    expect(hint).toBe('if a new triple begins here, a . is missing before it');
  });

  it.each([
    [
      'SELCT ?s { ?s ?p ?o }',
      '1, column 1: expected a query (SELECT, ASK, CONSTRUCT, DESCRIBE) or PREFIX, BASE',
    ],
    ['SELECT ?s WHERE ?s ?p ?o', '1, column 17: expected "{"'],
    ['SELECT ?s { } GROUP ?s', '1, column 21: expected BY'],
    ['SELECT * { ?s ?p ?o } LIMIT many', '1, column 29: expected a number'],
    [
      '# é😀 "\nDESCRIBE',
      '2, column 9: the query ends here; expected a variable (?name), an IRI (<…> or prefix:name) or "*"',
    ],
    ['SELECT ("😀" AS ?a) ?b, ?c {}', '1, column 22: expected a variable (?name), WHERE, "{" or "("'],
    ['PREFIX a <http://x/> ASK {}', '1, column 8: expected a prefix such as ex:'],
    ['ASK {\r\n  ?s ?p }', '2, column 9: expected a variable (?name), an IRI'],
  ])('%j: %s', async (query, expected) => {
    expect((await errorOf(query)).message).toContain(`line ${expected}`);
  });

  it.each([
    ['SELECT ?s { ?s ?p ?o', 'a } is missing: the { in line 1 is not closed'],
    ['ASK { ?s ?p ?o } }', 'there is one } too many'],
    ['ASK { FILTER(regex(?o, "a") }', 'a ) is missing: the ( in line 1 is not closed'],
    ['ASK { ?s ?p "a }', 'a string ends in its line with "; between """ it may have several lines'],
    ["ASK { ?s ?p 'it's' }", 'the string ends before it; a quote in a string is written with a backslash'],
    ['ASK { ?s ?p ?o FILTER ?o > 3 }', 'a condition must be in parentheses: FILTER (…)'],
    ['SELECT ?a, ?b { }', 'variables in SELECT are separated by spaces'],
    ['SELECT COUNT(*) { }', 'an expression must be in parentheses and have a name: (COUNT(*) AS ?n)'],
    ['SELECT (COUNT(*)) { }', 'an expression needs a name: (COUNT(*) AS ?n)'],
    ['ASK { <http://a b> ?p ?o }', 'an IRI must not have spaces, quotes or braces: write a space as %20'],
    ['ASK { ?s http://a.example/p ?o }', 'an IRI is written between < and >: <http://example.org/>'],
    ['PREFIX a: http://x/ ASK {}', 'an IRI is written between < and >'],
    ['ASK { ?s <p> ?o }', 'write the whole IRI, or BASE <…> at the beginning'],
    ['SELECT ?s (COUNT(?o) AS ?n) { ?s ?p ?o }', 'add GROUP BY ?s, or select (SAMPLE(?s) AS ?name)'],
    ['SELECT * { ?s ?p ?o BIND(2 AS ?s) }', 'use another name'],
    ['DROP ALL', expect.stringContaining('updates are taken by sfwc serve --writable')],
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

  it('cuts a long line, and shows no controls', async () => {
    const { message } = await errorOf(`ASK { ?s ?p "${'x'.repeat(500)}\u001b" ?oops ${'y'.repeat(500)} }`);
    const [, line = '', mark = ''] = message.split('\n');
    expect(line.length).toBeLessThan(150);
    expect(line).toContain(String.raw`\u001b" ?oops`);
    expect(line.slice(mark.indexOf('^'))).toMatch(/^\?oops yyy/);
  });

  it('finds a place in whatever is malformed', async () => {
    const pieces = [
      'SELECT',
      'ASK',
      '{',
      '}',
      '(',
      ')',
      '?s',
      '<a:b>',
      'a:b',
      '"x"',
      "'",
      '.',
      ';',
      'FILTER',
      '\n',
      '#',
      '\u202e',
    ];
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

  it('says of a long text what the engine says', async () => {
    const { message } = await errorOf(`ASK { VALUES ?x { ${'"value" '.repeat(20_000)} }`);
    expect(message).toMatch(/^the query cannot be run: line 1, column \d+: not valid SPARQL near here\n/);
  });
});
