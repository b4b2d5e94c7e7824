import { z } from 'zod';
import { QueryError } from '../../model/errors.js';
import type { Bindings, ResultFormat, Term } from '../../model/rdf.js';
import { PREFIXES, xsd } from '../../model/vocabulary.js';
import { sparqlString } from '../../support/rdf/sparql-terms.js';
import { alignColumns } from '../../support/text/columns.js';
import { cutAt } from '../../support/text/cut-text.js';
import { terminalText } from '../../support/text/terminal-text.js';

/**
 * The answer of a SELECT or ASK query as a table or in the W3C SPARQL 1.1 result formats CSV, TSV and JSON, with a final line end.
 * CSV and TSV have no format for a truth value: it is one word.
 * @param json its SPARQL JSON results
 * @throws QueryError for `turtle` and `ntriples`
 */
export function resultText(json: string, kind: string, format: ResultFormat): string {
  if (format === 'turtle' || format === 'ntriples')
    throw new QueryError(`a ${kind} query has rows, which cannot be written as ${format}`, {
      hint: 'use --format table, csv, tsv or json, or write a CONSTRUCT query',
    });
  if (kind !== 'ASK') return rowsText(parseBindings(json), format);
  const truth = readResults(json).boolean === true;
  return format === 'json' ? `${JSON.stringify({ head: {}, boolean: truth })}\n` : `${truth}\n`;
}

function rowsText(bindings: Bindings, format: Exclude<ResultFormat, 'turtle' | 'ntriples'>): string {
  const { variables, rows } = bindings;
  if (format === 'table') return toTable(bindings);
  if (format === 'csv') return lines(bindings, ',', '\r\n', (name) => name, csvCell);
  if (format === 'tsv') return lines(bindings, '\t', '\n', (name) => `?${name}`, tsvCell);
  const json = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, term]) => [name, jsonTerm(term)])),
  );
  return `${JSON.stringify({ head: { vars: variables }, results: { bindings: json } })}\n`;
}

function lines(
  { variables, rows }: Bindings,
  separator: string,
  end: string,
  head: (name: string) => string,
  cell: (term: Term) => string,
): string {
  const line = (cells: readonly string[]): string => `${cells.join(separator)}${end}`;
  const cellOf = (term: Term | undefined): string => (term === undefined ? '' : cell(term));
  const body = rows.map((row) => line(variables.map((name) => cellOf(row[name]))));
  return line(variables.map(head)) + body.join('');
}

function csvCell(term: Term): string {
  const text = term.termType === 'BlankNode' ? `_:${term.value}` : term.value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function tsvCell(term: Term): string {
  const { termType, value, datatype, language } = term;
  if (termType === 'NamedNode') return `<${value}>`;
  if (termType === 'BlankNode') return `_:${value}`;
  if (termType !== 'Literal' || (datatype !== undefined && NUMBERS.includes(datatype) && isNumber(term)))
    return value;
  if (language !== undefined) return `${sparqlString(value)}@${language}`;
  return sparqlString(value) + (datatype === undefined ? '' : `^^<${datatype}>`);
}

/** Datatypes whose values are written without quotation marks. */
const NUMBERS: readonly string[] = [xsd.integer, xsd.decimal];

function jsonTerm({ termType, value, datatype, language }: Term): object {
  const type = termType === 'NamedNode' ? 'uri' : termType === 'BlankNode' ? 'bnode' : 'literal';
  return { type, value, 'xml:lang': language, datatype };
}

/** Longest cell shown in full; longer ones end in an ellipsis, so that a row fits on a line. */
const MAX_CELL = 72;

/** Rows for people: aligned columns, IRIs with known prefixes, the number of rows at the end. */
export function toTable({ variables, rows }: Bindings): string {
  const cells = rows.map((row) => variables.map((name) => tableCell(row[name])));
  const alignments = variables.map((name) =>
    rows.length > 0 && rows.every((row) => isNumber(row[name])) ? 'right' : 'left',
  );
  const rule = variables.map((name, column) =>
    '-'.repeat(Math.max(name.length, ...cells.map((row) => row[column]?.length ?? 0))),
  );
  const count = rows.length === 1 ? '1 row' : `${rows.length} rows`;
  return `${alignColumns([variables, rule, ...cells], alignments)}(${count})\n`;
}

function tableCell(term: Term | undefined): string {
  if (term === undefined) return '';
  const text = terminalText(
    term.termType === 'NamedNode' ? shorten(term.value) : term.value.replace(/\s+/g, ' '),
  );
  return text.length > MAX_CELL ? `${text.slice(0, cutAt(text, MAX_CELL - 1))}…` : text;
}

function shorten(iri: string): string {
  const found = Object.entries(PREFIXES).find(([, base]) => iri.startsWith(base));
  return found === undefined ? iri : `${found[0]}:${iri.slice(found[1].length)}`;
}

function isNumber(term: Term | undefined): boolean {
  return term?.termType === 'Literal' && /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(term.value);
}

/** A term; its value is an object where it is a quoted triple. */
const termSchema = z.looseObject({
  type: z.string(),
  value: z.union([z.string(), z.record(z.string(), z.unknown())]),
  datatype: z.string().optional(),
  'xml:lang': z.string().optional(),
});
const resultsSchema = z.looseObject({
  head: z.looseObject({ vars: z.array(z.string()).optional() }).optional(),
  boolean: z.boolean().optional(),
  results: z.looseObject({ bindings: z.array(z.record(z.string(), termSchema)) }).optional(),
});

/** @throws QueryError for JSON of another kind; SyntaxError for malformed JSON */
function readResults(json: string): z.infer<typeof resultsSchema> {
  const { success, data } = resultsSchema.safeParse(JSON.parse(json));
  if (success) return data;
  throw new QueryError('the answer is JSON, but not results of a SPARQL query');
}

/** SPARQL JSON results of a SELECT query. @throws QueryError, SyntaxError */
export function parseBindings(json: string): Bindings {
  const parsed = readResults(json);
  if (parsed.results === undefined) throw new QueryError('a SELECT query is needed here');
  return {
    variables: parsed.head?.vars ?? [],
    rows: parsed.results.bindings.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, term]) => [name, toTerm(term)])),
    ),
  };
}

/**
 * Engines write the same literal differently: Virtuoso uses `typed-literal` as in SPARQL 1.0, and `1` for true;
 * others state the datatype of plain strings.
 */
function toTerm({ type, value: written, datatype, 'xml:lang': language }: z.infer<typeof termSchema>): Term {
  const value = typeof written === 'string' ? written : JSON.stringify(written);
  if (type === 'uri') return { termType: 'NamedNode', value };
  if (type === 'bnode') return { termType: 'BlankNode', value };
  if (type !== 'literal' && type !== 'typed-literal') return { termType: 'Quad', value };
  if (language !== undefined) return { termType: 'Literal', value, language };
  if (datatype === undefined || datatype === xsd.string) return { termType: 'Literal', value };
  const truth = datatype === xsd.boolean ? { '1': 'true', '0': 'false' }[value] : undefined;
  return { termType: 'Literal', value: truth ?? value, datatype };
}
