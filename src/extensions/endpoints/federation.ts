import { text } from 'node:stream/consumers';
import { DataFactory } from 'rdf-data-factory';
import { kindOf, knowledgeBaseFiles, loadFile } from '../../knowledge/files/kb-folder.js';
import { isRdfFile, loadRdfFile } from '../../knowledge/formats/rdf-file.js';
import { parseBindings, resultText } from '../../knowledge/formats/result-text.js';
import { graphText } from '../../knowledge/formats/skolem.js';
import { createOxigraphStore, syntaxError } from '../../knowledge/oxigraph/oxigraph-store.js';
import { requireCrawlQuads } from '../../knowledge/places/knowledge-base.js';
import { parsePlace } from '../../knowledge/places/parse-place.js';
import type { EndpointSettings } from '../../knowledge/places/store.js';
import { givesGraph, queryKind } from '../../knowledge/queries/query-text.js';
import { isKeyword, sparqlTokens } from '../../knowledge/queries/sparql-tokens.js';
import { InputError, QueryError, SfwcError, messageOf } from '../../model/errors.js';
import type { Bindings, KnowledgeBase, QueryScope } from '../../model/rdf.js';
import { once } from '../../support/once.js';
import type { QueryEngine } from './comunica.bundle.js';

/** A knowledge base for reading only. */
type Answering = Pick<KnowledgeBase, 'select' | 'answer'>;

/** One of several knowledge bases that are queried together. */
interface FederatedSource {
  /** A unique address; the real address of an endpoint, so that `SERVICE` can name it. */
  readonly url: string;
  readonly kb: Answering;
  /** Scope of queries. Default: everything. */
  readonly scope?: QueryScope;
}

/** Everything that a query asks together. */
interface FederatedQuery {
  /** Folder, file or endpoint of the knowledge base. */
  readonly place: string;
  /** Endpoints, RDF files and other knowledge bases. */
  readonly sources: readonly string[];
  /** Result folders of crawls. */
  readonly crawls: readonly string[];
  readonly settings: EndpointSettings;
  readonly warn?: (message: string) => void;
  /** Finds what queries see of the knowledge base at `place`; undefined for all of it. */
  readonly scopeOf?: (kb: KnowledgeBase) => Promise<QueryScope>;
}

/**
 * A knowledge base together with endpoints, RDF files, other knowledge bases and results of crawls.
 *
 * Files are loaded into one store in this process (two if the query is about one topic alone). Name, password and token of
 * the settings are for the endpoint at `place`; others take theirs from their addresses (`https://name:password@host/sparql`).
 *
 * @throws InputError when a source cannot be opened; UsageError for an address that is none
 */
export async function federate(request: FederatedQuery): Promise<Answering> {
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
    const other = parsePlace(source, { kbRetries: settings.kbRetries }, warn);
    if (other.path === undefined) members.push({ url: other.name, kb: await other.open([]) });
    else await loadSource(files, other.path);
  }
  if (files !== main && (await files.size()) > 0) members.push({ url: `${LOCAL}?files`, kb: files });
  if (members.length > 1) return createFederation(members);
  return {
    select: (query) => main.select(query, scope),
    answer: (query, format) => main.answer(query, format, scope),
  };
}

/** An address for a store in this process; no request to it leaves the process. */
const LOCAL = 'http://source.invalid/sparql';

/** An RDF file, or a knowledge base by its folder or topic. */
async function loadSource(kb: KnowledgeBase, source: string): Promise<void> {
  if (isRdfFile(source) && (await kindOf(source)) !== 'folder') return loadRdfFile(kb, source);
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
  const engine = once(async () => new (await import('./comunica.bundle.js')).QueryEngine());
  const run = async (query: string): Promise<string> => {
    const malformed = await syntaxError(query);
    if (malformed !== undefined) throw malformed;
    refuseWrongAnswers(query);
    const gateway = createGateway(sources);
    try {
      return await runBy(await engine(), query, sources, gateway.fetch);
    } catch (cause) {
      // Comunica rewords errors of the gateway.
      throw gateway.failure() ?? new QueryError(`the query cannot be run: ${messageOf(cause)}`, { cause });
    }
  };
  const select = async (query: string): Promise<Bindings> => {
    if (queryKind(query) === 'SELECT') return parseBindings(await run(query));
    throw new QueryError('a SELECT query is needed here');
  };
  return {
    select,
    answer: async (query, format) => {
      const kind = queryKind(query);
      const answered = await run(query);
      return givesGraph(kind) ? graphText(answered, TRIPLES, format) : resultText(answered, kind, format);
    },
  };
}

/**
 * Comunica 4.5 sends `FILTER EXISTS` to the one source that has the filtered pattern, which does not see the others, and uses ASK
 * itself to find out what the sources have.
 * @throws QueryError for queries with EXISTS, for ASK and for DESCRIBE
 */
function refuseWrongAnswers(query: string): void {
  const hasExists = sparqlTokens(query).some((token) => isKeyword(token, 'EXISTS'));
  if (!hasExists && !['ASK', 'DESCRIBE'].includes(queryKind(query))) return;
  throw new QueryError(
    'ASK, DESCRIBE, FILTER EXISTS and NOT EXISTS cannot be asked of several sources together',
    {
      hint: 'write CONSTRUCT for DESCRIBE, MINUS { … } for NOT EXISTS; for EXISTS and ASK put the pattern into a SELECT DISTINCT query',
    },
  );
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

/** Runs a query. Returns SPARQL JSON results, or a graph as N-Triples. */
async function runBy(
  engine: QueryEngine,
  query: string,
  members: readonly FederatedSource[],
  fetch: typeof globalThis.fetch,
): Promise<string> {
  const [first, ...others] = members.map(({ url }) => ({ type: 'sparql', value: url }));
  if (first === undefined) throw new RangeError('a federation needs a source');
  const result = await engine.query(query, { sources: [first, ...others], fetch, dataFactory });
  const { data } = await engine.resultToString(result, givesGraph(queryKind(query)) ? TRIPLES : RESULTS);
  return text(data);
}

const TRIPLES = 'application/n-triples';
const RESULTS = 'application/sparql-results+json';

/**
 * Answers SPARQL protocol requests from the sources themselves, without network access, and keeps the last error of one. A
 * request to any other address fails with an InputError that names it.
 */
function createGateway(sources: readonly FederatedSource[]) {
  const count = createCounts(sources);
  let failure: SfwcError | undefined;
  const answer = async (url: string, init?: RequestInit): Promise<readonly [text: string, type: string]> => {
    const { target, query } = requestOf(url, init);
    const source = sources.find((one) => one.url === target);
    if (source === undefined)
      throw new InputError(`the query asks ${target}, which is none of its sources`, {
        hint: `add it: --source ${target}`,
      });
    // Before its first query, Comunica checks whether the source describes itself.
    if (query === undefined) return ['', 'text/turtle'];
    // ASK queries are of Comunica itself.
    if (COUNT_QUERY.test(query) || queryKind(query) === 'ASK')
      return [countText(query, await count(source, query)), RESULTS];
    const isGraph = givesGraph(queryKind(query));
    const answered = await source.kb.answer(query, isGraph ? 'ntriples' : 'json', source.scope);
    return [answered, isGraph ? TRIPLES : RESULTS];
  };
  const fetch: typeof globalThis.fetch = async (input, init) => {
    try {
      const [text, type] = await answer(input instanceof Request ? input.url : String(input), init);
      return new Response(text, { headers: { 'Content-Type': type } });
    } catch (error) {
      if (error instanceof SfwcError) failure = error;
      throw error;
    }
  };
  return { fetch, failure: () => failure };
}

function requestOf(
  url: string,
  { body }: RequestInit = {},
): { readonly target: string; readonly query?: string } {
  if (typeof body === 'string' || body instanceof URLSearchParams)
    return { target: url, query: new URLSearchParams(body).get('query') ?? undefined };
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
function createCounts(sources: readonly FederatedSource[]) {
  const counts = new Map<string, Promise<number | undefined>>();
  const counted = async ({ kb, scope }: FederatedSource, query: string): Promise<number> => {
    if (!COUNT_QUERY.test(query)) return Number((await kb.answer(query, 'csv', scope)).trim() === 'true');
    const { rows } = await kb.select(query, scope);
    return Number(rows[0]?.['count']?.value ?? Number.NaN);
  };
  const countIn = (source: FederatedSource, query: string): Promise<number | undefined> => {
    const key = `${source.url} ${query}`;
    const count = counts.get(key) ?? counted(source, query).catch(() => undefined);
    counts.set(key, count);
    return count;
  };
  return async (source: FederatedSource, query: string): Promise<number | undefined> => {
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
