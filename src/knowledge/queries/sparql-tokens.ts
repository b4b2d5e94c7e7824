/**
 * A token of SPARQL: just enough to find the form of a query, its dataset clause and limit, and the operations of an
 * update, regardless of comments, strings, IRIs and nested groups. Nothing is validated; the engine reports errors.
 */
export interface SparqlToken {
  readonly kind: 'word' | 'iri' | 'name' | 'variable' | 'string' | 'other';
  readonly text: string;
  /** Offsets in the query, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** Number of open brackets around it; an opening and its closing bracket have the same depth. */
  readonly depth: number;
}

const KINDS = ['iri', 'string', 'variable', 'name', 'word'] as const;

const LOCAL = String.raw`:(?:[\p{L}\p{N}_:.-]|%[0-9A-Fa-f]{2}|\\.)*`;

/**
 * Linear in the length of the text: no text is scanned twice. An unterminated string takes the rest of its line (a
 * long one the rest of the text), and what may be a prefix or a word is matched once (`chunk`) and split afterwards.
 */
const TOKEN = new RegExp(
  [
    String.raw`(?<skip>[\s\uFEFF]+|#[^\n\r]*)`,
    String.raw`(?<iri><[^<>"{}|^\x60\x00-\x20]*>)`,
    String.raw`(?<string>"""(?:"{0,2}(?:[^"\\]|\\.))*(?:"""|"{0,2}\\?$)|'''(?:'{0,2}(?:[^'\\]|\\.))*(?:'''|'{0,2}\\?$)|"(?:[^"\\\n\r]|\\.)*"?|'(?:[^'\\\n\r]|\\.)*'?)`,
    String.raw`(?<variable>[?$][\p{L}\p{N}_]+)`,
    `(?<name>${LOCAL})`,
    String.raw`(?<chunk>[\p{L}_][\p{L}\p{N}_.-]*)(?<local>${LOCAL})?`,
    String.raw`(?<other>.)`,
  ].join('|'),
  'suy',
);

/** The parts of a chunk without a colon. */
const PIECE = /(?<word>[A-Za-z_]\w*)|(?<other>.)/suy;

/** The tokens of a query or update, without whitespace and comments. */
export function sparqlTokens(text: string): readonly SparqlToken[] {
  const tokens: SparqlToken[] = [];
  let depth = 0;
  for (const { kind, text: symbol, start } of readSymbols(text)) {
    if (kind === 'other' && '})]'.includes(symbol)) depth -= 1;
    tokens.push({ kind, text: symbol, start, end: start + symbol.length, depth });
    if (kind === 'other' && '{(['.includes(symbol)) depth += 1;
  }
  return tokens;
}

function* readSymbols(text: string): Generator<Pick<SparqlToken, 'kind' | 'text' | 'start'>> {
  for (const { 0: symbol, index, groups = {} } of matches(TOKEN, text)) {
    if (groups['skip'] !== undefined) continue;
    if (groups['chunk'] === undefined) yield { kind: kindOf(groups), text: symbol, start: index };
    else if (groups['local'] !== undefined) yield { kind: 'name', text: symbol, start: index };
    else {
      for (const { 0: piece, index: at, groups: kinds = {} } of matches(PIECE, symbol))
        yield { kind: kindOf(kinds), text: piece, start: index + at };
    }
  }
}

/** Adjacent matches of a sticky pattern. */
function* matches(pattern: RegExp, text: string): Generator<RegExpExecArray> {
  for (let at = 0; at < text.length;) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found === null) return;
    at = pattern.lastIndex;
    yield found;
  }
}

function kindOf(groups: Readonly<Record<string, string | undefined>>): SparqlToken['kind'] {
  return KINDS.find((name) => groups[name] !== undefined) ?? 'other';
}

export function isKeyword(token: SparqlToken | undefined, ...keywords: readonly string[]): boolean {
  return token?.kind === 'word' && keywords.includes(token.text.toUpperCase());
}
