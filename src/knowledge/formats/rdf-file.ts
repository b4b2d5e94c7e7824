import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Quad } from 'oxigraph';
import { InputError, messageOf } from '../../model/errors.js';
import type { KnowledgeBase, Term } from '../../model/rdf.js';
import { readBytes } from '../../support/files/source-bytes.js';
import { inUtf8 } from '../../web/page/charset.js';
import { createOxigraphStore, oxigraphModule, type Store } from '../oxigraph/oxigraph-store.js';
import { explainLoading, MAX_QUADS } from '../oxigraph/store-limit.js';
import { skolemised } from './skolem.js';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.ttl': 'text/turtle',
  '.n3': 'text/turtle',
  '.nt': 'application/n-triples',
  '.nq': 'application/n-quads',
  '.trig': 'application/trig',
  '.rdf': 'application/rdf+xml',
  '.owl': 'application/rdf+xml',
  '.xml': 'application/rdf+xml',
  '.skos': 'application/rdf+xml',
  '.jsonld': 'application/ld+json',
  '.json': 'application/ld+json',
};

/** Bytes of RDF, unpacked, that are read at a time: the store needs a multiple of them, and its memory ends at 4 GB. */
const MAX_BYTES = 200_000_000;
const MAX_PARSED_BYTES = 20_000_000;

export function isRdfFile(name: string): boolean {
  return mediaTypeOf(name) !== undefined;
}

/** Opens RDF files, also packed by gzip, as a knowledge base of their own. @throws InputError */
export async function openRdfFiles(files: readonly string[], most = MAX_BYTES): Promise<KnowledgeBase> {
  const store = new (oxigraphModule().Store)();
  let left = most;
  for (const file of files) {
    const text = await readText(file, left);
    left -= text.bytes.length;
    loadText(store, text);
  }
  return createOxigraphStore(MAX_QUADS, store);
}

/** The statements of a small RDF file, as {@link openRdfFiles} reads it, in their order. @throws InputError */
export async function parseRdfFile(
  file: string,
): Promise<readonly Readonly<Record<'subject' | 'predicate' | 'object', Term>>[]> {
  const { bytes, options } = await readText(file, MAX_PARSED_BYTES);
  const quads = withPlace(file, () => [...oxigraphModule().parse(bytes, options)]);
  return quads.map(({ subject, predicate, object }) => ({
    subject: plainTerm(subject),
    predicate: plainTerm(predicate),
    object: plainTerm(object),
  }));
}

/** Terms of the engine decode their texts each time. */
function plainTerm(term: Quad['object']): Term {
  const { termType, value } = term;
  if (termType === 'Literal') return { termType, value, language: term.language };
  return { termType: termType === 'NamedNode' ? termType : 'BlankNode', value };
}

/**
 * Loads an RDF file, as {@link openRdfFiles} reads it, into a knowledge base. Blank nodes become IRIs scoped to the
 * file. @throws InputError
 */
export async function loadRdfFile(kb: KnowledgeBase, file: string): Promise<void> {
  const store = new (oxigraphModule().Store)();
  loadText(store, await readText(file, MAX_BYTES));
  await kb.load([skolemised(store.dump({ format: 'application/n-quads' }), path.resolve(file))]);
}

/** An RDF file that was read, and how it is parsed. */
interface RdfText {
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly options: { readonly format: string; readonly base_iri: string };
}

async function readText(file: string, most: number): Promise<RdfText> {
  const refuse = (why: string, hint: string): InputError => new InputError(`${file} ${why}`, { hint });
  const format = mediaTypeOf(file);
  if (format === undefined)
    throw refuse('is not an RDF file', `known are ${Object.keys(MEDIA_TYPES).join(', ')}, also with .gz`);
  const pieces: Uint8Array[] = [];
  let left = most;
  try {
    for await (const piece of readBytes(file)) {
      pieces.push(piece);
      left -= piece.length;
      if (left < 0)
        throw refuse(`is too large: at most ${most / 1e6} MB of RDF are read`, 'give a part of it');
    }
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw refuse(`cannot be read to its end: ${messageOf(error)}`, 'is the download whole?');
  }
  const bytes = inUtf8(Buffer.concat(pieces));
  if (bytes.length === 0) throw refuse('is empty', 'check the path, and that the download is whole');
  if (format === 'application/rdf+xml' && isXmlTooDeep(Buffer.from(bytes).toString('latin1')))
    throw refuse(`is not valid RDF: elements are nested more than ${MAX_XML_LEVELS} levels deep`, 'check it');
  return { file, bytes, options: { format, base_iri: pathToFileURL(file).href } };
}

/** Levels of nested elements that XML of data may have. Parsers look through all of them at each element. */
export const MAX_XML_LEVELS = 1000;

/** True if elements are nested more than {@link MAX_XML_LEVELS} deep. Attributes with angle brackets count as elements. */
export function isXmlTooDeep(text: string): boolean {
  let level = 0;
  for (const [tag] of text.matchAll(/<[^!?<>][^<>]*>/g)) {
    if (tag.startsWith('</')) level = Math.max(level - 1, 0);
    else if (!tag.endsWith('/>')) level += 1;
    if (level > MAX_XML_LEVELS) return true;
  }
  return false;
}

function loadText(store: Store, { file, bytes, options }: RdfText): void {
  withPlace(file, () => {
    try {
      // As a whole: in pieces, the parser reads a token again from its beginning with each piece.
      store.load(bytes, { ...options, no_transaction: true });
    } catch (error) {
      throw explainLoading(error, store.size, MAX_QUADS);
    }
  });
}

/** @throws InputError where parsing fails: the file, and the line that the parser names */
function withPlace<T>(file: string, parse: () => T): T {
  try {
    return parse();
  } catch (cause) {
    if (cause instanceof InputError) throw cause;
    const place = /^Parser error (?:at|between) line (\d{1,12})\b[^:]*: ([^]*)$/.exec(messageOf(cause));
    if (place === null) throw new InputError(`${file} is not valid RDF: ${messageOf(cause)}`, { cause });
    const hint = 'correct that line, and check that the ending of the file name says what is in it';
    throw new InputError(`${file}:${place[1] ?? ''}: ${place[2] ?? ''}`, { hint, cause });
  }
}

function mediaTypeOf(name: string): string | undefined {
  return MEDIA_TYPES[path.extname(name.replace(/\.gz$/i, '')).toLowerCase()];
}
