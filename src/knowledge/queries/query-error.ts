import { QueryError, messageOf } from '../../model/errors.js';
import { PREFIXES } from '../../model/vocabulary.js';
import { terminalText } from '../../support/text/terminal-text.js';
import { asksService, beginsUpdate } from './query-text.js';
import { isKeyword, sparqlTokens, type SparqlToken } from './sparql-tokens.js';

export class QuerySyntaxError extends QueryError {}

/** The error for a refused query: position, line with a mark, and a hint. @param cause thrown by the engine */
export function queryError(query: string, cause: unknown): QueryError {
  const said = messageOf(cause);
  const [, line, column, expected] = /^error at (\d+):(\d+): expected (?:one of )?([^]*)$/.exec(said) ?? [];
  if (expected === undefined) {
    const hint = 'leave SERVICE out, and name the endpoint as a further source: --source URL';
    return new QueryError(
      `the query cannot be run: ${said}`,
      asksService(query) ? { hint, cause } : { cause },
    );
  }
  const tokens = sparqlTokens(query);
  if (tokens.length === 0)
    return new QuerySyntaxError('the query cannot be run: the query is empty', { cause });
  const undeclared = expected.includes('Prefix not found') ? undeclaredPrefix(tokens) : undefined;
  const before = query.split('\n').slice(0, Number(line) - 1);
  const place = before.reduce((sum, { length }) => sum + length + 1, 0) + Number(column) - 1;
  const found = undeclared ?? faultAt(query, tokens, place, expected);
  return new QuerySyntaxError(
    `the query cannot be run: ${position(query, found.at)}: ${found.reason}\n${excerpt(query, found.at)}`,
    { hint: found.hint, cause },
  );
}

/** The error for a regular expression, at an offset of the query, that the engine takes for a failed match. */
export function patternError(query: string, at: number): QueryError {
  return new QueryError(
    `the query cannot be run: ${position(query, at)}: this regular expression is malformed or too large\n${excerpt(query, at)}`,
    {
      hint: 'lookaround and back references are not supported; make large repetitions such as {1000} smaller',
    },
  );
}

/** Fault of a query, at an offset in UTF-16 units. */
interface Fault {
  readonly at: number;
  readonly reason: string;
  readonly hint?: string;
}

function faultAt(query: string, tokens: readonly SparqlToken[], place: number, expected: string): Fault {
  if (beginsUpdate(query))
    return {
      at: tokens[0]?.start ?? 0,
      reason: 'this is an update, and a query is needed here',
      hint: 'a query is SELECT, ASK, CONSTRUCT or DESCRIBE',
    };
  const end = query.trimEnd().length;
  if (place >= end) return { at: end, reason: 'the query ends here', hint: 'is a bracket not closed?' };
  const reason = expected.split(/,\s+/).find((word) => /^[A-Z]\w+ [a-z]/.test(word));
  return { at: place, reason: reason?.toLowerCase() ?? 'not valid SPARQL near here' };
}

function undeclaredPrefix(tokens: readonly SparqlToken[]): Fault | undefined {
  const prefixOf = ({ text }: SparqlToken): string => text.slice(0, text.indexOf(':'));
  const declared = new Set(tokens.filter((_, at) => isKeyword(tokens[at - 1], 'PREFIX')).map(prefixOf));
  const used = tokens.filter((token) => token.kind === 'name' && !declared.has(prefixOf(token)));
  const [first] = used;
  if (first === undefined) return undefined;
  const known: Readonly<Record<string, string>> = PREFIXES;
  const names = [...new Set(used.map(prefixOf))];
  const declarations = names.map((name) => `PREFIX ${name}: <${known[name.toLowerCase()] ?? '…'}>`);
  return {
    at: first.start,
    reason: `the prefix ${prefixOf(first)}: is not declared`,
    hint: /^(?:https?|urn)$/i.test(prefixOf(first))
      ? 'an IRI is written between < and >: <http://example.org/>'
      : `put this before the query: ${declarations.join(' ')}`,
  };
}

function position(query: string, at: number): string {
  const lines = linesBefore(query, at);
  return `line ${lines.length}, column ${Array.from(lines.at(-1) ?? '').length + 1}`;
}

function linesBefore(text: string, at: number): readonly string[] {
  return text.slice(0, at).split(/\r\n?|\n/);
}

/** Characters of a line shown on either side of the position. */
const SHOWN = 60;

/** The line, truncated where it is long, with a mark below the position. */
function excerpt(text: string, at: number): string {
  const lines = linesBefore(text, at);
  const before = (lines.at(-1) ?? '').slice(-SHOWN);
  const rest = text.slice(at, at + SHOWN).replace(/[\r\n][^]*$/, '');
  const number = String(lines.length);
  const mark = terminalText(before).replace(/[^\t]/gu, ' ');
  return `  ${number} | ${terminalText(before + rest)}\n  ${' '.repeat(number.length)} | ${mark}^`;
}
