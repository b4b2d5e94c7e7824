import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DataFactory, Writer, type Literal, type NamedNode } from 'n3';
import { describe as statementsOf, nquadsOf, toNQuads } from '../../../src/support/rdf/quads.js';
import { decimal, integer, iri, text } from '../../../src/support/rdf/rdf-terms.js';

const SUBJECT = 'http://a.example/s';
const GRAPH = 'http://a.example/g';
const quads = Array.from({ length: 7 }, (_, index) =>
  statementsOf(SUBJECT, GRAPH, [[`http://a.example/p${index}`, index % 2 ? integer(index) : text('x\n"y"')]]),
);

/** A line as n3 writes it. */
const writtenByN3 = (
  subject: string,
  predicate: string,
  object: NamedNode | Literal,
  graph: string,
): string => new Writer({ format: 'N-Quads' }).quadToString(iri(subject), iri(predicate), object, iri(graph));

describe('nquadsOf', () => {
  it('writes every term as n3 does, escapes and all', () => {
    const value = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.string({
        unit: fc.constantFrom('"', '\\', '\n', '\0', '\u007f', '\u0080', '\ufffe', '\ud83d', '<', ' '),
      }),
    );
    const object = fc.oneof(
      value.map((one) => text(one)),
      value.map((one) => iri(one)),
      value.map((one) => DataFactory.literal(one, 'en')),
      fc.tuple(value, value).map(([one, datatype]) => DataFactory.literal(one, iri(datatype))),
      fc.integer().map((one) => decimal(one)),
    );
    fc.assert(
      fc.property(value, value, object, value, (subject, predicate, term, graph) => {
        expect(nquadsOf([statementsOf(subject, graph, [[predicate, term]])])).toBe(
          writtenByN3(subject, predicate, term, graph),
        );
      }),
      { seed: 5 },
    );
  });
});

describe('toNQuads', () => {
  it('writes pieces of whole lines, each quad once', () => {
    const written = [...toNQuads(quads, 150)];
    expect(written.length).toBeGreaterThan(2);
    expect(written.every((piece) => piece.endsWith('.\n'))).toBe(true);
    expect(written.join('')).toBe(nquadsOf(quads));
    expect([...toNQuads(quads)]).toEqual([nquadsOf(quads)]);
  });
});
