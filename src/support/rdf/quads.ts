import { DataFactory, Writer, type Literal, type NamedNode, type Quad } from 'n3';
import { iri } from './rdf-terms.js';

/** A quad in the making: predicate by its IRI, object as a term. */
export type Statement = readonly [predicate: string, object: NamedNode | Literal];

/** The statements about one subject as quads of a graph. */
export function describe(subject: string, graph: string, statements: readonly Statement[]): Quad[] {
  const node = iri(subject);
  const context = iri(graph);
  return statements.map(([predicate, object]) => DataFactory.quad(node, iri(predicate), object, context));
}

const lineWriter = new Writer({ format: 'N-Quads' });

/** A quad as a line of N-Quads. */
export function quadLine({
  subject,
  predicate,
  object,
  graph,
}: Pick<Quad, 'subject' | 'predicate' | 'object' | 'graph'>): string {
  return lineWriter.quadToString(subject, predicate, object, graph);
}

/** Quads as N-Quads, in pieces of whole lines. */
export async function* toNQuads(
  quads: Iterable<Quad> | AsyncIterable<Quad>,
  quadsPerPiece = 5000,
): AsyncGenerator<string> {
  let piece: string[] = [];
  for await (const quad of quads) {
    piece.push(quadLine(quad));
    if (piece.length >= quadsPerPiece) {
      yield piece.join('');
      piece = [];
    }
  }
  if (piece.length > 0) yield piece.join('');
}
