import { Parser, type Quad } from 'n3';
import type { PieceSyntax } from './parse-pieces.js';
import type { FindEnd, Piece } from './pieces.js';

/** Turtle. Prefixes hold for the pieces that follow. */
export function turtle(baseIRI: string): PieceSyntax {
  const parser = new Parser({ format: 'Turtle', baseIRI, blankNodePrefix: '' });
  const prefixes = new Map<string, string>();
  let base = '';
  const parse = (text: string): Quad[] => {
    // In one line, so that the lines of errors are those of the text.
    const quads = parser.parse(`${base}${[...prefixes.values()].join('')}${text}`);
    for (const [name, declaration] of declarationsIn(text))
      if (name === BASE) base = declaration;
      else prefixes.set(name, declaration);
    return quads;
  };
  return { parse, salvage: divideAtSubjects };
}

const BASE = 'base';

/** The declarations in a text by prefix. Those in strings would only declare prefixes that nobody uses. */
function declarationsIn(text: string): [string, string][] {
  if (!/prefix|base/i.test(text)) return [];
  const found = text.matchAll(/^[ \t]*@?(prefix|base)\s+(?:([^\s:<]*):\s*)?(<[^>\s]*>)/gim);
  return [...found].map(([, word = '', prefix = '', iri = '']) =>
    word.toLowerCase() === BASE ? [BASE, `@base ${iri} . `] : [`:${prefix}`, `@prefix ${prefix}: ${iri} . `],
  );
}

/** A statement begins at the left, with an IRI, a name with a prefix, a blank node, or a declaration. */
const SUBJECT = /^(?:<|@|_:|[\p{L}][\p{L}\p{N}_.-]*:[^\s/]|:[^\s])/u;

function divideAtSubjects({ text, line }: Piece): readonly Piece[] {
  const parts: { lines: string[]; line: number }[] = [];
  const first = text.replace(/^\s+/, '');
  for (const [place, written] of first.split('\n').entries()) {
    if (parts.length === 0 || SUBJECT.test(written)) parts.push({ lines: [], line: line + place });
    parts.at(-1)?.lines.push(written);
  }
  return parts.map(({ lines, line: begin }) => ({ text: lines.join('\n'), line: begin }));
}

/** The end of the statement of Turtle that begins at a place: after its dot, or after a declaration in the form of SPARQL. */
export const endOfStatement: FindEnd = (text, begin, isLast) => {
  const declared = SPARQL_DECLARATION;
  declared.lastIndex = begin;
  const declaration = declared.exec(text);
  if (declaration !== null) return declared.lastIndex;
  let depth = 0;
  for (let at = skipInert(text, begin); at >= 0 && at < text.length; at = skipInert(text, at)) {
    const mark = text[at] ?? '';
    const after = text[at + 1];
    // A dot is in a number or in a name, or the end.
    if (mark === '.' && after === undefined && !isLast) return -1;
    if (mark === '.' && depth <= 0 && /^(?:[\s#<@]|$)/.test(after ?? '')) return at + 1;
    depth += DEPTH[mark] ?? 0;
    at = AFTER[mark]?.(text, at) ?? at + 1;
  }
  return -1;
};

/** How much deeper lists and blank nodes are nested after a character. */
const DEPTH: Readonly<Record<string, number | undefined>> = { '[': 1, '(': 1, ']': -1, ')': -1 };

/** After what a character begins, where that is more than the character. -1 where the end is not there yet. */
const AFTER: Readonly<Record<string, ((text: string, at: number) => number) | undefined>> = {
  '"': (text, at) => afterString(text, at),
  "'": (text, at) => afterString(text, at),
  '<': (text, at) => afterIri(text, at),
  '#': (text, at) => afterLine(text, at),
  '\\': (_, at) => at + 2,
};

const SPARQL_DECLARATION = /\s*(?:prefix\s+[^\s:<]*:\s*|base\s+)<[^>\s]*>/iy;
const INERT = /[^"'<#.\\[\]()]*/y;

function skipInert(text: string, at: number): number {
  if (at < 0) return at;
  INERT.lastIndex = at;
  INERT.exec(text);
  return INERT.lastIndex;
}

/** After a string; one on a single line ends with the line, since its quote is then missing. -1 where the end is not there yet. */
function afterString(text: string, at: number): number {
  const quote = text[at] ?? '"';
  const long = quote.repeat(3);
  if (text.startsWith(long, at)) {
    const end = closing(text, long, at + 3);
    return end < 0 ? -1 : afterQuotes(text, end + 3, quote);
  }
  const end = closing(text, quote, at + 1);
  const line = text.indexOf('\n', at);
  if (line >= 0 && (end < 0 || line < end)) return line;
  return end < 0 ? -1 : end + 1;
}

/** The place of quotes that no backslash escapes; -1 without. */
function closing(text: string, quotes: string, begin: number): number {
  for (let found = text.indexOf(quotes, begin); found >= 0; found = text.indexOf(quotes, found + 1)) {
    let slashes = 0;
    while (text[found - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return found;
  }
  return -1;
}

/** A long string may end in quotes of its own: `""""He said "no""""`. */
function afterQuotes(text: string, at: number, quote: string): number {
  let place = at;
  while (quote !== '' && text[place] === quote && place < at + 2) place += 1;
  return place;
}

/** After an IRI; one with a space in it has no end, and the space is taken for it. */
function afterIri(text: string, at: number): number {
  const end = /[>\s]/g;
  end.lastIndex = at + 1;
  const found = end.exec(text);
  return found === null ? -1 : found.index + 1;
}

function afterLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}
