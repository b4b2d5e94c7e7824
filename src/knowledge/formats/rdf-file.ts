import path from 'node:path';
import { pathToFileURL } from 'node:url';
import oxigraph from 'oxigraph';
import { InputError, messageOf } from '../../model/errors.js';
import type { KnowledgeBase } from '../../model/rdf.js';
import { isXmlTooDeep, MOST_XML_LEVELS } from '../../support/text/xml-depth.js';
import { readLines, readNQuads } from '../files/nquads-file.js';
import { skolemised } from './skolem.js';

/** RDF media types by file extension. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.ttl': 'text/turtle',
  '.nt': 'application/n-triples',
  '.nq': 'application/n-quads',
  '.trig': 'application/trig',
  '.rdf': 'application/rdf+xml',
  '.owl': 'application/rdf+xml',
  '.jsonld': 'application/ld+json',
};

/** Whether a name is that of an RDF file, compressed or not. */
export function isRdfFile(name: string): boolean {
  return mediaTypeOf(name) !== undefined;
}

/** The extensions that {@link isRdfFile} knows. */
export const RDF_ENDINGS: readonly string[] = Object.keys(MEDIA_TYPES);

/**
 * Loads an RDF file (Turtle, N-Triples, N-Quads, TriG, RDF/XML, JSON-LD; `.gz` is decompressed) into a knowledge
 * base. Blank nodes become IRIs scoped to the file; `withBlankNodes` turns them back in results. N-Triples and
 * N-Quads are streamed, other formats are read as a whole.
 * @throws InputError naming the file when it cannot be read or is malformed
 */
export async function loadRdfFile(kb: KnowledgeBase, file: string): Promise<void> {
  const mediaType = mediaTypeOf(file);
  if (mediaType === undefined) {
    throw new InputError(`${file} is not an RDF file`, {
      hint: `known are ${RDF_ENDINGS.join(', ')}, also with .gz`,
    });
  }
  const origin = path.resolve(file);
  if (mediaType === 'application/n-triples' || mediaType === 'application/n-quads') {
    await loadLines(kb, file, origin);
    return;
  }
  const pieces: Buffer[] = [];
  for await (const piece of readLines(file)) pieces.push(piece);
  const store = new oxigraph.Store();
  const content = Buffer.concat(pieces);
  if (mediaType === 'application/rdf+xml' && isXmlTooDeep(content.toString('latin1')))
    throw new InputError(
      `${file} is not valid RDF: elements are nested more than ${MOST_XML_LEVELS} levels deep`,
    );
  try {
    store.load(content, {
      format: mediaType,
      base_iri: pathToFileURL(file).href,
      no_transaction: true,
    });
  } catch (error) {
    throw new InputError(`${file} is not valid RDF: ${messageOf(error)}`, { cause: error });
  }
  await kb.load([skolemised(store.dump({ format: 'application/n-quads' }), origin)]);
}

async function loadLines(kb: KnowledgeBase, file: string, origin: string): Promise<void> {
  async function* pieces(): AsyncGenerator<string> {
    for await (const piece of readNQuads(file)) yield skolemised(piece, origin);
  }
  try {
    await kb.load(pieces());
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(`${file} is not valid RDF: ${messageOf(error)}`, { cause: error });
  }
}

function mediaTypeOf(name: string): string | undefined {
  return MEDIA_TYPES[path.extname(name.replace(/\.gz$/i, '')).toLowerCase()];
}
