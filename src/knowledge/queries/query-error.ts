import { QueryError, messageOf } from '../../model/errors.js';
import { terminalText } from '../../support/text/terminal-text.js';
import { diagnose, type Diagnosis } from './sparql-diagnosis.js';

/** A query or update with a syntax error. */
export class QuerySyntaxError extends QueryError {}

/**
 * The error for a query or update that Oxigraph refused: the position, the line with a mark, what is expected there,
 * and a hint for common mistakes.
 * @param thrown by the engine
 */
export function queryError(what: 'query' | 'update', text: string, thrown: unknown): QueryError {
  const said = messageOf(thrown).replace(
    "HTTP client is not available. Enable the feature 'http-client'",
    'LOAD is not supported',
  );
  const place = /^error at (\d+):(\d+): expected (?:one of )?(.*)$/.exec(said);
  if (place === null) return new QueryError(`the ${what} cannot be run: ${said}`, { cause: thrown });
  const found = diagnose(what, text) ?? enginesOwn(text, Number(place[1]), Number(place[2]), place[3] ?? '');
  const at = found.at === undefined ? '' : `${positionText(text, found.at)}: `;
  const shown = found.at === undefined ? '' : `\n${excerpt(text, found.at)}`;
  return new QuerySyntaxError(`the ${what} cannot be run: ${at}${found.reason}${shown}`, {
    hint: found.hint,
    cause: thrown,
  });
}

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
