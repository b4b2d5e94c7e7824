import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DataFactory } from 'n3';
import { createOxigraphStore } from '../../../src/knowledge/oxigraph/oxigraph-store.js';
import { describe as statementsOf, toNQuads } from '../../../src/support/rdf/quads.js';
import { iriOfUrl, isIri, sparqlIri, sparqlString } from '../../../src/support/rdf/sparql-terms.js';
import { anyText } from '../any-text.js';

const odd = fc.oneof(
  anyText(),
  fc.constantFrom('"', '\\', '\\"', '"""', "'", '\\u0022', '\n', '\r\n', '\0', '} DELETE {', '# ', '\ud7ff'),
);

describe('sparqlString', () => {
  it('is read back as the string it was', async () => {
    const kb = createOxigraphStore();
    await fc.assert(
      fc.asyncProperty(fc.array(odd, { maxLength: 4 }), async (parts) => {
        const value = parts.join('');
        const { rows } = await kb.select(`SELECT ?x WHERE { BIND(${sparqlString(value)} AS ?x) }`);
        expect(rows.map((row) => row['x']?.value)).toEqual([value]);
      }),
      { seed: 7 },
    );
  });
});

describe('isIri', () => {
  it.each([
    ['http://a.example/', true],
    ['http://a.example/ä?x=%C3%A4#y', true],
    ['http://[::1]:8080/', true],
    ['a.example', false],
    ['', false],
    ['http://a.example/ b', false],
    ['http://a.example/\u0001', false],
    ['http://a.example/?id[]=1', false],
  ])('%j: %s', (value, expected) => {
    expect(isIri(value)).toBe(expected);
    if (expected) expect(sparqlIri(value)).toBe(`<${value}>`);
    else expect(() => sparqlIri(value)).toThrow(RangeError);
  });
});

describe('iriOfUrl', () => {
  it.each([
    ['http://a.example/x?y=z#part', 'http://a.example/x?y=z#part'],
    ['http://a.example/?id[]=1', 'http://a.example/?id%5B%5D=1'],
    ['http://[::1]/[x]', 'http://[::1]/%5Bx%5D'],
    ['http://a.example/100%', 'http://a.example/100%25'],
    ['http://a.example/#a#b#c', 'http://a.example/#a%23b%23c'],
    ['http://a.example/?q={x}|^`"<>\\', 'http://a.example/?q=%7Bx%7D%7C%5E%60%22%3C%3E%5C'],
    ['http://a.example/\ud83d', 'http://a.example/%EF%BF%BD'],
  ])('%j', (url, expected) => expect(iriOfUrl(url)).toBe(expected));

  it('makes of every URL an IRI that a store can load and a query can name', async () => {
    const rest = fc.string({
      unit: fc.oneof(fc.constantFrom(...Array.from('[]%{}|^`\\<>"# ?&/=é😀')), anyText()),
    });
    await fc.assert(
      fc.asyncProperty(rest, async (tail) => {
        const iri = iriOfUrl(new URL(`http://a.example/${tail}`).href);
        expect(iriOfUrl(iri)).toBe(iri);
        const kb = createOxigraphStore();
        await kb.load(toNQuads([statementsOf(iri, iri, [[iri, DataFactory.namedNode(iri)]])]));
        const { rows } = await kb.select(`SELECT ?o WHERE { ${sparqlIri(iri)} ?p ?o }`);
        expect(rows.map((row) => row['o']?.value)).toEqual([iri]);
      }),
      { seed: 8 },
    );
  });
});
