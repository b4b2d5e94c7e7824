import { isKeyword, readSparqlTokens, sparqlTokens, type SparqlToken } from './sparql-tokens.js';

/** What a query gives: rows, a truth value or a graph. */
export type QueryKind = 'SELECT' | 'ASK' | 'CONSTRUCT' | 'DESCRIBE';

const KINDS: readonly QueryKind[] = ['SELECT', 'ASK', 'CONSTRUCT', 'DESCRIBE'];
const UPDATES = ['INSERT', 'DELETE', 'LOAD', 'CLEAR', 'DROP', 'CREATE', 'COPY', 'MOVE', 'ADD'];

/** The query's form: the first of the four keywords. What has none counts as SELECT; the engine will refuse it. */
export function queryKind(query: string): QueryKind {
  return kindAmong(readSparqlTokens(query)) ?? 'SELECT';
}

function kindAmong(tokens: Iterable<SparqlToken>): QueryKind | undefined {
  for (const token of tokens) {
    const found = KINDS.find((kind) => isKeyword(token, kind));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether a query of this form gives a graph, which can be written as Turtle and N-Triples. */
export function givesGraph(kind: QueryKind): boolean {
  return kind === 'CONSTRUCT' || kind === 'DESCRIBE';
}

/** Whether the text may be something else than a query: it has none of the four keywords outside of groups, or a word of updates. */
export function mayBeUpdate(query: string): boolean {
  const tokens = sparqlTokens(query);
  return (
    kindAmong(tokens.filter(({ depth }) => depth === 0)) === undefined ||
    tokens.some((token) => isKeyword(token, ...UPDATES))
  );
}

/** Whether the query says itself which graphs it is about: `FROM` or `FROM NAMED`. */
export function namesDataset(query: string): boolean {
  return sparqlTokens(query).some((token) => token.depth === 0 && isKeyword(token, 'FROM'));
}

/** Whether the query looks into named graphs. */
export function asksNamedGraphs(query: string): boolean {
  return sparqlTokens(query).some((token) => isKeyword(token, 'GRAPH'));
}

/**
 * The query asked for one page of its rows, or undefined when that cannot be: it sets a LIMIT, OFFSET or VALUES at its
 * end itself, or has no ORDER BY there, without which pages may overlap. The query becomes a part of another one,
 * since Virtuoso sorts no more than 10,000 rows otherwise; it keeps the order all the same.
 */
export function pageOfQuery(
  query: string,
  variables: readonly string[],
  offset: number,
  limit: number,
): string | undefined {
  const [prologue, body] = splitPrologue(query);
  const outer = sparqlTokens(body).filter(({ depth }) => depth === 0);
  const end = outer.slice(outer.findLastIndex(({ text }) => text === '}') + 1);
  const has = (...keywords: readonly string[]): boolean => end.some((token) => isKeyword(token, ...keywords));
  const setsItself = has('LIMIT', 'OFFSET') || outer.some((token) => isKeyword(token, 'VALUES'));
  if (!has('ORDER') || setsItself) return undefined;
  const names = variables.map((name) => `?${name}`).join(' ');
  // A comment on the last line must not swallow the brace.
  return `${prologue}SELECT ${names} WHERE { { ${body}\n} } OFFSET ${offset} LIMIT ${limit}`;
}

/** The prologue (`PREFIX`, `BASE`, comments) and what comes behind it. */
export function splitPrologue(query: string): readonly [prologue: string, body: string] {
  const tokens = sparqlTokens(query);
  const begin = tokens.find(
    (token, index) => !isKeyword(token, 'PREFIX', 'BASE') && !standsInPrologue(tokens, index),
  );
  const at = begin?.start ?? query.length;
  return [query.slice(0, at), query.slice(at)];
}

/** A prefix and its IRI follow PREFIX, an IRI follows BASE. */
function standsInPrologue(tokens: readonly SparqlToken[], index: number): boolean {
  const [before, last] = [tokens[index - 2], tokens[index - 1]];
  return isKeyword(last, 'PREFIX', 'BASE') || isKeyword(before, 'PREFIX');
}

/**
 * The query with at most so many rows: its own LIMIT made smaller, or one put in before the closing VALUES. What
 * has no body, or brackets that do not match, is left alone.
 */
export function withLimit(query: string, rows: number): string {
  const tokens = sparqlTokens(query);
  if (!isBalanced(tokens)) return query;
  const outer = tokens.filter(({ depth }) => depth === 0);
  const at = outer.findIndex((token) => isKeyword(token, 'LIMIT'));
  if (at >= 0) {
    const number = /\d+/y;
    const from = (outer[at]?.end ?? 0) + (/^\s*/.exec(query.slice(outer[at]?.end))?.[0].length ?? 0);
    number.lastIndex = from;
    const digits = number.exec(query)?.[0];
    if (digits === undefined || Number(digits) <= rows) return query;
    return `${query.slice(0, from)}${rows}${query.slice(from + digits.length)}`;
  }
  const body = outer.findIndex(({ text }) => text === '{');
  if (body < 0) return query;
  const values = outer.find((token, index) => index > body && isKeyword(token, 'VALUES'));
  const place = values?.start ?? query.length;
  return `${query.slice(0, place)}\nLIMIT ${rows}\n${query.slice(place)}`;
}

function isBalanced(tokens: readonly SparqlToken[]): boolean {
  const closing = tokens.filter(({ kind, text }) => kind === 'other' && '})]'.includes(text)).length;
  const opening = tokens.filter(({ kind, text }) => kind === 'other' && '{(['.includes(text)).length;
  return closing === opening && tokens.every(({ depth }) => depth >= 0);
}
