import { Lexer } from 'n3';

/** The used fields of n3's tokens, which its type declarations omit. */
interface Token {
  readonly type: string;
  readonly value?: string;
  readonly prefix?: string;
  readonly line: number;
}

/**
 * The line of the first statement about each subject in a Turtle text, from 1, without blank nodes. n3's quads have
 * no positions, and messages about a concept need one.
 *
 * @param text valid Turtle
 */
export function subjectLines(text: string, baseIri: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  const names: Names = { prefixes: new Map(), base: baseIri };
  let statement: Token[] = [];
  for (const token of new Lexer().tokenize(text) as unknown as readonly Token[]) {
    statement.push(token);
    const [first] = statement;
    if (first === undefined || !isWhole(first, statement.length, token)) continue;
    if (!declare(statement, names)) enter(lines, first, names);
    statement = [];
  }
  return lines;
}

interface Names {
  readonly prefixes: Map<string, string>;
  base: string;
}

/** Statements end with a dot; SPARQL-style declarations with their IRI. */
function isWhole({ type }: Token, length: number, last: Token): boolean {
  return last.type === '.' || (type === 'PREFIX' && length === 3) || (type === 'BASE' && length === 2);
}

/** Processes a declaration of a prefix or base; false for other statements. */
function declare([first, second, third]: readonly Token[], names: Names): boolean {
  switch (first?.type.toLowerCase()) {
    case 'prefix':
    case '@prefix':
      names.prefixes.set(second?.value ?? '', resolve(third?.value ?? '', names.base));
      return true;
    case 'base':
    case '@base':
      names.base = resolve(second?.value ?? '', names.base);
      return true;
    default:
      return false;
  }
}

function enter(
  lines: Map<string, number>,
  { type, value = '', prefix = '', line }: Token,
  names: Names,
): void {
  if (type !== 'prefixed' && type !== 'IRI') return;
  const iri = type === 'IRI' ? resolve(value, names.base) : (names.prefixes.get(prefix) ?? '') + value;
  if (!lines.has(iri)) lines.set(iri, line);
}

function resolve(iri: string, base: string): string {
  try {
    return /^[a-z][a-z\d+.-]*:/i.test(iri) ? iri : new URL(iri, base).href;
  } catch {
    return iri;
  }
}
