import { nif, rdf } from '../../model/vocabulary.js';
import { describe, type Description, type Statement } from './quads.js';
import { iri, nonNegative, text as literal } from './rdf-terms.js';

/** A text as a `nif:Context`, and its parts by character: NIF 2.0 with the fragments of RFC 5147. */
export interface NifText {
  /** The IRI of the whole text: `…#char=0,1187`. */
  readonly context: string;
  /** The quads of the context. */
  readonly contextQuads: Description;
  /** The IRI and the quads of a part. */
  readonly part: (begin: number, end: number, anchor: string, statements: readonly Statement[]) => NifPart;
}

/** A part of a text. */
export interface NifPart {
  readonly iri: string;
  readonly quads: Description;
}

/** Describes a text in NIF. */
export function nifText(
  place: string,
  text: string,
  graph: string,
  statements: readonly Statement[] = [],
): NifText {
  const length = Array.from(text).length;
  const fragment = (begin: number, end: number): string => `${place}#char=${begin},${end}`;
  const context = fragment(0, length);
  return {
    context,
    contextQuads: describe(context, graph, [
      [rdf.type, iri(nif.Context)],
      [rdf.type, iri(nif.RFC5147String)],
      [nif.isString, literal(text)],
      [nif.beginIndex, nonNegative(0)],
      [nif.endIndex, nonNegative(length)],
      ...statements,
    ]),
    part: (begin, end, anchor, more) => {
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
