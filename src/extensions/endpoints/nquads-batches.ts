import { Parser, type Quad, type Term as RdfTerm } from 'n3';
import { InputError, messageOf } from '../../model/errors.js';
import { xsd } from '../../model/vocabulary.js';
import type { NQuads } from '../../model/rdf.js';
import { sparqlString } from '../../support/rdf/sparql-terms.js';
import { skolemIri } from '../../knowledge/formats/skolem.js';

/** The graph for triples without one: not every engine has an unnamed graph, and Virtuoso refuses them. */
export const GRAPHLESS = 'urn:x-sfwc:default';

/** Size of a request. Virtuoso 7 compiles an update to at most 10,000 lines of SQL, about 1,400 triples; proxies take a megabyte. */
const [MAX_TRIPLES, MAX_CHARACTERS] = [1000, 300_000];

/** Triples for one request, as lines of N-Triples by graph IRI. */
export type Batch = ReadonlyMap<string, readonly string[]>;

/**
 * N-Quads as batches of triples grouped by graph, in order. Blank nodes become IRIs (`urn:x-sfwc:genid:<load>:<label>`,
 * skolemisation of RDF 1.1), because they have no identity across requests and Virtuoso does not accept them.
 *
 * @param load a unique name of the load, to which labels are scoped
 * @throws InputError with the number of the malformed line; earlier batches have been yielded
 */
export async function* batchesOf(nquads: NQuads, load: string): AsyncGenerator<Batch> {
  let batch = new Map<string, string[]>();
  let [triples, characters, line] = [0, 0, 0];
  for await (const data of nquads) {
    const piece = typeof data === 'string' ? data : Buffer.from(data).toString();
    for (const { subject, predicate, object, graph } of parsePiece(piece, line)) {
      const name = graph.termType === 'DefaultGraph' ? GRAPHLESS : termText(graph, load).slice(1, -1);
      const text = `${[subject, predicate, object].map((term) => termText(term, load)).join(' ')} .`;
      batch.set(name, batch.get(name) ?? []);
      batch.get(name)?.push(text);
      triples += 1;
      characters += text.length;
      if (triples < MAX_TRIPLES && characters < MAX_CHARACTERS) continue;
      yield batch;
      batch = new Map();
      [triples, characters] = [0, 0];
    }
    line += piece.split('\n').length - 1;
  }
  if (triples > 0) yield batch;
}

function parsePiece(piece: string, linesBefore: number): readonly Quad[] {
  try {
    // An empty prefix keeps blank node labels.
    return new Parser({ format: 'N-Quads', blankNodePrefix: '' }).parse(piece);
  } catch (cause) {
    const words = messageOf(cause).replace(
      /\bon line (\d+)/,
      (_, at) => `on line ${linesBefore + Number(at)}`,
    );
    throw new InputError(`not valid N-Quads: ${words}`, { cause });
  }
}

/** A term of N-Triples that SPARQL reads alike: no text can end a string or an IRI early. */
function termText(term: RdfTerm, load: string): string {
  if (term.termType === 'NamedNode') return iriText(term.value);
  if (term.termType === 'BlankNode') return `<${skolemIri(load, term.value)}>`;
  if (term.termType !== 'Literal')
    throw new InputError(`a ${term.termType} cannot be loaded into a SPARQL endpoint`);
  const { value, language, datatype } = term;
  if (language !== '') return `${sparqlString(value)}@${language}`;
  return datatype.value === xsd.string
    ? sparqlString(value)
    : `${sparqlString(value)}^^${iriText(datatype.value)}`;
}

function iriText(value: string): string {
  // eslint-disable-next-line no-control-regex -- the characters that the IRI grammar excludes
  if (!/[\u0000-\u0020<>"{}|^`\\]/.test(value)) return `<${value}>`;
  throw new InputError(`not valid N-Quads: <${value}> is not an IRI`);
}
