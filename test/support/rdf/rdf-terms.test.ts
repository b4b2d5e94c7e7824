import { describe, expect, it } from '@jest/globals';
import { dateTime, decimal, integer, iri, text, truth } from '../../../src/support/rdf/rdf-terms.js';

const XSD = 'http://www.w3.org/2001/XMLSchema#';

describe('RDF terms', () => {
  it.each([
    [integer(42), '42', 'integer'],
    [decimal(1 / 3), '0.333333', 'decimal'],
    [decimal(-2), '-2.000000', 'decimal'],
    [decimal(-1_000_000), '-1000000.000000', 'decimal'],
    [truth(true), 'true', 'boolean'],
    [truth(false), 'false', 'boolean'],
    [dateTime('2020-05-26T00:00:00Z'), '2020-05-26T00:00:00Z', 'dateTime'],
    [text('insulin'), 'insulin', 'string'],
  ])('%o', (term, value, type) => {
    expect([term.value, term.datatype.value, term.language]).toEqual([value, XSD + type, '']);
  });

  it('names a node', () => expect(iri('http://a.example/').termType).toBe('NamedNode'));

  it.each([Number.NaN, Infinity, -Infinity])('refuses %d as a decimal', (value) => {
    expect(() => decimal(value)).toThrow(RangeError);
  });
});
