import { QueryError, messageOf } from '../../model/errors.js';
import { KNOWN_PREFIXES } from '../../model/vocabulary.js';
import { terminalText } from '../../support/text/terminal-text.js';
import { beginsUpdate } from './query-text.js';
import { isKeyword, sparqlTokens, type SparqlToken } from './sparql-tokens.js';

/** Fault of a query or update. */
interface Diagnosis {
  /** Offset in UTF-16 units; absent for errors without a position. */
  readonly at?: number | undefined;
  readonly reason: string;
  /** Remedy. */
  readonly hint?: string;
}

/** A query or update with a syntax error. */
export class QuerySyntaxError extends QueryError {}

/**
 * The error for a query or update that Oxigraph refused: the position, the line with a mark, and a hint for common mistakes.
 * @param thrown by the engine
 */
export function queryError(what: 'query' | 'update', text: string, thrown: unknown): QueryError {
  const said = messageOf(thrown).replace(
    "HTTP client is not available. Enable the feature 'http-client'",
    'LOAD is not supported',
  );
  const [, line = '1', column = '1', expected] =
    /^error at (\d+):(\d+): expected (?:one of )?([^]*)$/.exec(said) ?? [];
  if (expected === undefined) return new QueryError(`the ${what} cannot be run: ${said}`, { cause: thrown });
  const tokens = sparqlTokens(text);
  const found =
    wrongKind(what, text, tokens) ??
    (expected.includes('Prefix not found') ? undeclaredPrefix(tokens) : undefined) ??
    unbalanced(what, text, tokens) ??
    enginesOwn(text, Number(line), Number(column), expected);
  const at = found.at === undefined ? '' : `${positionText(text, found.at)}: `;
  const shown = found.at === undefined ? '' : `\n${excerpt(text, found.at)}`;
  return new QuerySyntaxError(`the ${what} cannot be run: ${at}${found.reason}${shown}`, {
    hint: found.hint,
    cause: thrown,
  });
}

function wrongKind(
  what: 'query' | 'update',
  text: string,
  tokens: readonly SparqlToken[],
): Diagnosis | undefined {
  if (tokens.length === 0) return { reason: `the ${what} is empty` };
  if (what === 'update' || !beginsUpdate(text)) return undefined;
  return {
    at: tokens[0]?.start,
    reason: 'this is an update, and a query is needed here',
    hint: 'a query is SELECT, ASK, CONSTRUCT or DESCRIBE',
  };
}

function undeclaredPrefix(tokens: readonly SparqlToken[]): Diagnosis | undefined {
  const prefixOf = ({ text }: SparqlToken): string => text.slice(0, text.indexOf(':'));
  const declares = (index: number): boolean => isKeyword(tokens[index - 1], 'PREFIX');
  const declared = new Set(tokens.filter((_, index) => declares(index)).map(prefixOf));
  const used = tokens.filter((token) => token.kind === 'name' && !declared.has(prefixOf(token)));
  const [first] = used;
  if (first === undefined) return undefined;
  const known: Readonly<Record<string, string>> = KNOWN_PREFIXES;
  const declare = (name: string): string =>
    `PREFIX ${name}: <${known[name] ?? known[name.toLowerCase()] ?? '…'}>`;
  return {
    at: first.start,
    reason: `the prefix ${prefixOf(first)}: is not declared`,
    hint: /^(?:https?|urn)$/i.test(prefixOf(first))
      ? 'an IRI is written between < and >: <http://example.org/>'
      : `put this before the query: ${[...new Set(used.map(prefixOf))].map(declare).join(' ')}`,
  };
}

/** The first bracket that has no partner. */
function unbalanced(
  what: 'query' | 'update',
  text: string,
  tokens: readonly SparqlToken[],
): Diagnosis | undefined {
  const open: SparqlToken[] = [];
  const missing = (token: SparqlToken): string => {
    const line = text.slice(0, token.start).split(/\r\n?|\n/).length;
    return `a ${CLOSING[token.text] ?? ''} is missing: the ${token.text} in line ${line} is not closed`;
  };
  for (const token of tokens) {
    if (token.kind !== 'other') continue;
    if (token.text in CLOSING) open.push(token);
    else if (Object.values(CLOSING).includes(token.text)) {
      const last = open.pop();
      const reason = 'this is not expected here';
      if (last === undefined) return { at: token.start, reason, hint: `there is one ${token.text} too many` };
      if (CLOSING[last.text] !== token.text) return { at: token.start, reason, hint: missing(last) };
    }
  }
  const last = open.pop();
  return last && { at: text.trimEnd().length, reason: `the ${what} ends here`, hint: missing(last) };
}

const CLOSING: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };

/** Oxigraph's own position, with a reason in words if its list of expected characters has one. */
function enginesOwn(text: string, line: number, column: number, expected: string): Diagnosis {
  const reason = expected.split(/,\s+/).find((word) => /^[A-Z]\w+ [a-z]/.test(word));
  const lines = text.split('\n').slice(0, line);
  const at = lines.slice(0, -1).join('\n').length + (line > 1 ? 1 : 0) + column - 1;
  return { at: Math.min(at, text.length), reason: reason?.toLowerCase() ?? 'not valid SPARQL near here' };
}

function lineOf(
  text: string,
  at: number,
): { readonly number: number; readonly before: string; readonly line: string } {
  const before = text.slice(0, at).split(/\r\n?|\n/);
  const start = before.at(-1) ?? '';
  const rest = /^[^\r\n]*/.exec(text.slice(at))?.[0] ?? '';
  return { number: before.length, before: start, line: start + rest };
}

/** Line and column, both from 1, in characters. */
function positionText(text: string, at: number): string {
  const { number, before } = lineOf(text, at);
  return `line ${number}, column ${Array.from(before).length + 1}`;
}

/** Characters of a line shown on either side of the position. */
const SHOWN = 60;

/** The line, truncated where it is long, with a mark below the position. */
function excerpt(text: string, at: number): string {
  const { number, before, line } = lineOf(text, at);
  const begin = before.length > SHOWN ? `…${before.slice(-SHOWN)}` : before;
  const rest = line.slice(before.length);
  const end = rest.length > SHOWN ? `${rest.slice(0, SHOWN)}…` : rest;
  const gutter = ' '.repeat(String(number).length);
  const mark = terminalText(begin).replace(/[^\t]/gu, ' ');
  return `  ${number} | ${terminalText(begin + end)}\n  ${gutter} | ${mark}^`;
}
