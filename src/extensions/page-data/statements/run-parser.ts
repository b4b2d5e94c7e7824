import type { Quad } from 'n3';

/** A parser of RDF as a stream: text goes in, quads come out. */
export interface StreamingParser {
  on(event: 'data', listener: (quad: Quad) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  write(text: string, written: (error?: Error | null) => void): unknown;
  end(): unknown;
  destroy(): unknown;
}

/** Characters that a parser reads before it is looked at whether it has taken too long. */
const PIECE = 32_768;

/** When a parser is stopped. */
export interface ParserLimits {
  /** Takes a quad; false: no more are wanted. */
  readonly take: (quad: Quad) => boolean;
  /** Whether the time is over. */
  readonly isOver: () => boolean;
}

/**
 * Has a parser read a text within limits.
 * @returns why it did not read all of it, in words; undefined where it did
 */
export async function runParser(
  parser: StreamingParser,
  text: string,
  { take, isOver }: ParserLimits,
): Promise<string | undefined> {
  let problem: string | undefined;
  const ended = new Promise<void>((resolve) => {
    parser.on('end', resolve);
    parser.on('error', (error) => {
      problem ??= error.message;
      resolve();
    });
    parser.on('data', (quad) => {
      if (problem !== undefined || take(quad)) return;
      problem = 'has more statements than are kept';
      resolve();
    });
  });
  for (let begin = 0; begin < text.length && problem === undefined; begin += PIECE) {
    if (isOver()) problem = 'takes too long';
    else await Promise.race([ended, written(parser, text.slice(begin, begin + PIECE))]);
  }
  if (problem === undefined) parser.end();
  if (problem === undefined) await ended;
  // What comes after an end that was not waited for is not heard.
  if (problem !== undefined) parser.destroy();
  return problem;
}

function written(parser: StreamingParser, text: string): Promise<void> {
  return new Promise((resolve) => {
    // Failures come as events as well.
    parser.write(text, () => resolve());
  });
}
