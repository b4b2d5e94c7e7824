import { describe, expect, it } from '@jest/globals';
import { createOxigraphStore, queryKind } from '../../src/kb/oxigraph-store.js';
import { knowledgeBaseContract } from '../contracts/knowledge-base.js';

knowledgeBaseContract('Oxigraph', createOxigraphStore);

describe('queryKind', () => {
  it.each([
    ['SELECT * WHERE { ?s ?p ?o }', 'SELECT'],
    ['ask { ?s ?p ?o }', 'ASK'],
    ['Construct WHERE { ?s ?p ?o }', 'CONSTRUCT'],
    ['DESCRIBE <http://a.example/select>', 'DESCRIBE'],
    ['# select the ask\nDESCRIBE ?x WHERE { ?x ?p ?o }', 'DESCRIBE'],
    ["# don't SELECT, it's \"construct\nASK {}", 'ASK'],
    ['# a < b\nASK {}', 'ASK'],
    ['PREFIX select: <http://a.example/construct#> ASK { ?s select:x ?o }', 'ASK'],
    ['PREFIX : <http://a.example/select/>\nCONSTRUCT { ?s :ask ?o } WHERE { ?s :ask ?o }', 'CONSTRUCT'],
    ['PREFIX a: <http://a.example/x#ask> SELECT ?x { ?x a:b "construct" }', 'SELECT'],
    ['BASE <http://a.example/ask/>\nDESCRIBE <x>', 'DESCRIBE'],
    ['ASK { ?s ?p "select" }', 'ASK'],
    ['ASK { { SELECT ?s WHERE { ?s ?p ?o } } }', 'ASK'],
    ['SELECT (COUNT(*) AS ?ask) WHERE { ?s ?p ?o }', 'SELECT'],
    ['nonsense', 'SELECT'],
  ])('%j', (query, kind) => expect(queryKind(query)).toBe(kind));
});
