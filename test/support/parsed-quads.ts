import { Parser, type Quad } from 'n3';
import { nquadsOf, type Description } from '../../src/support/rdf/quads.js';

/** Descriptions as n3 reads what is written of them. */
export function parsedQuads(descriptions: Iterable<Description>): Quad[] {
  return new Parser({ format: 'N-Quads' }).parse(nquadsOf(descriptions));
}
