import { JsonLdParser } from 'jsonld-streaming-parser';
import type { Quad } from 'n3';
import { messageOf } from '../../../model/errors.js';
import type { RdfBatch } from '../../../model/rdf-files.js';
import { countLines } from './pieces.js';

/** Contexts on the Web are not requested: a file that names one cannot be read without it. */
const NO_CONTEXTS = {
  load: (address: string): Promise<never> =>
    Promise.reject(new Error(`it refers to the context ${address}, which is not requested: put the context into the file`)),
};

/** Characters that are parsed at a time. */
const PIECE = 32_768;

type OnFault = (line: number, message: string) => void;

/** Says that a context or a type comes behind what it applies to. */
const ORDER = 'invalid streaming key order';

/**
 * Reads JSON-LD as a stream. After an error in its syntax nothing more can be read of it. A file whose contexts come last is read
 * again, and then as a whole into memory.
 * @param open opens the file
 * @param onFault called with the line near which it ended, and the message
 */
export async function* readJsonLd(
  open: () => AsyncIterable<string>,
  baseIRI: string,
  onFault: OnFault,
): AsyncGenerator<RdfBatch> {
  let isOrdered = true;
  yield* parseJsonLd(open(), baseIRI, true, (line, message, code) => {
    isOrdered = code !== ORDER;
    if (isOrdered) onFault(line, message);
  });
  if (!isOrdered) yield* parseJsonLd(open(), baseIRI, false, onFault);
}

async function* parseJsonLd(
  parts: AsyncIterable<string>,
  baseIRI: string,
  streamingProfile: boolean,
  onFault: (line: number, message: string, code: unknown) => void,
): AsyncGenerator<RdfBatch> {
  const parser = new JsonLdParser({ baseIRI, documentLoader: NO_CONTEXTS, streamingProfile });
  let quads: Quad[] = [];
  let failure: unknown;
  parser.on('data', (quad: Quad) => quads.push(quad));
  const ended = new Promise<void>((resolve) => {
    parser.on('end', resolve);
    parser.on('error', (error: unknown) => {
      failure ??= error;
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
  for await (const part of parts)
    for (let begin = 0; begin < part.length && failure === undefined; begin += PIECE) {
      const piece = part.slice(begin, begin + PIECE);
      await Promise.race([ended, new Promise<void>((resolve) => void parser.write(piece, () => resolve()))]);
      if (failure === undefined) line += countLines(piece);
      if (quads.length > 0) yield take();
    }
  if (failure === undefined) {
    parser.end();
    await ended;
  }
  if (quads.length > 0) yield take();
  if (failure === undefined) return;
  parser.destroy();
  onFault(line, `${messageOf(failure).replace(/\s+/g, ' ')}; the rest of the file was not read`, (failure as { readonly code?: unknown }).code);
}
