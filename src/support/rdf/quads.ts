import { DataFactory, Writer, type Literal, type NamedNode, type Quad_Object } from 'n3';
import { xsd, nif, rdf } from '../../model/vocabulary.js';
import { remember } from '../remember.js';
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

/** Characters that N-Quads escapes: controls, quotation marks, backslashes, and what is not a character. */
const ESCAPED = /[^ !#-[\]-~\u0080-\uFFFD]/;

/** n3 knows how every term is written. The functions below write what most are, in a fraction of the time. */
const writer = new Writer({ format: 'N-Quads' });
const NAMELESS = DataFactory.namedNode('');

function withEscapes(term: Quad_Object): string {
  return writer.quadToString(NAMELESS, NAMELESS, term).slice('<> <> '.length, -' .\n'.length);
}

function writtenIri(value: string): string {
  return ESCAPED.test(value) ? withEscapes(iri(value)) : `<${value}>`;
}

/** Predicates and datatypes: as many as vocabularies have. */
const knownIri = remember(writtenIri, 1000);

function writtenTerm(term: Quad_Object): string {
  if (term.termType === 'NamedNode') return writtenIri(term.value);
  if (term.termType !== 'Literal' || term.language !== '') return withEscapes(term);
  const { value, datatype } = term;
  if (ESCAPED.test(value)) return withEscapes(term);
  return datatype.value === xsd.string ? `"${value}"` : `"${value}"^^${knownIri(datatype.value)}`;
}

/** Descriptions as N-Quads: a line for each statement. */
export function nquadsOf(descriptions: Iterable<Description>): string {
  let lines = '';
  for (const { subject, graph, statements } of descriptions) {
    const head = `${writtenIri(subject)} `;
    const tail = ` ${knownIri(graph)} .\n`;
    for (const [predicate, object] of statements)
      lines += `${head}${knownIri(predicate)} ${writtenTerm(object)}${tail}`;
  }
  return lines;
}

/** Characters of a piece of RDF that is written at once, about: a piece costs a step of a stream, whatever its length. */
const PIECE_CHARACTERS = 200_000;

/** Descriptions as N-Quads, in pieces of whole lines. */
export function* toNQuads(
  descriptions: Iterable<Description>,
  charactersPerPiece = PIECE_CHARACTERS,
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
interface NifText {
  /** The IRI of the whole text: `…#char=0,1187`. */
  readonly context: string;
  readonly contextQuads: Description;
  readonly part: (begin: number, end: number, anchor: string, statements: readonly Statement[]) => NifPart;
}

interface NifPart {
  readonly iri: string;
  readonly quads: Description;
}

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
