import { Parser, type Quad } from 'n3';
import { InputError, messageOf } from '../../model/errors.js';
import { readNQuads } from './nquads-file.js';

/**
 * The quads of an N-Quads file exactly as written; stores normalise numbers and dates.
 * @param scope prefix for blank node labels, so that those of several files differ
 * @throws InputError naming the file when it is damaged
 */
export async function* readQuads(file: string, scope: string): AsyncGenerator<Quad> {
  for await (const piece of readNQuads(file)) yield* parseNQuads(piece, scope, file);
}

/** The quads of N-Quads or N-Triples. @throws InputError naming the origin when they are malformed */
export function parseNQuads(text: string, scope: string, origin: string): Quad[] {
  try {
    return new Parser({ format: 'N-Quads', blankNodePrefix: `_:${scope}` }).parse(text);
  } catch (error) {
    throw new InputError(`${origin} is not valid N-Quads: ${messageOf(error)}`, {
      hint: 'the file may be damaged; build it again',
      cause: error,
    });
  }
}
