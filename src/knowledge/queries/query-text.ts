import { isKeyword, sparqlTokens } from './sparql-tokens.js';

export type QueryKind = 'SELECT' | 'ASK' | 'CONSTRUCT' | 'DESCRIBE';

const KINDS: readonly QueryKind[] = ['SELECT', 'ASK', 'CONSTRUCT', 'DESCRIBE'];
const UPDATES = ['INSERT', 'DELETE', 'LOAD', 'CLEAR', 'DROP', 'CREATE', 'COPY', 'MOVE', 'ADD'];

/** The form of a query: the first of the four keywords. Without one it counts as SELECT, and the engine refuses it. */
export function queryKind(query: string): QueryKind {
  const first = sparqlTokens(query).find((token) => isKeyword(token, ...KINDS));
  return KINDS.find((kind) => isKeyword(first, kind)) ?? 'SELECT';
}

/** True if queries of this form return a graph, which can be written as Turtle and N-Triples. */
export function givesGraph(kind: QueryKind): boolean {
  return kind === 'CONSTRUCT' || kind === 'DESCRIBE';
}

/** True for an update: its first keyword is one of updates. */
export function beginsUpdate(text: string): boolean {
  const first = sparqlTokens(text).find((token) => isKeyword(token, ...KINDS, ...UPDATES));
  return isKeyword(first, ...UPDATES);
}

/** True if the query has `FROM` or `FROM NAMED`. */
export function namesDataset(query: string): boolean {
  return sparqlTokens(query).some((token) => token.depth === 0 && isKeyword(token, 'FROM'));
}

export function asksNamedGraphs(query: string): boolean {
  return sparqlTokens(query).some((token) => isKeyword(token, 'GRAPH'));
}

/** True if the query has a `SERVICE` that is not `SILENT`. */
export function asksService(query: string): boolean {
  if (!/service/i.test(query)) return false;
  const tokens = sparqlTokens(query);
  return tokens.some((token, at) => isKeyword(token, 'SERVICE') && !isKeyword(tokens[at + 1], 'SILENT'));
}

/** The most regular expressions of a query that are checked: a query may hold thousands. */
const MAX_PATTERNS = 100;

/** The regular expressions of a query that are plain strings: their offsets, and a call of REGEX that fails like them. */
export function constantPatterns(query: string): readonly { readonly at: number; readonly call: string }[] {
  if (!/regex|replace/i.test(query)) return [];
  const tokens = sparqlTokens(query);
  const calls = [...tokens.entries()].filter(([, name]) => isKeyword(name, 'REGEX', 'REPLACE'));
  return calls.slice(0, MAX_PATTERNS).flatMap(([at, name]) => {
    const rest = tokens.slice(at);
    const end = rest.findIndex(({ text, depth }) => text === ')' && depth === name.depth);
    const inside = rest.slice(0, end).filter(({ depth }) => depth === name.depth + 1);
    const [pattern, after, second, , third] = inside.slice(inside.findIndex(({ text }) => text === ',') + 1);
    if (pattern?.kind !== 'string' || (after?.text ?? ',') !== ',') return [];
    const flags = isKeyword(name, 'REGEX') ? second : third;
    const argument = flags?.kind === 'string' ? `, ${flags.text}` : '';
    return [{ at: pattern.start, call: `REGEX("", ${pattern.text}${argument})` }];
  });
}

/** Lowers the LIMIT of a query, or inserts one before a final VALUES, unless it is malformed. */
export function withLimit(query: string, rows: number): string {
  const tokens = sparqlTokens(query);
  const brackets = (which: string): number =>
    tokens.filter(({ kind, text }) => kind === 'other' && which.includes(text)).length;
  if (brackets('{([') !== brackets('})]') || tokens.some(({ depth }) => depth < 0)) return query;
  const outer = tokens.filter(({ depth }) => depth === 0);
  const limit = outer.find((token) => isKeyword(token, 'LIMIT'));
  if (limit !== undefined) {
    const [, blanks = '', digits] = /^(\s*)(\d+)/.exec(query.slice(limit.end)) ?? [];
    if (digits === undefined || Number(digits) <= rows) return query;
    const from = limit.end + blanks.length;
    return `${query.slice(0, from)}${rows}${query.slice(from + digits.length)}`;
  }
  const body = outer.findIndex(({ text }) => text === '{');
  if (body < 0) return query;
  const values = outer.find((token, index) => index > body && isKeyword(token, 'VALUES'));
  const place = values?.start ?? query.length;
  return `${query.slice(0, place)}\nLIMIT ${rows}\n${query.slice(place)}`;
}
