import { QueryError } from '../../../model/errors.js';
import { sparqlIri } from '../../../support/rdf/sparql-terms.js';
import { isKeyword, sparqlTokens, type SparqlToken } from '../../../knowledge/queries/sparql-tokens.js';

/** The graphs that the patterns of an update see, as the protocol's `using-graph-uri` and `using-named-graph-uri` say. */
export interface UsingGraphs {
  readonly defaultGraphs: readonly string[];
  readonly namedGraphs: readonly string[];
}

/**
 * Adds the protocol's dataset to an update (SPARQL 1.1 Protocol, 2.2.3): a USING clause before each WHERE. `DELETE
 * WHERE`, which does not allow USING, is expanded to its long form.
 * @throws QueryError when the update has USING or WITH itself, or a graph is not an IRI
 */
export function withUsing(update: string, using: UsingGraphs): string {
  if (using.defaultGraphs.length + using.namedGraphs.length === 0) return update;
  const clauses = usingClauses(using);
  const tokens = sparqlTokens(update);
  const outer = tokens.filter(({ depth }) => depth === 0);
  if (outer.some((token) => isKeyword(token, 'USING', 'WITH'))) {
    throw new QueryError('the update has USING or WITH, and the request has using-graph-uri: use only one');
  }
  let result = '';
  let copied = 0;
  for (const [index, token] of outer.entries()) {
    if (!isKeyword(token, 'WHERE')) continue;
    result += update.slice(copied, token.start);
    copied = token.start;
    if (isKeyword(outer[index - 1], 'DELETE')) result += `${patternBehind(update, outer, index)} `;
    result += clauses;
  }
  return result + update.slice(copied);
}

function patternBehind(update: string, outer: readonly SparqlToken[], where: number): string {
  const open = outer[where + 1];
  const close = outer.slice(where + 1).find(({ text }) => text === '}');
  return open?.text === '{' && close !== undefined ? update.slice(open.start, close.end) : '';
}

function usingClauses({ defaultGraphs, namedGraphs }: UsingGraphs): string {
  try {
    return [
      ...defaultGraphs.map((graph) => `USING ${sparqlIri(graph)} `),
      ...namedGraphs.map((graph) => `USING NAMED ${sparqlIri(graph)} `),
    ].join('');
  } catch (error) {
    throw new QueryError(error instanceof Error ? error.message : 'not an IRI', { cause: error });
  }
}

/** Keywords followed by a graph that an update changes or reads. */
const BEFORE_GRAPHS = 'GRAPH WITH INTO TO COPY MOVE ADD SILENT CLEAR DROP CREATE'.split(' ');

/**
 * The named graphs that an update can change at most, so that not every graph must be compared; undefined when the
 * text does not name them: variables, prefixed names or `ALL`.
 */
export function graphsNamedIn(update: string): readonly string[] | undefined {
  const tokens = sparqlTokens(update);
  const unclear = tokens.some((token, index) => {
    const before = tokens[index - 1];
    if (token.depth === 0 && isKeyword(token, 'ALL', 'NAMED')) return !isKeyword(before, 'USING');
    if (!isKeyword(before, ...BEFORE_GRAPHS)) return false;
    return token.kind === 'variable' || token.kind === 'name' || (token.kind === 'iri' && !isPlain(token));
  });
  if (unclear) return undefined;
  return [...new Set(tokens.filter(isPlain).map(({ text }) => text.slice(1, -1)))];
}

/** An absolute IRI without escapes. */
function isPlain({ kind, text }: SparqlToken): boolean {
  return kind === 'iri' && /^<[a-z][a-z0-9+.-]*:[^\\]*>$/i.test(text);
}
