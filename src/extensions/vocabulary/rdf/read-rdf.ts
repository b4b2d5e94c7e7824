import { pathToFileURL } from 'node:url';
import { rdfBeginning, rdfText } from '../../../language/linking/labels/rdf-text.js';
import { InputError } from '../../../model/errors.js';
import type { RdfBatch, ReadRdf } from '../../../model/rdf-files.js';
import { readJsonLd } from './json-ld.js';
import { parsePieces, type PieceSyntax } from './parse-pieces.js';
import { splitText, type FindEnd } from './pieces.js';
import { rdfXml } from './rdf-xml.js';
import { readNTriples } from './n-triples.js';
import { endOfStatement, turtle } from './turtle.js';

type Format = 'n-triples' | 'turtle' | 'rdf-xml' | 'json-ld';

const FORMAT_OF_ENDING: Readonly<Record<string, Format>> = {
  ...{ nt: 'n-triples', nq: 'n-triples', ttl: 'turtle', turtle: 'turtle', n3: 'turtle' },
  ...{ rdf: 'rdf-xml', xml: 'rdf-xml', owl: 'rdf-xml', skos: 'rdf-xml', jsonld: 'json-ld', json: 'json-ld' },
};

/** Endings of file names, for messages. */
const ENDINGS_TEXT = '.ttl, .nt, .rdf, .xml, .owl or .jsonld, each also with .gz or .bz2';

/** See {@link ReadRdf}. */
export const readRdf: ReadRdf = async function* (file, onFault, wants) {
  const format = await formatOf(file);
  const baseIri = pathToFileURL(file).href;
  const fault = (line: number, message: string): void => onFault({ where: `${file}:${line}`, message });
  switch (format) {
    case 'json-ld':
      yield* readJsonLd(rdfText(file), baseIri, fault);
      return;
    case 'rdf-xml': {
      const pieces = rdfXml(baseIri);
      yield* readPieces(file, pieces.findEnd, pieces, fault);
      return;
    }
    case 'turtle':
      yield* readPieces(file, endOfStatement, turtle(baseIri), fault);
      return;
    case 'n-triples':
      yield* readNTriples(rdfText(file), fault, wants);
      return;
  }
};

async function* readPieces(
  file: string,
  findEnd: FindEnd,
  syntax: PieceSyntax,
  onFault: (line: number, message: string) => void,
): AsyncGenerator<RdfBatch> {
  for await (const pieces of splitText(rdfText(file), findEnd)) yield* parsePieces(pieces, syntax, onFault);
}

/** By the ending of the name; else by how the file begins. @throws InputError */
async function formatOf(file: string): Promise<Format> {
  const ending = /\.([a-z0-9]+)(?:\.(?:gz|bz2))?$/i.exec(file)?.[1]?.toLowerCase() ?? '';
  const byName = FORMAT_OF_ENDING[ending];
  const beginning = (await rdfBeginning(file, 2000)).replace(/^\uFEFF/, '').trimStart();
  if (beginning === '')
    throw new InputError(`${file} is empty`, { hint: 'check the path, and that the download is whole' });
  if (byName !== undefined) return byName;
  if (/^<\?xml|^<!DOCTYPE|^<[\w.-]+:RDF[\s>]/i.test(beginning)) return 'rdf-xml';
  if (/^[[{]\s*["{\]}]/.test(beginning)) return 'json-ld';
  if (/^<[^>\s]+>[ \t]+<[^>\s]+>[ \t]+\S.*\.[ \t]*\r?$/m.test(beginning)) return 'n-triples';
  if (/^@?(?:prefix|base)\s/im.test(beginning)) return 'turtle';
  throw new InputError(`${file}: not an RDF file that can be read`, {
    hint: `Give a file whose name ends in ${ENDINGS_TEXT}.`,
  });
}
