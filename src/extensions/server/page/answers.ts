/** A term of an answer. */
export interface Term {
  readonly kind: 'iri' | 'literal' | 'blank';
  readonly value: string;
  /** The IRI of a literal's type; absent for plain texts. */
  readonly datatype?: string;
  readonly language?: string;
}

/** A table of terms; undefined where a row has none. */
export interface Rows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (Term | undefined)[])[];
}

export type Triple = readonly [subject: Term, predicate: Term, object: Term];

/** The answer to a query. */
export type Answer =
  | { readonly kind: 'truth'; readonly value: boolean }
  | ({ readonly kind: 'rows' } & Rows)
  | { readonly kind: 'triples'; readonly triples: readonly Triple[] };

interface JsonTerm {
  readonly type: string;
  readonly value: string;
  readonly datatype?: string;
  readonly 'xml:lang'?: string;
}

interface JsonResults {
  readonly boolean?: boolean;
  readonly head: { readonly vars?: readonly string[] };
  readonly results?: { readonly bindings: readonly Readonly<Record<string, JsonTerm>>[] };
}

/** Reads SPARQL 1.1 Query Results JSON. */
export function parseResults(json: string): Answer {
  const { boolean: value, head, results } = JSON.parse(json) as JsonResults;
  if (value !== undefined) return { kind: 'truth', value };
  const columns = head.vars ?? [];
  const rows = (results?.bindings ?? []).map((binding) =>
    columns.map((column) => {
      const term = binding[column];
      return term === undefined ? undefined : termOf(term);
    }),
  );
  return { kind: 'rows', columns, rows };
}

function termOf({ type, value, datatype, 'xml:lang': language }: JsonTerm): Term {
  if (type === 'uri') return { kind: 'iri', value };
  if (type === 'bnode') return { kind: 'blank', value };
  return literal(value, datatype, language);
}

function literal(value: string, datatype: string | undefined, language: string | undefined): Term {
  return {
    kind: 'literal',
    value,
    ...(datatype === undefined || datatype === XSD_STRING ? {} : { datatype }),
    ...(language === undefined ? {} : { language }),
  };
}

const XSD_STRING = 'http://www.w3.org/2001/XMLSchema#string';
/** A term of N-Triples with what follows it: an IRI, a blank node or a literal. */
const TERM = /\s*(?:<([^>]*)>|_:(\S+)|"((?:[^"\\]|\\.)*)"(?:@([\w-]+)|\^\^<([^>]*)>)?)/y;

/** Reads N-Triples; lines that are no triples, such as comments, are passed over. */
export function parseTriples(ntriples: string): Answer {
  const triples = ntriples.split('\n').flatMap((line): readonly Triple[] => {
    const [subject, predicate, object] = termsOf(line);
    return object === undefined || predicate === undefined || subject === undefined
      ? []
      : [[subject, predicate, object]];
  });
  return { kind: 'triples', triples };
}

function termsOf(line: string): readonly Term[] {
  const found: Term[] = [];
  for (TERM.lastIndex = 0; found.length < 3;) {
    const match = TERM.exec(line);
    if (match === null) break;
    const [, iri, blank, text = '', language, datatype] = match;
    if (iri !== undefined) found.push({ kind: 'iri', value: unescaped(iri) });
    else if (blank !== undefined) found.push({ kind: 'blank', value: blank });
    else found.push(literal(unescaped(text), datatype, language));
  }
  return found;
}

const ESCAPES: Readonly<Record<string, string>> = { t: '\t', b: '\b', n: '\n', r: '\r', f: '\f' };

function unescaped(text: string): string {
  return text.replace(
    /\\(?:u([\dA-Fa-f]{4})|U([\dA-Fa-f]{8})|(.))/g,
    (_, short: string | undefined, long: string | undefined, letter = '') => {
      const code = short ?? long;
      return code === undefined
        ? (ESCAPES[letter as string] ?? (letter as string))
        : String.fromCodePoint(Math.min(0x10ffff, parseInt(code, 16)));
    },
  );
}

/** Triples as a table. */
export function rowsOfTriples(triples: readonly Triple[]): Rows {
  return { columns: ['subject', 'predicate', 'object'], rows: triples };
}
