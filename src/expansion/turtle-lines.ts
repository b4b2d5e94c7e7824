import { Lexer } from 'n3';

/** What is used of n3's tokens; their type declarations leave the fields out. */
interface Token {
  readonly type: string;
  readonly value?: string;
  readonly prefix?: string;
  readonly line: number;
}

/**
 * Where statements about each subject begin in a Turtle text: IRI → line, from 1; the first where there are several. Blank
 * nodes are left out. n3's quads do not say where they stand, and messages about a concept should.
 *
 * @param text Turtle that n3 can read
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

/** A statement ends with a dot; a declaration in SPARQL's way, with its IRI. */
function isWhole({ type }: Token, length: number, last: Token): boolean {
  return last.type === '.' || (type === 'PREFIX' && length === 3) || (type === 'BASE' && length === 2);
}

/** Whether it is a declaration of a prefix or a base, which is then entered. */
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
