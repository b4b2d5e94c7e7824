import { Writer } from 'n3';
import type { QueryEngine } from '@comunica/query-sparql';
import { QueryError, messageOf } from '../../model/errors.js';
import type { Bindings, Term } from '../../model/rdf.js';
import { xsd } from '../../model/vocabulary.js';
import { comunicaTerms } from './comunica-terms.js';
import { describeResources } from './federation-describe.js';
import { createGateway, type FederatedSource, type Gateway } from './federation-gateway.js';
import { graphText } from '../files/graph-text.js';
import { givesGraph, queryKind, splitPrologue } from '../queries/query-text.js';
import { syntaxError } from '../queries/query-syntax.js';
import { rowFormat, rowsText, truthText } from '../formats/result-text.js';
import { isKeyword, sparqlTokens } from '../queries/sparql-tokens.js';
import type { Answering } from './skolem.js';

/**
 * Queries over several knowledge bases together, by Comunica.
 *
 * Every source is shown to Comunica as a SPARQL endpoint, those in this process as well: its requests are answered
 * here, by the source itself, and none reaches the network from Comunica. So it hands whole groups of patterns to
 * Oxigraph instead of one pattern after the other (`npm run bench -- federation` compares); retries, credentials and
 * limits of time are those of the endpoints; and nothing is asked but the sources: a `SERVICE` that is none of them is
 * refused. What a source names in its scope is its own; scopes given to the methods are not looked at.
 *
 * Comunica is a large library and is loaded when the first query runs. Its methods throw as those of KnowledgeBase.
 */
export function createFederation(sources: readonly FederatedSource[]): Answering {
  let loading: Promise<QueryEngine> | undefined;
  const run = async (query: string): Promise<Result> => {
    await refuseMalformed(query);
    refuseExists(query);
    loading ??= import('@comunica/query-sparql').then(({ QueryEngine: Engine }) => new Engine());
    const gateway = createGateway(sources);
    try {
      return await collect(await loading, query, sources, gateway);
    } catch (error) {
      // What goes wrong behind the gateway comes back in the words of Comunica.
      const words = `the query cannot be run: ${messageOf(error)}`;
      throw gateway.failure() ?? new QueryError(words, { cause: error });
    }
  };
  const rows = async (query: string): Promise<Bindings> => {
    const result = await run(query);
    if ('bindings' in result) return result.bindings;
    throw new QueryError('a SELECT query is needed here');
  };
  const graph = async (query: string): Promise<string> => {
    if (queryKind(query) === 'DESCRIBE') {
      await refuseMalformed(query);
      return describeResources(query, sources, rows);
    }
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
 * Comunica 4.5 hands `FILTER EXISTS` to the one source that has what is filtered, where it sees nothing of the others.
 * @throws QueryError for queries that have one
 */
function refuseExists(query: string): void {
  if (!sparqlTokens(query).some((token) => isKeyword(token, 'EXISTS'))) return;
  throw new QueryError('FILTER EXISTS and NOT EXISTS cannot be asked of several sources together', {
    hint: 'for NOT EXISTS write MINUS { … }; for EXISTS put the pattern into the query and select DISTINCT',
  });
}

/** An ASK query as one whose rows say the same: by ASK itself, Comunica finds out what the sources have. */
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
    case 'quads':
      return { ntriples: toNTriples(await (await result.execute()).toArray()) };
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

type Written = Parameters<Writer['quadToString']>;

function toNTriples(
  quads: readonly {
    readonly subject: Written[0];
    readonly predicate: Written[1];
    readonly object: Written[2];
  }[],
): string {
  const writer = new Writer({ format: 'N-Triples' });
  return quads
    .map(({ subject, predicate, object }) => writer.quadToString(subject, predicate, object))
    .join('');
}
