import { randomUUID } from 'node:crypto';
import type {
  EndpointHttpOptions,
  EndpointResponse,
  SendToEndpoint,
} from '../../knowledge/endpoint/endpoint-request.js';
import { parseBindings, resultText } from '../../knowledge/formats/result-text.js';
import { graphText } from '../../knowledge/formats/skolem.js';
import { syntaxError } from '../../knowledge/oxigraph/oxigraph-store.js';
import {
  type EndpointSettings,
  type StoreKind,
  type WritableKnowledgeBase,
} from '../../knowledge/places/store.js';
import { asksNamedGraphs, givesGraph, namesDataset, queryKind } from '../../knowledge/queries/query-text.js';
import { InputError, messageOf, OutputError, QueryError, SfwcError, UsageError } from '../../model/errors.js';
import type { Bindings, QueryScope } from '../../model/rdf.js';
import { sfwc } from '../../model/vocabulary.js';
import { given } from '../../support/given.js';
import { isLoopback, parseUrl } from '../../support/parse-url.js';
import { isSuccess } from '../../support/text/content-type.js';
import { unescapePercent } from '../../support/text/escapes.js';
import { withoutCredentials } from '../../support/without-credentials.js';
import { createEndpointHttp, refusal } from './endpoint-http.js';
import { batchesOf, GRAPHLESS, type Batch } from './nquads-batches.js';

/** A SPARQL 1.1 endpoint and its options. */
export interface SparqlEndpointOptions extends EndpointHttpOptions {
  /** Address for queries, http or https. */
  readonly url: string;
  /** Address for updates. Default: the same. */
  readonly updateUrl?: string;
  /** The dataset of queries without scope: all named graphs that the endpoint lists (default), or its own default. */
  readonly dataset?: 'union' | 'endpoint';
}

const HAS_TOPICS = `ASK { { ?t a <${sfwc.Topic}> } UNION { GRAPH ?g { ?t a <${sfwc.Topic}> } } }`;

/**
 * Opens SPARQL endpoints by their addresses. One that holds topics is queried as the union of its named graphs, as a folder is;
 * any other as it presents itself.
 */
export const endpointStore: StoreKind = {
  async open(address, { settings, warn }) {
    const options = endpointOptions(address, settings, warn);
    const plain = createSparqlEndpoint({ ...options, dataset: 'endpoint' });
    try {
      const topics = await plain.answer(HAS_TOPICS, 'csv');
      return topics.trim() === 'true' ? createSparqlEndpoint(options) : plain;
    } catch (error) {
      // Some engines know no named graphs.
      if (error instanceof QueryError) return plain;
      throw error;
    }
  },
  openTopic: (address, { settings, warn }) => createSparqlEndpoint(endpointOptions(address, settings, warn)),
};

/** Address and credentials of an endpoint. @throws UsageError when the address is none */
export function endpointOptions(
  place: string,
  settings: EndpointSettings,
  warn: (message: string) => void,
): SparqlEndpointOptions {
  const url = parseUrl(place);
  const plain = withoutCredentials(place);
  if (url === undefined) throw new UsageError(`'${plain}' is not a web address`);
  const { kbUser, kbPassword, kbToken, kbRetries, updateUrl } = settings;
  const written = (part: string): string | undefined => (part === '' ? undefined : unescapePercent(part));
  const { SFWC_KB_USER, SFWC_KB_PASSWORD, SFWC_KB_TOKEN: token } = process.env;
  const user = kbUser ?? SFWC_KB_USER ?? written(url.username);
  const password = kbPassword ?? SFWC_KB_PASSWORD ?? written(url.password);
  const auth = given({ token: kbToken ?? token, user, password });
  if (url.protocol === 'http:' && Object.keys(auth).length > 0 && !isLoopback(url.hostname))
    warn(`${plain}: name, password or token go there unencrypted; use https where the server has it`);
  return {
    ...{ url: plain, updateUrl: updateUrl && withoutCredentials(updateUrl) },
    ...{ auth, retries: kbRetries, warn },
  };
}

/** SPARQL protocol parameters that define the dataset. */
type Dataset = readonly (readonly ['default-graph-uri' | 'named-graph-uri', string])[];

const RESULTS = 'application/sparql-results+json, application/json;q=0.8';
const UPDATE_HEADERS = {
  Accept: 'application/json, */*;q=0.5',
  'Content-Type': 'application/sparql-update; charset=utf-8',
};
const GRAPHS = 'application/n-triples, text/turtle;q=0.8, application/rdf+xml;q=0.5';

/**
 * A knowledge base behind a SPARQL 1.1 endpoint, which other programs may use as well: Virtuoso, Fuseki, GraphDB,
 * Blazegraph, Oxigraph, or `sfwc serve`.
 *
 * Queries are sent as forms by POST and answered in JSON or N-Triples whatever the output format, so that every
 * engine gives the same text. Repeatable requests are retried after transient failures. The methods throw QueryError
 * for queries and InputError naming the URL for everything else.
 */
export function createSparqlEndpoint(options: SparqlEndpointOptions): WritableKnowledgeBase {
  const { url, updateUrl = url, dataset = 'union' } = options;
  const send = createEndpointHttp(options);
  const post = async <T>(
    query: string,
    graphs: Dataset,
    parse: (response: EndpointResponse) => T,
    wanted = { accept: RESULTS, types: /[/+]json$/ },
  ): Promise<T> => {
    // Some endpoints run updates that are sent as queries, and not every engine says where a query is wrong.
    const malformed = await syntaxError(query);
    if (malformed !== undefined) throw malformed;
    const body = new URLSearchParams([['query', query], ...graphs.map((graph) => [...graph])]).toString();
    const headers = { Accept: wanted.accept, 'Content-Type': 'application/x-www-form-urlencoded' };
    const response = await send({ method: 'POST', url, headers, body, repeatable: true });
    if (!isSuccess(response.status)) throw refusal(url, response);
    refusePart(url, response);
    if (!wanted.types.test(response.type)) throw refusal(url, response);
    try {
      return parse(response);
    } catch (cause) {
      if (cause instanceof QueryError) throw cause;
      throw new InputError(`${url} answered with broken ${response.type}: ${messageOf(cause)}`, { cause });
    }
  };
  const select = (query: string, graphs: Dataset): Promise<Bindings> =>
    post(query, graphs, ({ text }) => parseBindings(text));
  const graphs = async (): Promise<readonly (readonly [graph: string, size: number])[]> =>
    (await select(GRAPHS_OF_TRIPLES, [])).rows
      .map((row) => [row['g']?.value ?? '', Number(row['n']?.value ?? 0)] as const)
      .filter(([graph]) => graph !== '' && !SYSTEM_GRAPHS.has(graph) && !graph.startsWith(STAGING));
  const datasetOf = async (text: string, scope: QueryScope = {}): Promise<Dataset> =>
    dataset === 'endpoint' && scope.defaultGraphs === undefined
      ? []
      : datasetFor(text, scope, async () => (await graphs()).map(([graph]) => graph));
  const update = createUpdate(send, updateUrl);
  return {
    async select(query, scope) {
      if (queryKind(query) !== 'SELECT') throw new QueryError('a SELECT query is needed here');
      return select(query, await datasetOf(query, scope));
    },
    async answer(query, format, scope) {
      const [kind, from] = [queryKind(query), await datasetOf(query, scope)];
      if (givesGraph(kind)) {
        const wanted = {
          accept: GRAPHS,
          types: /^(?:application\/n-triples|text\/turtle|application\/rdf\+xml)$/,
        };
        return post(query, from, ({ text, type }) => graphText(text, type, format), wanted);
      }
      return post(query, from, ({ text }) => resultText(text, kind, format));
    },
    async load(nquads) {
      for await (const batch of batchesOf(nquads, randomUUID())) await update([insertData(batch)]);
    },
    async checkWritable() {
      await select('SELECT * { } LIMIT 1', []);
      await update([dropGraph(staged('check'))]);
    },
    size: async () => (await graphs()).reduce((sum, [, size]) => sum + size, 0),
    replaceGraphs: (nquads, names) => replaceGraphs(nquads, names, update),
  };
}

type Update = (operations: readonly string[], repeatable?: boolean) => Promise<void>;

/** Sends updates to an address. */
function createUpdate(send: SendToEndpoint, url: string): Update {
  return async (operations, repeatable = true) => {
    if (operations.length === 0) return;
    const body = operations.join(' ;\n');
    const response = await send({ method: 'POST', url, headers: UPDATE_HEADERS, body, repeatable });
    // Some answer with the form for queries, and do nothing.
    if (!isSuccess(response.status) || /<(?:form|input)\b/i.test(response.text)) throw refusal(url, response);
  };
}

/** Virtuoso answers in part at its limits of time and rows; counts in such answers are wrong. */
function refusePart(url: string, { status, headers }: EndpointResponse): void {
  if (status !== 206 && headers['x-sql-state'] !== 'S1TAT' && headers['x-sparql-maxrows'] === undefined)
    return;
  throw new InputError(`${url} gave a part of the answer only`, {
    hint: 'ask for less, by LIMIT for instance, or raise the limits there (Virtuoso: ResultSetMaxRows, MaxQueryExecutionTime)',
  });
}

/** Prefix of the graphs in which new versions are prepared; queries never see them. */
const STAGING = 'urn:x-sfwc:staging:';

function staged(graph: string): string {
  return `${STAGING}${encodeURIComponent(graph)}`;
}

/** Virtuoso's internal graphs. */
const SYSTEM_GRAPHS: ReadonlySet<string> = new Set([
  'http://www.openlinksw.com/schemas/virtrdf#',
  'http://www.w3.org/ns/ldp#',
  'http://www.w3.org/2002/07/owl#',
  'http://localuriqaserver/sparql',
  'http://localhost:8890/DAV/',
  'http://localhost:8890/sparql',
  'urn:activitystreams-owl:map',
]);

/** Works everywhere; DISTINCT takes Virtuoso 7 half a minute for 80,000 triples, this 20 ms. */
const GRAPHS_OF_TRIPLES =
  'SELECT ?g (COUNT(*) AS ?n) WHERE { GRAPH ?g { ?s ?p ?o } } GROUP BY ?g ORDER BY ?g';

/**
 * The dataset of a query. Without one, a query sees the union of all graphs in Virtuoso (system graphs included), GraphDB and
 * Blazegraph, and an empty graph in Fuseki, Oxigraph and others. So graphs are always named: those of the scope or, for the
 * union, all that the endpoint lists. If the query uses GRAPH, all graphs are listed as named graphs too, since the protocol
 * leaves none otherwise. A query with `FROM` has its own dataset.
 */
async function datasetFor(
  query: string,
  { defaultGraphs }: QueryScope,
  listGraphs: () => Promise<readonly string[]>,
): Promise<Dataset> {
  if (defaultGraphs === undefined && namesDataset(query)) return [];
  const named = asksNamedGraphs(query);
  const all = named || defaultGraphs === undefined ? await listGraphs() : [];
  // Without a graph, the endpoint would choose its own.
  const uses = (name: Dataset[number][0], graphs: readonly string[]): Dataset =>
    (graphs.length === 0 ? [GRAPHLESS] : graphs).map((graph) => [name, graph]);
  return [...uses('default-graph-uri', defaultGraphs ?? all), ...(named ? uses('named-graph-uri', all) : [])];
}

function insertData(batch: Batch): string {
  const graphs = [...batch].map(([graph, lines]) => `GRAPH <${graph}> {\n${lines.join('\n')}\n}`);
  return `INSERT DATA {\n${graphs.join('\n')}\n}`;
}

function dropGraph(graph: string): string {
  return `DROP SILENT GRAPH <${graph}>`;
}

/**
 * Replaces graphs by new versions: loads them next to the old ones and moves them with one update request, the first name
 * last, since it refers to the others. Until that request, the old graphs are unchanged. It is one transaction on most
 * engines, not on Virtuoso.
 *
 * @throws OutputError with the state of the graphs: as before, or perhaps replaced in part
 */
async function replaceGraphs(
  nquads: AsyncIterable<string>,
  names: readonly string[],
  update: Update,
): Promise<void> {
  const filled = new Set<string>();
  let isMoved = false;
  try {
    // A load that was killed may have left some.
    await update(names.map(staged).map(dropGraph));
    for await (const batch of batchesOf(nquads, randomUUID())) {
      for (const graph of batch.keys()) filled.add(graph);
      await update([insertData(new Map([...batch].map(([graph, lines]) => [staged(graph), lines])))]);
    }
    isMoved = true;
    const moves = [...filled].sort((one, other) => names.indexOf(other) - names.indexOf(one));
    const gone = names.filter((graph) => !filled.has(graph)).map(dropGraph);
    await update(
      [...moves.map((graph) => `MOVE GRAPH <${staged(graph)}> TO GRAPH <${graph}>`), ...gone],
      false,
    );
  } catch (cause) {
    if (!isMoved) await update([...filled].map(staged).map(dropGraph)).catch(() => undefined);
    const state = isMoved
      ? 'it is not known whether the topic was replaced, or a part of it: build it again'
      : 'the topic is as it was before';
    const hint = cause instanceof SfwcError && cause.hint !== undefined ? `${cause.hint}; ${state}` : state;
    throw new OutputError(messageOf(cause), { hint, cause });
  }
}
