import type { Quad } from 'n3';
import { messageOf } from '../../../model/errors.js';
import type { RdfBatch } from '../../../model/rdf-files.js';
import type { Piece } from './pieces.js';
import { endRun } from '../../../support/text/ends.js';

/** A syntax whose pieces can be parsed by themselves. */
export interface PieceSyntax {
  /** Parses pieces together. @throws Error, with the line in them where it is known ({@link lineOfError}) */
  readonly parse: (text: string) => readonly Quad[] | Promise<readonly Quad[]>;
  /** Divides a piece that cannot be parsed where another statement seems to begin. */
  readonly salvage: (piece: Piece) => readonly Piece[];
}

/** Pieces that are parsed together: one at a time takes several times as long. */
const TOGETHER = 500;

/**
 * Parses pieces, many at a time. Where that fails they are parsed one by one, and those that fail are divided: so one fault costs
 * one statement.
 * @param onFault called with the line and the message
 */
export async function* parsePieces(
  pieces: readonly Piece[],
  syntax: PieceSyntax,
  onFault: (line: number, message: string) => void,
): AsyncGenerator<RdfBatch> {
  for (let begin = 0; begin < pieces.length; begin += TOGETHER) {
    const some = pieces.slice(begin, begin + TOGETHER);
    try {
      const quads = await syntax.parse(some.map(({ text }) => text).join('\n'));
      yield { quads, lineOf: lineFinder(some, syntax) };
    } catch {
      for (const piece of some) yield* parseOne(piece, syntax, onFault);
    }
  }
}

async function* parseOne(
  piece: Piece,
  syntax: PieceSyntax,
  onFault: (line: number, message: string) => void,
): AsyncGenerator<RdfBatch> {
  const lineOf = (): number => piece.line;
  try {
    yield { quads: await syntax.parse(piece.text), lineOf };
  } catch (error) {
    onFault(piece.line + lineOfError(error) - 1, withoutPlace(messageOf(error)));
    const parts = syntax.salvage(piece);
    if (parts.length < 2) return;
    for (const part of parts) {
      try {
        yield { quads: await syntax.parse(part.text), lineOf: () => part.line };
      } catch {
        // Reported with the piece.
      }
    }
  }
}

/** Finds the piece that a quad comes from, by its subject and object. */
function lineFinder(pieces: readonly Piece[], { parse }: PieceSyntax): RdfBatch['lineOf'] {
  return ({ subject, object }) => {
    const names = [subject.value, object.value].map((value) => value.slice(endRun(value, /[^/#:]/)));
    const written = pieces.filter(({ text }) => names.every((name) => text.includes(name)));
    for (const { text, line } of written) {
      const found: unknown = parse(text);
      if (
        Array.isArray(found) &&
        (found as Quad[]).some((quad) => quad.subject.equals(subject) && quad.object.equals(object))
      )
        return line;
    }
    return written[0]?.line ?? pieces[0]?.line ?? 1;
  };
}

/** The line of an error of n3, from 1; 1 where it does not say. */
function lineOfError(error: unknown): number {
  const line = (error as { readonly context?: { readonly line?: unknown } } | null)?.context?.line;
  return typeof line === 'number' ? line : 1;
}

/** Parsers name the line in the piece, which says nothing about the file. */
function withoutPlace(message: string): string {
  return message
    .replace(/ on line \d+\.?$/, '')
    .replace(/^\d+:\d+: /, '')
    .replace(/\s+/g, ' ');
}
