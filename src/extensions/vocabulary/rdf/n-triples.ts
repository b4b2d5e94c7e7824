import { DataFactory, Parser, type Quad } from 'n3';
import type { RdfBatch } from '../../../model/rdf-files.js';
import { parsePieces, type PieceSyntax } from './parse-pieces.js';
import { splitText, type FindEnd, type Piece } from './pieces.js';

/** Pieces are lines. */
const endOfLine: FindEnd = (text, begin, isLast) => {
  const end = text.indexOf('\n', begin);
  return end >= 0 ? end + 1 : isLast ? text.length : -1;
};

/** The usual forms: IRIs or blank nodes, and a text without escapes. Characters that IRIs may not have are left to the parser. */
const LINE =
  /^\s*(?:<([^<>"{}|^`\\\s]+)>|_:([\p{L}\p{N}_]+))\s+<([^<>"{}|^`\\\s]+)>\s+(?:<([^<>"{}|^`\\\s]+)>|_:([\p{L}\p{N}_]+)|"([^"\\\n]*)"(?:@([a-zA-Z]+(?:-[a-zA-Z0-9]+)*)|\^\^<([^<>"{}|^`\\\s]+)>)?)\s*\.\s*$/u;
/** An IRI that is no relative one. */
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** N-Triples and N-Quads, whose graphs are ignored. What does not have one of the usual forms goes to n3, which takes ten times as long. */
export async function* readNTriples(
  parts: AsyncIterable<string>,
  onFault: (line: number, message: string) => void,
  wants: (predicate: string) => boolean = () => true,
): AsyncGenerator<RdfBatch> {
  const parser = new Parser({ format: 'N-Quads', blankNodePrefix: '' });
  const syntax: PieceSyntax = { parse: (text) => parser.parse(text), salvage: () => [] };
  for await (const pieces of splitText(parts, endOfLine)) {
    const quads: Quad[] = [];
    const lines: number[] = [];
    const others: Piece[] = [];
    for (const piece of pieces) {
      const quad = quadOf(piece.text, wants);
      if (quad === undefined) others.push(piece);
      else if (quad !== null) {
        quads.push(quad);
        lines.push(piece.line);
      }
    }
    if (quads.length > 0) yield { quads, lineOf: (quad) => lines[quads.indexOf(quad)] ?? 1 };
    yield* parsePieces(others, syntax, onFault);
  }
}

/** The statement on a line of a usual form; null where it is not wanted, undefined where the line has another form. */
function quadOf(line: string, wants: (predicate: string) => boolean): Quad | null | undefined {
  const found = LINE.exec(line);
  if (found === null) return undefined;
  const [, iri, blank, predicate = '', toIri, toBlank, text = '', language, type] = found;
  for (const one of [iri, predicate, toIri, type])
    if (one !== undefined && !SCHEME.test(one)) return undefined;
  if (!wants(predicate)) return null;
  const object =
    toIri !== undefined
      ? DataFactory.namedNode(toIri)
      : toBlank !== undefined
        ? DataFactory.blankNode(toBlank)
        : DataFactory.literal(
            text,
            language ?? (type === undefined ? undefined : DataFactory.namedNode(type)),
          );
  return DataFactory.quad(
    iri === undefined ? DataFactory.blankNode(blank) : DataFactory.namedNode(iri),
    DataFactory.namedNode(predicate),
    object,
  );
}
