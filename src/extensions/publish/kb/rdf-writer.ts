import { Writer, type Quad } from 'n3';
import { load, oxigraphModule } from '../../../knowledge/oxigraph/oxigraph-store.js';
import { InputError, OutputError } from '../../../model/errors.js';
import { PREFIXES } from '../../../model/vocabulary.js';
import { PIECE_CHARACTERS } from '../../../support/rdf/quads.js';
import type { KbExportSettings } from './export-settings.js';

type RdfFormat = KbExportSettings['format'];

/** True for formats with named graphs. */
export function keepsGraphs(format: RdfFormat): boolean {
  return format === 'trig' || format === 'nquads' || format === 'jsonld';
}

/**
 * Writes quads as a stream of text. N3 writes the formats of the Turtle family with every literal as it stands. Oxigraph writes
 * JSON-LD and RDF/XML in one piece; its store has numbers in one spelling, and whole numbers of all types as `xsd:integer`.
 * @param quads without graphs for formats that do not keep them
 * @throws InputError where there is more than fits into memory; OutputError for what RDF/XML cannot express
 */
export function writeRdf(quads: AsyncIterable<Quad>, format: RdfFormat): AsyncGenerator<string> {
  if (format === 'jsonld') return dumped(quads, 'application/ld+json');
  if (format === 'rdfxml') return dumped(quads, 'application/rdf+xml');
  return format === 'nquads' || format === 'ntriples'
    ? inPieces(lines(quads))
    : inPieces(turtle(quads, format));
}

async function* lines(quads: AsyncIterable<Quad>): AsyncGenerator<string> {
  const writer = new Writer({ format: 'N-Quads' });
  for await (const { subject, predicate, object, graph } of quads)
    yield writer.quadToString(subject, predicate, object, graph);
}

async function* turtle(quads: AsyncIterable<Quad>, format: string): AsyncGenerator<string> {
  let written = '';
  const output = {
    write: (chunk: string, _encoding: string, done?: () => void) => {
      written += chunk;
      done?.();
    },
    end: (done?: () => void) => done?.(),
  };
  const writer = new Writer(output, { format, prefixes: PREFIXES });
  for await (const quad of quads) {
    writer.addQuad(quad);
    yield written;
    written = '';
  }
  writer.end();
  yield written;
}

async function* inPieces(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = '';
  for await (const text of texts) {
    piece += text;
    if (piece.length < PIECE_CHARACTERS) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

/** A character that XML 1.0 does not have, and Oxigraph's name of a property that does not end in one. */
// eslint-disable-next-line no-control-regex -- it is what is looked for
const NOT_IN_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F]|<oxprefix:[ >]/;

async function* dumped(quads: AsyncIterable<Quad>, format: string): AsyncGenerator<string> {
  const { Store, defaultGraph } = oxigraphModule();
  const store = new Store();
  await load(store, lines(quads));
  const isXml = format === 'application/rdf+xml';
  const text = dump(() => store.dump({ format, ...(isXml ? { from_graph_name: defaultGraph() } : {}) }));
  if (isXml && NOT_IN_XML.test(text))
    throw new OutputError('a character or a property cannot be written as RDF/XML', {
      hint: 'choose another format',
    });
  yield text;
}

/** @throws InputError where the text is longer than a string can be */
function dump(write: () => string): string {
  try {
    return write();
  } catch (cause) {
    throw new InputError('there is too much to be written in one piece', {
      hint: 'choose graphs with --graph, or another format',
      cause,
    });
  }
}
