import { describe, expect, it } from '@jest/globals';
import {
  asksNamedGraphs,
  namesDataset,
  queryKind,
  withLimit,
} from '../../../src/knowledge/queries/query-text.js';

describe('queryKind', () => {
  it.each([
    ['SELECT * WHERE { ?s ?p ?o }', 'SELECT'],
    ['ask { ?s ?p ?o }', 'ASK'],
    ['Construct WHERE { ?s ?p ?o }', 'CONSTRUCT'],
    ['# select the ask\nDESCRIBE ?x WHERE { ?x ?p ?o }', 'DESCRIBE'],
    ["# don't SELECT, it's \"construct\nASK {}", 'ASK'],
    ['PREFIX select: <http://a.example/construct#> ASK { ?s select:x ?o }', 'ASK'],
    ['ASK { ?s ?p "select" }', 'ASK'],
    ['ASK { { SELECT ?s WHERE { ?s ?p ?o } } }', 'ASK'],
    ['nonsense', 'SELECT'],
  ])('%j', (query, kind) => expect(queryKind(query)).toBe(kind));
});

describe('namesDataset and asksNamedGraphs', () => {
  it.each([
    ['SELECT * FROM <http://a.example/g> WHERE { ?s ?p ?o }', true, false],
    ['SELECT * FROM NAMED <http://a.example/g> { graph ?g { ?s ?p ?o } }', true, true],
    ['PREFIX graph: <http://a.example/> SELECT * { ?graph graph:graph ?o }', false, false],
  ])('%j', (query, dataset, named) => {
    expect([namesDataset(query), asksNamedGraphs(query)]).toEqual([dataset, named]);
  });
});

describe('withLimit', () => {
  it.each([
    ['SELECT * { ?s ?p ?o }', 'SELECT * { ?s ?p ?o }\nLIMIT 7\n'],
    ['SELECT * { ?s ?p ?o } limit\n 50 OFFSET 2', 'SELECT * { ?s ?p ?o } limit\n 7 OFFSET 2'],
    ['SELECT * { ?s ?p ?o } # all', 'SELECT * { ?s ?p ?o } # all\nLIMIT 7\n'],
    [
      'SELECT * { VALUES ?x { 1 } { SELECT * { ?s ?p ?o } LIMIT 99 } } VALUES ?s { <http://a.example/LIMIT> }',
      'SELECT * { VALUES ?x { 1 } { SELECT * { ?s ?p ?o } LIMIT 99 } } \nLIMIT 7\nVALUES ?s { <http://a.example/LIMIT> }',
    ],
    ['SELECT * { ?s ?p ?o ', 'SELECT * { ?s ?p ?o '],
  ])('%s', (query, limited) => expect(withLimit(query, 7)).toBe(limited));
});
