import { createRequire } from 'node:module';
import type * as SparqlJs from 'sparqljs';
import { KNOWN_PREFIXES } from '../../model/vocabulary.js';
import { isKeyword, sparqlTokens, type SparqlToken } from './sparql-tokens.js';
import { expectedWords, mistakeHint } from './sparql-expectations.js';

/** Fault of a query or update. */
export interface Diagnosis {
  /** Offset in UTF-16 units; absent for errors without a position. */
  readonly at?: number;
  readonly reason: string;
  /** Remedy. */
  readonly hint?: string;
}

/** In characters; sparqljs takes seconds for longer texts. */
const LONGEST_TEXT = 100_000;

const require = createRequire(import.meta.url);

/** The used part of sparqljs's parse errors; `loc` is the place of the last valid token. */
interface ParseError {
  readonly message: string;
  readonly hash?: {
    readonly token: string;
    readonly loc: { readonly last_line: number; readonly last_column: number };
  };
}

/**
 * Explains why the engine refused a query or update. Oxigraph's grammar backtracks and reports positions that are
 * some words off; sparqljs parses token by token and knows where it fails. It is loaded on demand.
 * @returns undefined when it finds no error, and for long texts
 */
export function diagnose(what: 'query' | 'update', text: string): Diagnosis | undefined {
  if (text.length > LONGEST_TEXT) return undefined;
  const tokens = sparqlTokens(text);
  if (tokens.length === 0) return { reason: `the ${what} is empty` };
  const result = parse(text, 'http://base.invalid/');
  if ('error' in result) return fromError(what, text, tokens, result.error);
  if (what === 'query' && result.parsed.type === 'update') {
    return {
      at: tokens[0]?.start ?? 0,
      reason: 'this is an update, and a query is needed here',
      hint: 'a query is SELECT, ASK, CONSTRUCT or DESCRIBE',
    };
  }
  const withoutBase = parse(text);
  return 'error' in withoutBase ? fromError(what, text, tokens, withoutBase.error) : undefined;
}

function parse(
  text: string,
  baseIRI?: string,
): { readonly parsed: SparqlJs.SparqlQuery } | { readonly error: ParseError } {
  const { Parser } = require('sparqljs') as typeof SparqlJs;
  try {
    return { parsed: new Parser({ sparqlStar: true, baseIRI }).parse(text) };
  } catch (error) {
    return { error: error as ParseError };
  }
}

function fromError(
  what: 'query' | 'update',
  text: string,
  tokens: readonly SparqlToken[],
  { hash, message }: ParseError,
): Diagnosis {
  if (hash === undefined) return fromMessage(message, tokens);
  const at = nextToken(text, offsetOf(text, hash.loc.last_line, hash.loc.last_column));
  const head = text.slice(0, at);
  const fits = (sample: string): boolean => {
    const result = parse(`${head}\n${sample}`, 'http://base.invalid/');
    return !('error' in result) || result.error.hash === undefined || result.error.hash.token === 'EOF';
  };
  const words = expectedWords(what, head, fits);
  const here = at === text.length ? `the ${what} ends here` : 'this is not expected here';
  const wanted =
    at === text.length ? `the ${what} ends here; expected ${words ?? ''}` : `expected ${words ?? ''}`;
  const hint = mistakeHint({ text, tokens, at, fits });
  return { at, reason: words === undefined ? here : wanted, hint };
}

/** Errors beyond the grammar, which have no position. */
function fromMessage(message: string, tokens: readonly SparqlToken[]): Diagnosis {
  const prefix = /^Unknown prefix: (.*)$/.exec(message)?.[1];
  if (prefix !== undefined) return undeclared(prefix, tokens);
  const variable = /\((\?\w+)\)$/.exec(message)?.[1];
  const used = tokens.filter(({ text }) => variable !== undefined && text.slice(1) === variable.slice(1));
  if (variable !== undefined && message.startsWith('Projection of ungrouped')) {
    return {
      ...placeOf(used[0]),
      reason: `${variable} is selected, but neither aggregated nor grouped by`,
      hint: `add GROUP BY ${variable}, or select (SAMPLE(${variable}) AS ?name)`,
    };
  }
  if (variable !== undefined && message.startsWith('Variable used to bind')) {
    const bound = used.findLast((token) => isKeyword(tokens[tokens.indexOf(token) - 1], 'AS'));
    return {
      ...placeOf(bound),
      reason: `${variable} has a value before it is bound here`,
      hint: 'use another name',
    };
  }
  if (message.startsWith('Cannot resolve relative IRI')) {
    const relative = tokens.find(({ kind, text }) => kind === 'iri' && !/^<[a-z][a-z0-9+.-]*:/i.test(text));
    return {
      ...placeOf(relative),
      reason: 'a relative IRI, and there is no base',
      hint: 'write the whole IRI, or BASE <…> at the beginning',
    };
  }
  if (message.startsWith('Received only path')) {
    return { ...placeOf(tokens[0]), reason: 'expected a query (SELECT, ASK, CONSTRUCT, DESCRIBE)' };
  }
  return { reason: message };
}

function placeOf(token: SparqlToken | undefined): { readonly at?: number } {
  return { at: token?.start };
}

function undeclared(prefix: string, tokens: readonly SparqlToken[]): Diagnosis {
  const use = tokens.find(
    (token, index) =>
      token.kind === 'name' && prefixOf(token) === prefix && !isKeyword(tokens[index - 1], 'PREFIX'),
  );
  const reason = `the prefix ${prefix}: is not declared`;
  if (/^(?:https?|urn)$/i.test(prefix))
    return { ...placeOf(use), reason, hint: 'an IRI is written between < and >: <http://example.org/>' };
  const known: Readonly<Record<string, string>> = KNOWN_PREFIXES;
  const declare = (name: string): string =>
    `PREFIX ${name}: <${known[name] ?? known[name.toLowerCase()] ?? '…'}>`;
  const declared = new Set(tokens.filter((_, index) => isKeyword(tokens[index - 1], 'PREFIX')).map(prefixOf));
  const missing = new Set(
    tokens
      .filter(({ kind }) => kind === 'name')
      .map(prefixOf)
      .filter((name) => !declared.has(name)),
  );
  return {
    ...placeOf(use),
    reason,
    hint: `put this before the query: ${[...missing].map(declare).join(' ')}`,
  };
}

function prefixOf({ text }: SparqlToken): string {
  return text.slice(0, text.indexOf(':'));
}

/** The offset of a column (from 0) in a line (from 1). */
function offsetOf(text: string, line: number, column: number): number {
  const breaks = /\r\n?|\n/g;
  for (let at = 1; at < line; at += 1) if (breaks.exec(text) === null) break;
  return Math.min(breaks.lastIndex + column, text.length);
}

/** The start of the next token, after whitespace and comments. */
function nextToken(text: string, from: number): number {
  const skip = /\s*(?:#[^\n\r]*(?:[\n\r]\s*|$))*/y;
  skip.lastIndex = from;
  return from + (skip.exec(text)?.[0].length ?? 0);
}
