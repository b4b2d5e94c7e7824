import { Writer, type Literal, type NamedNode } from 'n3';
import { nif, rdf } from '../../model/vocabulary.js';
import { iri, nonNegative, text as literal } from './rdf-terms.js';

/** Statement about a subject: predicate by its IRI, object as a term. */
export type Statement = readonly [predicate: string, object: NamedNode | Literal];

/** Quads in the making: what is said of one subject in one graph. */
export interface Description {
  readonly subject: string;
  readonly graph: string;
  readonly statements: readonly Statement[];
}

export function describe(subject: string, graph: string, statements: readonly Statement[]): Description {
  return { subject, graph, statements };
}

const writer = new Writer({ format: 'N-Quads' });

/** Descriptions as N-Quads: a line for each statement. */
export function nquadsOf(descriptions: Iterable<Description>): string {
  let lines = '';
  for (const { subject, graph, statements } of descriptions)
    for (const [predicate, object] of statements)
      lines += writer.quadToString(iri(subject), iri(predicate), object, iri(graph));
  return lines;
}

/** Descriptions as N-Quads, in pieces of whole lines: a piece costs a step of a stream, whatever its length. */
export function* toNQuads(
  descriptions: Iterable<Description>,
  charactersPerPiece = 200_000,
): Generator<string> {
  let piece = '';
  for (const description of descriptions) {
    piece += nquadsOf([description]);
    if (piece.length < charactersPerPiece) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

/** A text as a `nif:Context`, and its parts by character: NIF 2.0 with the fragments of RFC 5147. */
export function nifText(place: string, text: string, graph: string, statements: readonly Statement[] = []) {
  const length = Array.from(text).length;
  const fragment = (begin: number, end: number): string => `${place}#char=${begin},${end}`;
  const context = fragment(0, length);
  return {
    /** The IRI of the whole text: `…#char=0,1187`. */
    context,
    contextQuads: describe(context, graph, [
      [rdf.type, iri(nif.Context)],
      [rdf.type, iri(nif.RFC5147String)],
      [nif.isString, literal(text)],
      [nif.beginIndex, nonNegative(0)],
      [nif.endIndex, nonNegative(length)],
      ...statements,
    ]),
    part: (begin: number, end: number, anchor: string, more: readonly Statement[]) => {
      const part = fragment(begin, end);
      const quads = describe(part, graph, [
        [rdf.type, iri(nif.RFC5147String)],
        [nif.anchorOf, literal(anchor)],
        [nif.beginIndex, nonNegative(begin)],
        [nif.endIndex, nonNegative(end)],
        [nif.referenceContext, iri(context)],
        ...more,
      ]);
      return { iri: part, quads };
    },
  };
}
