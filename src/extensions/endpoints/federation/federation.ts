import { Writer, type Quad } from 'n3';
import { QueryError, messageOf } from '../../../model/errors.js';
import type { Bindings, Term } from '../../../model/rdf.js';
import { xsd } from '../../../model/vocabulary.js';
import type { QueryEngine } from './comunica.bundle.js';
import { comunicaTerms } from './comunica-terms.js';
import { createGateway, type Gateway } from './federation-gateway.js';
import { graphText } from '../../../knowledge/formats/skolem.js';
import { givesGraph, queryKind, splitPrologue } from '../../../knowledge/queries/query-text.js';
import { syntaxError } from '../../../knowledge/oxigraph/oxigraph-store.js';
import { rowFormat, rowsText, truthText } from '../../../knowledge/formats/result-text.js';
import { isKeyword, sparqlTokens } from '../../../knowledge/queries/sparql-tokens.js';
import type { Answering, FederatedSource } from '../../../knowledge/places/store.js';

/**
 * Queries several knowledge bases together with Comunica.
 *
 * Each source looks like a SPARQL endpoint to Comunica, but its requests are answered in this process by the source
 * itself. So Comunica hands whole groups of patterns to Oxigraph instead of one pattern after the other (`npm run
 * bench -- federation` compares), the endpoints' retries, credentials and time limits apply, and a `SERVICE` that is
 * not a source is refused. Only the scopes of the sources count; scopes passed to the methods are ignored.
 *
 * Comunica is loaded when the first query runs. The methods throw like those of KnowledgeBase.
 */
export function createFederation(sources: readonly FederatedSource[]): Answering {
  let loading: Promise<QueryEngine> | undefined;
  const run = async (query: string): Promise<Result> => {
    await refuseMalformed(query);
    refuseExists(query);
    loading ??= import('./comunica.bundle.js').then(({ QueryEngine: Engine }) => new Engine());
    return runBy(await loading, query, sources);
  };
  const rows = async (query: string): Promise<Bindings> => {
    const result = await run(query);
    if ('bindings' in result) return result.bindings;
    throw new QueryError('a SELECT query is needed here');
  };
  const graph = async (query: string): Promise<string> => {
    if (queryKind(query) === 'DESCRIBE')
      throw new QueryError('DESCRIBE cannot be asked of several sources together', {
        hint: 'write CONSTRUCT { ?s ?p ?o } WHERE { VALUES ?s { … } ?s ?p ?o }',
      });
    const result = await run(query);
    return 'ntriples' in result ? result.ntriples : '';
  };
  return {
    select: async (query) => {
      if (queryKind(query) !== 'SELECT') throw new QueryError('a SELECT query is needed here');
      return rows(query);
    },
    answer: async (query, format) => {
      const kind = queryKind(query);
      if (givesGraph(kind)) return graphText(await graph(query), 'application/n-triples', format);
      const wanted = rowFormat(kind, format);
      if (kind !== 'ASK') return rowsText(await rows(query), wanted);
      return truthText((await rows(rowsOfAsk(query))).rows.length > 0, wanted);
    },
  };
}

/**
 * Comunica 4.5 sends `FILTER EXISTS` to the one source that has the filtered pattern, which does not see the others.
 * @throws QueryError for queries with EXISTS
 */
function refuseExists(query: string): void {
  if (!sparqlTokens(query).some((token) => isKeyword(token, 'EXISTS'))) return;
  throw new QueryError('FILTER EXISTS and NOT EXISTS cannot be asked of several sources together', {
    hint: 'for NOT EXISTS write MINUS { … }; for EXISTS put the pattern into the query and select DISTINCT',
  });
}

/** An ASK query as an equivalent SELECT query: Comunica uses ASK itself to find out what the sources have. */
function rowsOfAsk(query: string): string {
  const [prologue, body] = splitPrologue(query);
  const outer = sparqlTokens(body).filter(({ depth }) => depth === 0);
  const limit = outer.some((token) => isKeyword(token, 'LIMIT', 'OFFSET', 'VALUES')) ? '' : '\nLIMIT 1';
  return `${prologue}${body.replace(/^ask/i, 'SELECT (1 AS ?answer)')}${limit}`;
}

async function refuseMalformed(query: string): Promise<void> {
  const malformed = await syntaxError(query);
  if (malformed !== undefined) throw malformed;
}

type Result = { readonly bindings: Bindings } | { readonly ntriples: string };

async function runBy(
  engine: QueryEngine,
  query: string,
  sources: readonly FederatedSource[],
): Promise<Result> {
  const gateway = createGateway(sources);
  try {
    return await collect(engine, query, sources, gateway);
  } catch (error) {
    // Comunica rewords errors of the gateway.
    const failure = new QueryError(`the query cannot be run: ${messageOf(error)}`, { cause: error });
    throw gateway.failure() ?? failure;
  }
}

async function collect(
  engine: QueryEngine,
  query: string,
  sources: readonly FederatedSource[],
  { fetch }: Gateway,
): Promise<Result> {
  const [first, ...others] = sources.map(({ url }) => ({ type: 'sparql', value: url }));
  if (first === undefined) throw new RangeError('a federation needs a source');
  const result = await engine.query(query, {
    sources: [first, ...others],
    fetch,
    dataFactory: comunicaTerms,
  });
  switch (result.resultType) {
    case 'bindings': {
      const { variables } = await result.metadata();
      const rows = await (await result.execute()).toArray();
      return {
        bindings: {
          variables: variables.map(({ value }) => value),
          rows: rows.map((row) =>
            Object.fromEntries([...row].map(([{ value }, term]) => [value, toTerm(term)])),
          ),
        },
      };
    }
    case 'quads': {
      const quads = (await (await result.execute()).toArray()) as unknown as Quad[];
      return { ntriples: new Writer({ format: 'N-Triples' }).quadsToString(quads) };
    }
    default:
      throw new QueryError('an update cannot be run over several sources');
  }
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
