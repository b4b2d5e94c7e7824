import { DataFactory, Writer, type Quad } from 'n3';
import { PREFIXES } from '../../model/vocabulary.js';
import { PIECE_CHARACTERS } from '../../support/rdf/quads.js';
import { toJsonLd } from './json-ld-writer.js';
import { toRdfXml } from './rdf-xml-writer.js';

/** The RDF formats for output. */
export type RdfFormat = 'turtle' | 'trig' | 'ntriples' | 'nquads' | 'jsonld' | 'rdfxml';

/** Whether a format has named graphs. */
export function keepsGraphs(format: RdfFormat): boolean {
  return format === 'trig' || format === 'nquads' || format === 'jsonld';
}

/**
 * Writes quads as a stream of text. Formats without graphs get the triples of all graphs. Literals are written
 * unchanged, which is why no store is used.
 * @throws OutputError for quads that RDF/XML cannot express
 */
export function writeRdf(quads: AsyncIterable<Quad>, format: RdfFormat): AsyncGenerator<string> {
  switch (format) {
    case 'nquads':
      return toLines(quads);
    case 'ntriples':
      return toLines(withoutGraphs(quads));
    case 'trig':
      return toTurtle(quads, 'TriG');
    case 'turtle':
      return toTurtle(withoutGraphs(quads), 'Turtle');
    case 'jsonld':
      return toJsonLd(quads);
    case 'rdfxml':
      return toRdfXml(quads);
  }
}

async function* toLines(quads: AsyncIterable<Quad>): AsyncGenerator<string> {
  const writer = new Writer({ format: 'N-Quads' });
  let written = '';
  for await (const { subject, predicate, object, graph } of quads) {
    written += writer.quadToString(subject, predicate, object, graph);
    if (written.length < PIECE_CHARACTERS) continue;
    yield written;
    written = '';
  }
  if (written !== '') yield written;
}

async function* withoutGraphs(quads: AsyncIterable<Quad>): AsyncGenerator<Quad> {
  for await (const { subject, predicate, object } of quads)
    yield DataFactory.quad(subject, predicate, object);
}

async function* toTurtle(quads: AsyncIterable<Quad>, format: 'Turtle' | 'TriG'): AsyncGenerator<string> {
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
    if (written.length < PIECE_CHARACTERS) continue;
    yield written;
    written = '';
  }
  writer.end();
  yield written;
}
