import { stat } from 'node:fs/promises';
import { Writer, type Quad } from 'n3';
import { DataFactory } from 'rdf-data-factory';
import { knowledgeBaseFiles, loadFile } from '../../knowledge/files/kb-folder.js';
import { isRdfFile, loadRdfFile } from '../../knowledge/formats/rdf-file.js';
import { rowFormat, rowsText, truthText } from '../../knowledge/formats/result-text.js';
import { withBlankNodes, graphText } from '../../knowledge/formats/skolem.js';
import { createOxigraphStore, syntaxError } from '../../knowledge/oxigraph/oxigraph-store.js';
import { requireCrawlQuads } from '../../knowledge/places/knowledge-base.js';
import { parsePlace } from '../../knowledge/places/parse-place.js';
import type { Answering, FederatedSource, FederationRequest } from '../../knowledge/places/store.js';
import { givesGraph, queryKind, splitPrologue } from '../../knowledge/queries/query-text.js';
import { isKeyword, sparqlTokens } from '../../knowledge/queries/sparql-tokens.js';
import { InputError, QueryError, SfwcError, messageOf } from '../../model/errors.js';
import type { Bindings, KnowledgeBase, Term } from '../../model/rdf.js';
import { xsd } from '../../model/vocabulary.js';
import type { QueryEngine } from './comunica.bundle.js';

/**
 * A knowledge base together with endpoints, RDF files, other knowledge bases and results of crawls.
 *
 * Files are loaded into one store in this process (two if the query is about one topic alone). Name, password and token of
 * the settings are for the endpoint at `place`; others take theirs from their addresses (`https://name:password@host/sparql`).
 *
 * @throws InputError when a source cannot be opened; UsageError for an address that is none
 */
export async function federate(request: FederationRequest): Promise<Answering> {
  const { place, sources, crawls, settings, warn, scopeOf } = request;
  const where = parsePlace(place, settings, warn);
  const isRemote = where.path === undefined;
  const crawlFiles = crawls.map(requireCrawlQuads);
  const main = await where.open(isRemote ? [] : crawlFiles);
  const scope = await scopeOf?.(main);
  const members: FederatedSource[] = [{ url: isRemote ? where.name : LOCAL, kb: main, scope }];
  // A topic alone hides what stands in other graphs, and must not hide the other sources.
  const files = isRemote || scope !== undefined ? createOxigraphStore() : main;
  for (const file of isRemote ? crawlFiles : []) await loadFile(files, file);
  for (const source of sources) {
    const { kbTimeout, kbRetries } = settings;
    const other = parsePlace(source, { kbTimeout, kbRetries }, warn);
    if (other.path === undefined) members.push({ url: other.name, kb: await other.open([]) });
    else await loadSource(files, other.path);
  }
  if (files !== main && (await files.size()) > 0) members.push({ url: `${LOCAL}?files`, kb: files });
  return withBlankNodes(
    members.length > 1
      ? createFederation(members)
      : {
          select: (query) => main.select(query, scope),
          answer: (query, format) => main.answer(query, format, scope),
        },
  );
}

/** An address for a store in this process; no request to it leaves the process. */
const LOCAL = 'http://source.invalid/sparql';

/** An RDF file, or a knowledge base by its folder or topic. */
async function loadSource(kb: KnowledgeBase, source: string): Promise<void> {
  const isFolder = await stat(source).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (isRdfFile(source) && !isFolder) return loadRdfFile(kb, source);
  const files = await knowledgeBaseFiles(source).catch((cause: unknown) => {
    if (!(cause instanceof InputError)) throw cause;
    const hint = 'a source is an endpoint (https://…), an RDF file (also .gz) or a knowledge base';
    throw new InputError(`there is no source at ${source}`, { hint, cause });
  });
  for (const file of files) await loadFile(kb, file);
}

/**
 * Queries several knowledge bases together with Comunica, which is loaded when the first query runs.
 *
 * Each source looks like a SPARQL endpoint to Comunica, but its requests are answered in this process by the source
 * itself. So Comunica hands whole groups of patterns to Oxigraph instead of one pattern after the other (`npm run
 * bench -- federation` compares), the endpoints' retries, credentials and time limits apply, and a `SERVICE` that is
 * not a source is refused. Only the scopes of the sources count; scopes passed to the methods are ignored.
 */
export function createFederation(sources: readonly FederatedSource[]): Answering {
  let loading: Promise<QueryEngine> | undefined;
  const run = async (query: string): Promise<Result> => {
    const malformed = await syntaxError(query);
    if (malformed !== undefined) throw malformed;
    refuseWrongAnswers(query);
    loading ??= import('./comunica.bundle.js').then(({ QueryEngine: Engine }) => new Engine());
    const gateway = createGateway(sources);
    try {
      return await runBy(await loading, query, sources, gateway.fetch);
    } catch (cause) {
      // Comunica rewords errors of the gateway.
      throw gateway.failure() ?? new QueryError(`the query cannot be run: ${messageOf(cause)}`, { cause });
    }
  };
  const rows = async (query: string): Promise<Bindings> => {
    const { bindings } = await run(query);
    if (bindings !== undefined) return bindings;
    throw new QueryError('a SELECT query is needed here');
  };
  return {
    select: rows,
    answer: async (query, format) => {
      const kind = queryKind(query);
      if (givesGraph(kind))
        return graphText((await run(query)).ntriples ?? '', 'application/n-triples', format);
      const wanted = rowFormat(kind, format);
      if (kind !== 'ASK') return rowsText(await rows(query), wanted);
      return truthText((await rows(rowsOfAsk(query))).rows.length > 0, wanted);
    },
  };
}

/**
 * Comunica 4.5 sends `FILTER EXISTS` to the one source that has the filtered pattern, which does not see the others.
 * @throws QueryError for queries with EXISTS, and for DESCRIBE
 */
function refuseWrongAnswers(query: string): void {
  const isWrong = sparqlTokens(query).some((token) => isKeyword(token, 'EXISTS'));
  if (!isWrong && queryKind(query) !== 'DESCRIBE') return;
  throw new QueryError('DESCRIBE, FILTER EXISTS and NOT EXISTS cannot be asked of several sources together', {
    hint: 'write CONSTRUCT for DESCRIBE, MINUS { … } for NOT EXISTS; for EXISTS put the pattern into the query and select DISTINCT',
  });
}

/** An ASK query as an equivalent SELECT query: Comunica uses ASK itself to find out what the sources have. */
function rowsOfAsk(query: string): string {
  const [prologue, body] = splitPrologue(query);
  const outer = sparqlTokens(body).filter(({ depth }) => depth === 0);
  const limit = outer.some((token) => isKeyword(token, 'LIMIT', 'OFFSET', 'VALUES')) ? '' : '\nLIMIT 1';
  return `${prologue}${body.replace(/^ask/i, 'SELECT (1 AS ?answer)')}${limit}`;
}

type Datatype = Exclude<Parameters<DataFactory['literal']>[1], string | undefined>;

/**
 * The RDF/JS terms that Comunica uses: its own factory (rdf-data-factory 1), extended by the form in which its JSON reader
 * (sparqljson-parse 3) passes languages. Without that, requests have literals such as `"Biene"^^undefined:undefined`.
 */
class ComunicaFactory extends DataFactory {
  override literal(
    value: string,
    kind?: string | Datatype | { readonly language: string },
  ): ReturnType<DataFactory['literal']> {
    return super.literal(value, typeof kind === 'object' && 'language' in kind ? kind.language : kind);
  }
}

/** The one factory of all queries, so that its blank nodes have different names. */
const dataFactory = new ComunicaFactory();

interface Result {
  readonly bindings?: Bindings;
  readonly ntriples?: string;
}

async function runBy(
  engine: QueryEngine,
  query: string,
  members: readonly FederatedSource[],
  fetch: typeof globalThis.fetch,
): Promise<Result> {
  const [first, ...others] = members.map(({ url }) => ({ type: 'sparql', value: url }));
  if (first === undefined) throw new RangeError('a federation needs a source');
  const result = await engine.query(query, { sources: [first, ...others], fetch, dataFactory });
  if (result.resultType === 'quads') {
    const quads = (await (await result.execute()).toArray()) as unknown as Quad[];
    return { ntriples: new Writer({ format: 'N-Triples' }).quadsToString(quads) };
  }
  if (result.resultType !== 'bindings') throw new QueryError('an update cannot be run over several sources');
  const { variables } = await result.metadata();
  const rows = await (await result.execute()).toArray();
  const bindings = {
    variables: variables.map(({ value }) => value),
    rows: rows.map((row) => Object.fromEntries([...row].map(([{ value }, term]) => [value, toTerm(term)]))),
  };
  return { bindings };
}

interface RdfTerm {
  readonly termType: string;
  readonly value: string;
  readonly language?: string;
  readonly datatype?: { readonly value: string };
}

function toTerm({ termType, value, language, datatype }: RdfTerm): Term {
  if (termType === 'NamedNode' || termType === 'BlankNode') return { termType, value };
  if (termType !== 'Literal') return { termType: 'Quad', value };
  if (language !== undefined && language !== '') return { termType, value, language };
  const plain = datatype === undefined || datatype.value === xsd.string;
  return plain ? { termType, value } : { termType, value, datatype: datatype.value };
}

/**
 * Answers SPARQL protocol requests from the sources themselves, without network access, and keeps the last error of one. A
 * request to any other address fails with an InputError that names it.
 */
function createGateway(sources: readonly FederatedSource[]) {
  const count = createCounts(sources);
  let failure: SfwcError | undefined;
  const answer = async (url: string, init?: RequestInit): Promise<Response> => {
    const { target, query } = requestOf(url, init);
    const source = sources.find((one) => one.url === target);
    if (source === undefined)
      throw new InputError(`the query asks ${target}, which is none of its sources`, {
        hint: `add it: --source ${target}`,
      });
    // Before its first query, Comunica checks whether the source describes itself.
    if (query === undefined) return responseOf('', 'text/turtle');
    // All ASK queries are sent by Comunica itself; those of users arrive as SELECT.
    if (COUNT_QUERY.test(query) || queryKind(query) === 'ASK')
      return responseOf(countText(query, await count(source, query)), RESULTS);
    const isGraph = givesGraph(queryKind(query));
    const text = await source.kb.answer(query, isGraph ? 'ntriples' : 'json', source.scope);
    return responseOf(text, isGraph ? 'application/n-triples' : RESULTS);
  };
  return {
    fetch: ((input, init) =>
      answer(input instanceof Request ? input.url : String(input), init).catch((error: unknown) => {
        if (error instanceof SfwcError) failure = error;
        throw error;
      })) satisfies typeof globalThis.fetch,
    failure: () => failure,
  };
}

const RESULTS = 'application/sparql-results+json';

function responseOf(text: string, type: string): Response {
  return new Response(text, { headers: { 'Content-Type': type } });
}

function requestOf(
  url: string,
  { body }: RequestInit = {},
): { readonly target: string; readonly query?: string } {
  if (typeof body === 'string' || body instanceof URLSearchParams) {
    const query = new URLSearchParams(body).get('query');
    return query === null ? { target: url } : { target: url, query };
  }
  // An endpoint's address may have parameters; Comunica appends the query.
  const at = Math.max(url.lastIndexOf('?query='), url.lastIndexOf('&query='));
  if (at < 0 || url.includes('&', at + 1)) return { target: url };
  return { target: url.slice(0, at), query: new URLSearchParams(url.slice(at + 1)).get('query') ?? '' };
}

/** Query by which Comunica counts matches in a source. */
const COUNT_QUERY = /^SELECT \(COUNT\(\*\) AS \?count\) WHERE \{/;

/**
 * Tells how many matches of a query a source has (0 or 1 for ASK), each counted once; undefined when it fails, since the
 * source may still answer the query itself.
 *
 * Comunica asks which sources have a pattern and drops patterns that none of them has; `MINUS` and aggregates over
 * nothing then return nothing. So a pattern without matches is reported as present everywhere: it finds nothing and
 * costs little.
 */
function createCounts(
  sources: readonly FederatedSource[],
): (source: FederatedSource, query: string) => Promise<number | undefined> {
  const counts = new Map<string, Promise<number | undefined>>();
  const countIn = ({ url, kb, scope }: FederatedSource, query: string): Promise<number | undefined> => {
    const key = `${url} ${query}`;
    const count =
      counts.get(key) ??
      (COUNT_QUERY.test(query)
        ? kb.select(query, scope).then(({ rows }) => Number(rows[0]?.['count']?.value ?? Number.NaN))
        : kb.answer(query, 'csv', scope).then((text) => Number(text.trim() === 'true'))
      ).catch(() => undefined);
    counts.set(key, count);
    return count;
  };
  return async (source, query) => {
    const own = await countIn(source, query);
    if (own !== 0) return own;
    const all = await Promise.all(sources.map((other) => countIn(other, query)));
    return all.every((count) => count === 0) ? 1 : 0;
  };
}

/** Without a number, Comunica assumes any amount. */
function countText(query: string, count: number | undefined): string {
  if (!COUNT_QUERY.test(query)) return JSON.stringify({ head: {}, boolean: count !== 0 });
  const bindings = [{ count: { type: 'literal', value: String(count ?? 'unknown') } }];
  return JSON.stringify({ head: { vars: ['count'] }, results: { bindings } });
}
