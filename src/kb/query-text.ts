/** A query without comments, IRIs and strings, so that its words can be looked for. */
export function bareQuery(query: string): string {
  return query.replace(/<[^<>\s]*>|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, ' ').replace(/#[^\n]*/g, ' ');
}

/** What a query gives: rows, a truth value or a graph. */
export type QueryKind = 'SELECT' | 'ASK' | 'CONSTRUCT' | 'DESCRIBE';

/** The query's form: the first of the four keywords outside comments, IRIs, strings and prologue. */
export function queryKind(query: string): QueryKind {
  const found = /\b(select|ask|construct|describe)\b/i.exec(withoutPrefixes(query))?.[1]?.toUpperCase();
  return found === 'ASK' || found === 'CONSTRUCT' || found === 'DESCRIBE' ? found : 'SELECT';
}

/** Whether a query of this form gives a graph, which can be written as Turtle and N-Triples. */
export function givesGraph(kind: QueryKind): boolean {
  return kind === 'CONSTRUCT' || kind === 'DESCRIBE';
}

/**
 * Whether the text may be something else than a query: it does not begin with one of the four keywords, or has a word
 * of updates in it. A variable, a prefix or a local name is no such word.
 */
export function mayBeUpdate(query: string): boolean {
  const bare = withoutPrefixes(query);
  const update = /(?<![?$:\w-])(?:insert|delete|load|clear|drop|create|copy|move|add)\b(?!\s*:)/i;
  return !/^[^{(]*?\b(?:select|ask|construct|describe)\b/i.test(bare) || update.test(bare);
}

/** Whether the query says itself which graphs it is about (`FROM`). */
export function namesDataset(query: string): boolean {
  return /(?<![?$:\w-])from\b(?!\s*:)/i.test(bareQuery(query));
}

/** Whether the query looks into named graphs. */
export function asksNamedGraphs(query: string): boolean {
  return /(?<![?$:\w-])graph\b(?!\s*:)/i.test(bareQuery(query));
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
  const end = bareQuery(query).split('}').at(-1) ?? '';
  if (!/\border\s+by\b/i.test(end) || /\b(?:limit|offset|values)\b/i.test(end)) return undefined;
  const names = variables.map((name) => `?${name}`).join(' ');
  // A comment on the last line must not swallow the brace.
  return `${prologue}SELECT ${names} WHERE { { ${body}\n} } OFFSET ${offset} LIMIT ${limit}`;
}

/** The prologue (`PREFIX`, `BASE`, comments) and what comes behind it. */
export function splitPrologue(query: string): readonly [prologue: string, body: string] {
  const prologue =
    /^(?:\s*(?:#[^\n]*\n|prefix\s+[^\s:]*:\s*<[^<>\s]*>|base\s*<[^<>\s]*>))*\s*/i.exec(query)?.[0] ?? '';
  return [prologue, query.slice(prologue.length)];
}

function withoutPrefixes(query: string): string {
  return bareQuery(query).replace(/\bprefix\s+[^\s:]*:/gi, ' ');
}
