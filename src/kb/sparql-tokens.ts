/**
 * SPARQL cut into tokens: just enough grammar to see a query's form, its dataset clause and its limit, and to find the
 * operations of an update, whatever stands in comments, strings, IRIs and nested groups. It checks nothing: a malformed
 * query goes to the engine as it is, which says what is wrong.
 */
export interface SparqlToken {
  readonly kind: 'word' | 'iri' | 'name' | 'variable' | 'string' | 'other';
  readonly text: string;
  /** Offsets in the query, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** How many brackets of any kind are open around it; an opening and its closing bracket have the same depth. */
  readonly depth: number;
}

const KINDS = ['iri', 'string', 'variable', 'name', 'word'] as const;

const TOKEN = new RegExp(
  [
    String.raw`(?<skip>[\s\uFEFF]+|#[^\n\r]*)`,
    String.raw`(?<iri><[^<>"{}|^\x60\x00-\x20]*>)`,
    String.raw`(?<string>"""(?:"{0,2}(?:[^"\\]|\\.))*"""|'''(?:'{0,2}(?:[^'\\]|\\.))*'''|"(?:[^"\\\n\r]|\\.)*"|'(?:[^'\\\n\r]|\\.)*')`,
    String.raw`(?<variable>[?$][\p{L}\p{N}_]+)`,
    String.raw`(?<name>(?:[\p{L}_][\p{L}\p{N}_.-]*)?:(?:[\p{L}\p{N}_:.-]|%[0-9A-Fa-f]{2}|\\.)*)`,
    String.raw`(?<word>[A-Za-z_]\w*)`,
    String.raw`(?<other>.)`,
  ].join('|'),
  'suy',
);

/** The tokens of a query or update, without blanks and comments. */
export function sparqlTokens(text: string): readonly SparqlToken[] {
  const tokens: SparqlToken[] = [];
  let depth = 0;
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(text); found !== null; found = TOKEN.exec(text)) {
    const groups = found.groups ?? {};
    if (groups['skip'] !== undefined) continue;
    const kind = KINDS.find((name) => groups[name] !== undefined) ?? 'other';
    const symbol = found[0];
    const closes = kind === 'other' && '})]'.includes(symbol);
    if (closes) depth -= 1;
    const end = found.index + symbol.length;
    tokens.push({ kind, text: symbol, start: found.index, end, depth });
    if (kind === 'other' && '{(['.includes(symbol)) depth += 1;
  }
  return tokens;
}

/** Whether the token is one of these keywords (given in capitals). */
export function isKeyword(token: SparqlToken | undefined, ...keywords: readonly string[]): boolean {
  return token?.kind === 'word' && keywords.includes(token.text.toUpperCase());
}
