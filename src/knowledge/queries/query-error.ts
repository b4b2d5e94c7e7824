import { QueryError, messageOf } from '../../model/errors.js';
import { PREFIXES } from '../../model/vocabulary.js';
import { terminalText } from '../../support/text/terminal-text.js';
import { beginsUpdate } from './query-text.js';
import { isKeyword, sparqlTokens, type SparqlToken } from './sparql-tokens.js';

export class QuerySyntaxError extends QueryError {}

/** The error for a refused query or update: position, line with a mark, and a hint. @param thrown by the engine */
export function queryError(what: 'query' | 'update', text: string, thrown: unknown): QueryError {
  const said = messageOf(thrown).replace(
    "HTTP client is not available. Enable the feature 'http-client'",
    'LOAD is not supported',
  );
  const [, line = '1', column = '1', expected] =
    /^error at (\d+):(\d+): expected (?:one of )?([^]*)$/.exec(said) ?? [];
  if (expected === undefined) return new QueryError(`the ${what} cannot be run: ${said}`, { cause: thrown });
  if (sparqlTokens(text).length === 0)
    return new QuerySyntaxError(`the ${what} cannot be run: the ${what} is empty`, { cause: thrown });
  const { at, reason, hint } = diagnosis(what, text, Number(line), Number(column), expected);
  return new QuerySyntaxError(
    `the ${what} cannot be run: ${positionText(text, at)}: ${reason}\n${excerpt(text, at)}`,
    { hint, cause: thrown },
  );
}

/** Fault of a query or update, at an offset in UTF-16 units. */
interface Diagnosis {
  readonly at: number;
  readonly reason: string;
  readonly hint?: string;
}

function diagnosis(
  what: 'query' | 'update',
  text: string,
  line: number,
  column: number,
  expected: string,
): Diagnosis {
  const tokens = sparqlTokens(text);
  if (what === 'query' && beginsUpdate(text))
    return {
      at: tokens[0]?.start ?? 0,
      reason: 'this is an update, and a query is needed here',
      hint: 'a query is SELECT, ASK, CONSTRUCT or DESCRIBE',
    };
  const undeclared = expected.includes('Prefix not found') ? undeclaredPrefix(tokens) : undefined;
  if (undeclared !== undefined) return undeclared;
  const before = text.split('\n').slice(0, line - 1);
  const at = Math.min(before.reduce((sum, { length }) => sum + length + 1, 0) + column - 1, text.length);
  if (at >= text.trimEnd().length)
    return { at: text.trimEnd().length, reason: `the ${what} ends here`, hint: 'is a bracket not closed?' };
  const reason = expected.split(/,\s+/).find((word) => /^[A-Z]\w+ [a-z]/.test(word));
  return { at, reason: reason?.toLowerCase() ?? 'not valid SPARQL near here' };
}

function undeclaredPrefix(tokens: readonly SparqlToken[]): Diagnosis | undefined {
  const prefixOf = ({ text }: SparqlToken): string => text.slice(0, text.indexOf(':'));
  const declared = new Set(tokens.filter((_, at) => isKeyword(tokens[at - 1], 'PREFIX')).map(prefixOf));
  const used = tokens.filter((token) => token.kind === 'name' && !declared.has(prefixOf(token)));
  const [first] = used;
  if (first === undefined) return undefined;
  const known: Readonly<Record<string, string>> = PREFIXES;
  const declarations = [...new Set(used.map(prefixOf))].map(
    (name) => `PREFIX ${name}: <${known[name.toLowerCase()] ?? '…'}>`,
  );
  return {
    at: first.start,
    reason: `the prefix ${prefixOf(first)}: is not declared`,
    hint: /^(?:https?|urn)$/i.test(prefixOf(first))
      ? 'an IRI is written between < and >: <http://example.org/>'
      : `put this before the query: ${declarations.join(' ')}`,
  };
}

function linesBefore(text: string, at: number): readonly string[] {
  return text.slice(0, at).split(/\r\n?|\n/);
}

/** Line and column, both from 1, in characters. */
function positionText(text: string, at: number): string {
  const lines = linesBefore(text, at);
  return `line ${lines.length}, column ${Array.from(lines.at(-1) ?? '').length + 1}`;
}

/** Characters of a line shown on either side of the position. */
const SHOWN = 60;

/** The line, truncated where it is long, with a mark below the position. */
function excerpt(text: string, at: number): string {
  const lines = linesBefore(text, at);
  const before = lines.at(-1) ?? '';
  const rest = /^[^\r\n]*/.exec(text.slice(at))?.[0] ?? '';
  const begin = before.length > SHOWN ? `…${before.slice(-SHOWN)}` : before;
  const end = rest.length > SHOWN ? `${rest.slice(0, SHOWN)}…` : rest;
  const number = String(lines.length);
  const mark = terminalText(begin).replace(/[^\t]/gu, ' ');
  return `  ${number} | ${terminalText(begin + end)}\n  ${' '.repeat(number.length)} | ${mark}^`;
}
