import { isKeyword, readSparqlTokens, sparqlTokens, type SparqlToken } from './sparql-tokens.js';

export type QueryKind = 'SELECT' | 'ASK' | 'CONSTRUCT' | 'DESCRIBE';

const KINDS: readonly QueryKind[] = ['SELECT', 'ASK', 'CONSTRUCT', 'DESCRIBE'];
const UPDATES = ['INSERT', 'DELETE', 'LOAD', 'CLEAR', 'DROP', 'CREATE', 'COPY', 'MOVE', 'ADD'];

/** The form of a query: the first of the four keywords. Without one it counts as SELECT, and the engine refuses it. */
export function queryKind(query: string): QueryKind {
  for (const token of readSparqlTokens(query)) {
    const found = KINDS.find((kind) => isKeyword(token, kind));
    if (found !== undefined) return found;
  }
  return 'SELECT';
}

/** True if queries of this form return a graph, which can be written as Turtle and N-Triples. */
export function givesGraph(kind: QueryKind): boolean {
  return kind === 'CONSTRUCT' || kind === 'DESCRIBE';
}

/** True for an update: its first word after the prologue is a keyword of updates. */
export function beginsUpdate(text: string): boolean {
  return isKeyword(sparqlTokens(splitPrologue(text)[1])[0], ...UPDATES);
}

/** True if the query has `FROM` or `FROM NAMED`. */
export function namesDataset(query: string): boolean {
  return sparqlTokens(query).some((token) => token.depth === 0 && isKeyword(token, 'FROM'));
}

export function asksNamedGraphs(query: string): boolean {
  return sparqlTokens(query).some((token) => isKeyword(token, 'GRAPH'));
}

/** Splits a query into its prologue (`PREFIX`, `BASE`, comments) and the rest. */
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

/** Lowers the LIMIT of a query, or inserts one before a final VALUES, unless it is malformed. */
export function withLimit(query: string, rows: number): string {
  const tokens = sparqlTokens(query);
  if (!isBalanced(tokens)) return query;
  const outer = tokens.filter(({ depth }) => depth === 0);
  const at = outer.findIndex((token) => isKeyword(token, 'LIMIT'));
  if (at >= 0) {
    const [, blanks = '', digits] = /^(\s*)(\d+)/.exec(query.slice(outer[at]?.end)) ?? [];
    if (digits === undefined || Number(digits) <= rows) return query;
    const from = (outer[at]?.end ?? 0) + blanks.length;
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
