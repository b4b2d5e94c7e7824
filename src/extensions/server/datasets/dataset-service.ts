import path from 'node:path';
import { DEFAULT_CLASSIFIER } from '../../../judging/classifiers/classifier-table.js';
import { classifierFile, trainedClassifierQuads } from '../../../knowledge/files/classifier-file.js';
import { readLines, statedQuads } from '../../../knowledge/files/nquads-file.js';
import { topicNameOf } from '../../../knowledge/files/kb-folder.js';
import { load, oxigraphModule, UNION, type Store } from '../../../knowledge/oxigraph/oxigraph-store.js';
import { checkSize, isEngineFailure } from '../../../knowledge/oxigraph/store-limit.js';
import { queryError } from '../../../knowledge/queries/query-error.js';
import { namesDataset, queryKind, withLimit, type QueryKind } from '../../../knowledge/queries/query-text.js';
import { InputError, messageOf, QueryError, ServiceError, SfwcError } from '../../../model/errors.js';
import { rdfs, sfwc } from '../../../model/vocabulary.js';
import { fileExists } from '../../../support/files/file-exists.js';
import { isIri, sparqlString } from '../../../support/rdf/sparql-terms.js';

/** The RDF dataset of a query in the SPARQL protocol. Without either list the query sees all graphs. */
export interface DatasetScope {
  readonly defaultGraphs: readonly string[];
  readonly namedGraphs: readonly string[];
}

/** A query with everything that determines its answer. */
export interface DatasetQuery {
  readonly query: string;
  readonly scope: DatasetScope;
  /** Base for relative IRIs. */
  readonly base: string;
  /** Oxigraph media type of the answer for each query form. A query of another form is not run. */
  readonly mediaTypes: Readonly<Partial<Record<QueryKind, string>>>;
  /** Maximum number of rows (SELECT) or triples (CONSTRUCT, DESCRIBE). */
  readonly maxRows: number;
}

/** An answer, cut after the allowed rows; without a body when the form has no media type. */
export interface DatasetAnswer {
  readonly form: QueryKind;
  readonly body?: Uint8Array<ArrayBuffer>;
  readonly cut: boolean;
}

/**
 * A dataset in this thread that answers one query at a time.
 * @throws QueryError for the text of the request; ServiceError, after which the service must not be used
 */
type DatasetService = (request: DatasetQuery) => DatasetAnswer;

/**
 * Loads N-Quads files.
 * @param queryMemory megabytes that a query may take, for messages
 * @throws InputError naming the file
 */
export async function openDatasetService(
  files: readonly string[],
  queryMemory: number,
): Promise<DatasetService> {
  await checkSize(files, 'what is to be served');
  const { Store: Oxigraph } = oxigraphModule();
  const store = new Oxigraph();
  for (const file of files) {
    try {
      await load(store, readLines(file), { trusted: (await statedQuads(file)) !== undefined });
      await load(store, [await ensembleBeside(store, file)]);
    } catch (error) {
      if (error instanceof SfwcError) throw error;
      if (isEngineFailure(error))
        throw new InputError(`${file} needs more memory than the limit of the server allows`, {
          hint: `start the server with a larger --query-memory (it is ${queryMemory} MB), or serve less`,
          cause: error,
        });
      throw new InputError(`${file} is not valid N-Quads: ${messageOf(error)}`, { cause: error });
    }
  }
  return (request) => {
    try {
      return answerQuery(store, request);
    } catch (error) {
      if (!isEngineFailure(error)) throw error;
      throw new ServiceError('exhausted', `stopped: it needs more than ${queryMemory} MB of memory`, {
        hint: 'ask for less: a LIMIT, fewer variables, no product of unrelated patterns; or start the server with a larger --query-memory',
        cause: error,
      });
    }
  };
}

/** The ensemble next to the file of a topic as N-Quads, so that pages can be judged by the topic in this service; else empty. */
async function ensembleBeside(store: Store, file: string): Promise<string> {
  const topic = topicNameOf(file);
  const trained = classifierFile(path.dirname(file), topic, DEFAULT_CLASSIFIER);
  if (!(await fileExists(trained))) return '';
  const query = `SELECT ?t WHERE { GRAPH ?t { ?t a <${sfwc.Topic}> ; <${rdfs.label}> ${sparqlString(topic)} } }`;
  const [row] = store.query(query) as readonly ReadonlyMap<string, { readonly value: string }>[];
  const iri = row?.get('t')?.value;
  return iri === undefined ? '' : trainedClassifierQuads(trained, iri);
}

/**
 * Answers a query by the SPARQL protocol. A dataset in the request overrides the query's own FROM. SELECT gets a
 * LIMIT, so that the engine stops there; graphs are cut afterwards.
 * @throws QueryError for a malformed query
 */
export function answerQuery(store: Store, request: DatasetQuery): DatasetAnswer {
  const form = queryKind(request.query);
  const mediaType = request.mediaTypes[form];
  if (mediaType === undefined) return { form, cut: false };
  const { text, cut } = answerForm(store, request, form, mediaType);
  return { form, cut, body: new TextEncoder().encode(text) };
}

function answerForm(store: Store, request: DatasetQuery, form: QueryKind, mediaType: string): CutText {
  const { query, maxRows } = request;
  if (form === 'ASK') return { text: run(store, request, mediaType), cut: false };
  if (form === 'SELECT') {
    const limited = { ...request, query: withLimit(query, maxRows + 1) };
    return cutRows(run(store, limited, mediaType), mediaType, maxRows);
  }
  const triples = cutTriples(run(store, request, 'application/n-triples'), maxRows);
  if (mediaType === 'application/n-triples') return triples;
  return { text: rewriteTriples(triples.text, mediaType), cut: triples.cut };
}

function run(store: Store, { query, scope, base }: DatasetQuery, mediaType: string): string {
  const { defaultGraphs, namedGraphs } = scope;
  const own = namesDataset(query) ? {} : UNION;
  const given = { default_graph: defaultGraphs.map(namedGraph), named_graphs: namedGraphs.map(namedGraph) };
  try {
    const result = store.query(query, {
      results_format: mediaType,
      base_iri: base,
      ...(defaultGraphs.length + namedGraphs.length === 0 ? own : given),
    });
    return typeof result === 'string' ? result : '';
  } catch (error) {
    // Errors that are not about the request, such as exhausted memory, pass through.
    if (error instanceof QueryError || isEngineFailure(error)) throw error;
    throw queryError(query, error);
  }
}

/** N-Triples in another RDF format, without duplicate triples. */
function rewriteTriples(ntriples: string, mediaType: string): string {
  const { Store: Oxigraph, defaultGraph } = oxigraphModule();
  const graph = new Oxigraph();
  graph.load(ntriples, { format: 'application/n-triples', no_transaction: true });
  return graph.dump({ format: mediaType, from_graph_name: defaultGraph() });
}

function namedGraph(graph: string) {
  if (!isIri(graph)) throw new QueryError(`not an absolute IRI: ${graph}`);
  return oxigraphModule().namedNode(graph);
}

/** A result that may have been truncated. */
interface CutText {
  readonly text: string;
  readonly cut: boolean;
}

/**
 * Keeps the first rows of a result in one of the four SPARQL result formats.
 * @param mediaType SPARQL JSON, SPARQL XML, CSV or TSV as the specifications define them
 */
function cutRows(text: string, mediaType: string, rows: number): CutText {
  switch (mediaType) {
    case 'application/sparql-results+json':
      return cutJson(text, rows);
    case 'application/sparql-results+xml':
      return cutXml(text, rows);
    case 'text/csv':
      return cutAt(text, nthRecord(text, rows + 1));
    default:
      return cutAt(text, nthLine(text, rows + 1));
  }
}

/** Keeps the first triples of N-Triples. */
function cutTriples(ntriples: string, triples: number): CutText {
  return cutAt(ntriples, nthLine(ntriples, triples));
}

function cutAt(text: string, end: number): CutText {
  return end < text.length ? { text: text.slice(0, end), cut: true } : { text, cut: false };
}

/** The end of the nth line. Values have no line breaks: they are escaped. */
function nthLine(text: string, lines: number): number {
  let end = 0;
  for (let line = 0; line < lines; line += 1) {
    const found = text.indexOf('\n', end);
    if (found < 0) return text.length;
    end = found + 1;
  }
  return end;
}

/** The same for CSV, where quoted values may have line breaks. */
function nthRecord(text: string, records: number): number {
  const boundary = /"[^"]*"|\n/g;
  let seen = 0;
  for (let found = boundary.exec(text); found !== null; found = boundary.exec(text)) {
    if (found[0] === '\n') seen += 1;
    if (seen === records) return boundary.lastIndex;
  }
  return text.length;
}

/** Text of values has `<` escaped, so a match is a tag. */
function cutXml(text: string, rows: number): CutText {
  let at = -1;
  for (let row = 0; row <= rows; row += 1) {
    at = text.indexOf('<result>', at + 1);
    if (at < 0) return { text, cut: false };
  }
  return { text: `${text.slice(0, at)}</results></sparql>`, cut: true };
}

function cutJson(text: string, rows: number): CutText {
  const parsed = JSON.parse(text) as { readonly results?: { readonly bindings: readonly unknown[] } };
  const bindings = parsed.results?.bindings ?? [];
  if (bindings.length <= rows) return { text, cut: false };
  return { text: JSON.stringify({ ...parsed, results: { bindings: bindings.slice(0, rows) } }), cut: true };
}
