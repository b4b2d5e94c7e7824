import { Parser, type Quad, type Term as RdfTerm } from 'n3';
import { InputError, messageOf } from '../../model/errors.js';
import type { NQuads } from '../../model/rdf.js';
import { sparqlString } from '../../support/rdf/sparql-terms.js';
import { skolemIri } from '../../knowledge/formats/skolem.js';

/** The graph for triples without one: not every engine has an unnamed graph, and Virtuoso refuses them. */
export const GRAPHLESS = 'urn:x-sfwc:default';

/** Maximum size of a request. */
export interface BatchLimits {
  readonly triples: number;
  readonly bytes: number;
}

/** Triples for one request, as lines of N-Triples by graph IRI. */
export type Batch = ReadonlyMap<string, readonly string[]>;

/**
 * N-Quads as batches of triples grouped by graph, in order.
 *
 * Blank nodes become IRIs (`urn:x-sfwc:genid:<load>:<label>`, skolemisation of RDF 1.1), because they have no
 * identity across requests and Virtuoso does not accept them. Labels are scoped to the load.
 *
 * @param load a unique name of the load
 * @param limits a batch ends with the triple that reaches one of them
 * @throws InputError with the number of the malformed line; earlier batches have been yielded
 */
export async function* batchesOf(nquads: NQuads, load: string, limits: BatchLimits): AsyncGenerator<Batch> {
  let batch = new Map<string, string[]>();
  let triples = 0;
  let bytes = 0;
  let line = 0;
  for await (const data of nquads) {
    const piece = typeof data === 'string' ? data : Buffer.from(data).toString();
    for (const { subject, predicate, object, graph } of parsePiece(piece, line)) {
      const name = graph.termType === 'DefaultGraph' ? GRAPHLESS : nodeText(graph, load).slice(1, -1);
      const text = `${nodeText(subject, load)} ${nodeText(predicate, load)} ${nodeText(object, load)} .`;
      const lines = batch.get(name);
      if (lines === undefined) batch.set(name, [text]);
      else lines.push(text);
      triples += 1;
      bytes += Buffer.byteLength(text);
      if (triples < limits.triples && bytes < limits.bytes) continue;
      yield batch;
      batch = new Map();
      triples = 0;
      bytes = 0;
    }
    line += piece.split('\n').length - 1;
  }
  if (triples > 0) yield batch;
}

/** A batch as a SPARQL update. */
export function insertData(batch: Batch): string {
  const graphs = [...batch].map(([graph, lines]) => `GRAPH <${graph}> {\n${lines.join('\n')}\n}`);
  return `INSERT DATA {\n${graphs.join('\n')}\n}`;
}

function parsePiece(piece: string, linesBefore: number): readonly Quad[] {
  try {
    // An empty prefix keeps blank node labels.
    return new Parser({ format: 'N-Quads', blankNodePrefix: '' }).parse(piece);
  } catch (error) {
    const words = messageOf(error).replace(
      /\bon line (\d+)/,
      (_, line) => `on line ${linesBefore + Number(line)}`,
    );
    throw new InputError(`not valid N-Quads: ${words}`, { cause: error });
  }
}

/** SPARQL and N-Triples share their string escapes, and neither writer uses `\u`, so the text fits both. */
function nodeText(term: RdfTerm, load: string): string {
  switch (term.termType) {
    case 'NamedNode':
      return iriText(term.value);
    case 'BlankNode':
      return `<${skolemIri(load, term.value)}>`;
    case 'Literal': {
      const quoted = sparqlString(term.value);
      if (term.language !== '') return `${quoted}@${term.language}`;
      const { value } = term.datatype;
      return value === 'http://www.w3.org/2001/XMLSchema#string' ? quoted : `${quoted}^^${iriText(value)}`;
    }
    default:
      throw new InputError(`a ${term.termType} cannot be loaded into a SPARQL endpoint`);
  }
}

function iriText(value: string): string {
  // eslint-disable-next-line no-control-regex -- the characters that the IRI grammar excludes
  if (/[\u0000-\u0020<>"{}|^`\\]/.test(value))
    throw new InputError(`not valid N-Quads: <${value}> is not an IRI`);
  return `<${value}>`;
}
