/** A part of a file that is parsed by itself. */
export interface Piece {
  readonly text: string;
  /** The line on which it begins, from 1. */
  readonly line: number;
}

/** Where the piece ends that begins at a place of the text, or -1 where the text does not show it yet. */
export type FindEnd = (text: string, begin: number, isLast: boolean) => number;

/** Characters after which a piece without an end is cut at the next end of a line, so that a missing quote costs little. */
const MOST_CHARACTERS = 1_000_000;

/** Divides a text that comes in parts into pieces. They arrive in arrays, as many as a part completes. */
export async function* splitText(
  parts: AsyncIterable<string>,
  findEnd: FindEnd,
): AsyncGenerator<readonly Piece[]> {
  let rest = '';
  let line = 1;
  /** What arrives together is searched together: a piece without an end is not searched again for each small part. */
  let waiting: string[] = [];
  let size = 0;
  function* cut(isLast: boolean): Generator<readonly Piece[]> {
    const text = rest + waiting.join('');
    waiting = [];
    size = 0;
    const pieces: Piece[] = [];
    let begin = 0;
    while (begin < text.length) {
      let end = findEnd(text, begin, isLast);
      if (end < 0 && (isLast || text.length - begin > MOST_CHARACTERS)) end = endOfLine(text, begin, isLast);
      if (end < 0) break;
      const piece = text.slice(begin, end);
      if (piece.trim() !== '') pieces.push({ text: piece.trimStart(), line: line + leadingLines(piece) });
      line += countLines(piece);
      begin = end;
    }
    rest = text.slice(begin);
    if (pieces.length > 0) yield pieces;
  }
  for await (const part of parts) {
    waiting.push(part);
    size += part.length;
    if (size >= Math.min(rest.length, MOST_CHARACTERS)) yield* cut(false);
  }
  yield* cut(true);
}

function endOfLine(text: string, begin: number, isLast: boolean): number {
  if (isLast) return text.length;
  const end = text.indexOf('\n', begin + MOST_CHARACTERS);
  return end < 0 ? text.length : end + 1;
}

/** Lines that end in a text. */
export function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/** Lines that end before the first character that is no space. */
function leadingLines(text: string): number {
  const [space = ''] = /^\s*/.exec(text) ?? [];
  return space.includes('\n') ? countLines(space) : 0;
}
