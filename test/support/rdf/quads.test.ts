import { describe, expect, it } from '@jest/globals';
import { describe as statementsOf, nquadsOf, toNQuads } from '../../../src/support/rdf/quads.js';
import { integer, text } from '../../../src/support/rdf/rdf-terms.js';

const SUBJECT = 'http://a.example/s';
const GRAPH = 'http://a.example/g';
const quads = Array.from({ length: 7 }, (_, index) =>
  statementsOf(SUBJECT, GRAPH, [[`http://a.example/p${index}`, index % 2 ? integer(index) : text('x\n"y"')]]),
);

describe('toNQuads', () => {
  it('writes pieces of whole lines, each quad once', () => {
    const written = [...toNQuads(quads, 150)];
    expect(written.length).toBeGreaterThan(2);
    expect(written.every((piece) => piece.endsWith('.\n'))).toBe(true);
    expect(written.join('')).toBe(nquadsOf(quads));
    expect([...toNQuads(quads)]).toEqual([nquadsOf(quads)]);
  });
});
