import { JsonLdParser } from 'jsonld-streaming-parser';
import type { Quad } from 'n3';
import { InputError, messageOf } from '../../../model/errors.js';
import type { RdfBatch } from '../../../model/rdf-files.js';
import { countLines } from './pieces.js';

/** Contexts on the Web are not requested: a file that names one cannot be read without it. */
const NO_CONTEXTS = {
  load: (address: string): Promise<never> =>
    Promise.reject(
      new Error(`it refers to the context ${address}, which is not requested: put the context into the file`),
    ),
};

/** Characters of a file at most: more take gigabytes of memory while they are parsed. */
const MOST_CHARACTERS = 100_000_000;

/** Levels of nesting at most: 1,000 would take the parser minutes. */
const MOST_LEVELS = 100;

/** Characters that are parsed at a time. */
const PIECE = 32_768;

/**
 * Reads JSON-LD, which the parser keeps in memory until its outermost object ends. A file with an error in its syntax is therefore
 * reported, and hardly anything of it is used.
 * @param onFault called with the line near which it ended, and the message
 * @param most characters at most
 * @throws InputError for a file with more
 */
export async function* readJsonLd(
  parts: AsyncIterable<string>,
  baseIRI: string,
  onFault: (line: number, message: string) => void,
  most = MOST_CHARACTERS,
): AsyncGenerator<RdfBatch> {
  const parser = new JsonLdParser({ baseIRI, documentLoader: NO_CONTEXTS });
  let quads: Quad[] = [];
  const failed: { error?: unknown } = {};
  const isWhole = (): boolean => failed.error === undefined;
  parser.on('data', (quad: Quad) => quads.push(quad));
  const ended = new Promise<void>((resolve) => {
    parser.on('end', resolve);
    parser.on('error', (error: unknown) => {
      failed.error ??= error;
      resolve();
    });
  });
  let line = 1;
  const take = (): RdfBatch => {
    const batch = quads;
    quads = [];
    const at = line;
    return { quads: batch, lineOf: () => at };
  };
  let size = 0;
  const faultIn = shapeChecker();
  for await (const part of parts) {
    size += part.length;
    if (size > most) throw tooLarge(baseIRI, most);
    const fault = isWhole() ? faultIn(part) : undefined;
    if (fault !== undefined) failed.error = new Error(fault);
    for (let begin = 0; begin < part.length && isWhole(); begin += PIECE) {
      const piece = part.slice(begin, begin + PIECE);
      await Promise.race([ended, new Promise<void>((resolve) => void parser.write(piece, () => resolve()))]);
      // An error drops the quads that the parser has not handed over by then.
      await new Promise((resolve) => setImmediate(resolve));
      if (isWhole()) line += countLines(piece);
      if (quads.length > 0) yield take();
    }
  }
  if (isWhole()) {
    parser.end();
    await ended;
  }
  if (quads.length > 0) yield take();
  if (isWhole()) return;
  parser.destroy();
  onFault(
    line,
    `${messageOf(failed.error).replace(/\s+/g, ' ')}; JSON-LD with an error cannot be read to its end`,
  );
}

/**
 * Looks at a text that comes in parts: says what the parser would take minutes for, or for ever. It reads many values one after the
 * other, where JSON has one.
 */
function shapeChecker(): (part: string) => string | undefined {
  let [level, isBegun] = [0, false];
  let isText = false;
  let isEscaped = false;
  return (part) => {
    for (const character of part) {
      if (isEscaped) isEscaped = false;
      else if (isText && character !== '"') isEscaped = character === '\\';
      else if (level === 0 && (isBegun ? /\S/ : /[^\s\uFEFF[{]/).test(character))
        return isBegun
          ? 'more follows behind its object or list'
          : 'it does not begin with an object or a list';
      else if (character === '"') isText = !isText;
      else if (character === '[' || character === '{') [level, isBegun] = [level + 1, true];
      else if (character === ']' || character === '}') level -= 1;
      if (level > MOST_LEVELS) return `objects and lists are nested more than ${MOST_LEVELS} levels deep`;
    }
    return undefined;
  };
}

function tooLarge(file: string, most: number): InputError {
  return new InputError(`${file} has more than ${most / 1e6} million characters of JSON-LD`, {
    hint: 'JSON-LD is held in memory while it is read: convert the file to N-Triples or Turtle, which are not',
  });
}
