import { z } from 'zod';
import { QueryError } from '../../model/errors.js';
import type { Bindings, Term } from '../../model/rdf.js';
import { xsd } from '../../model/vocabulary.js';

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

/**
 * SPARQL JSON results of a SELECT query. @throws QueryError for results of another query, and for other JSON; SyntaxError for
 * malformed JSON
 */
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

/** SPARQL JSON results of an ASK query. */
export function parseBoolean(json: string): boolean {
  return readResults(json).boolean === true;
}

/**
 * Engines write the same literal differently: Virtuoso uses `typed-literal` as in SPARQL 1.0, and `1` for true;
 * others state the datatype of plain strings.
 */
function toTerm(term: z.infer<typeof termSchema>): Term {
  const value = typeof term.value === 'string' ? term.value : JSON.stringify(term.value);
  switch (term.type) {
    case 'uri':
      return { termType: 'NamedNode', value };
    case 'bnode':
      return { termType: 'BlankNode', value };
    case 'literal':
    case 'typed-literal':
      return toLiteral(value, term.datatype, term['xml:lang']);
    default:
      return { termType: 'Quad', value };
  }
}

function toLiteral(value: string, datatype: string | undefined, language: string | undefined): Term {
  if (language !== undefined) return { termType: 'Literal', value, language };
  if (datatype === undefined || datatype === xsd.string) return { termType: 'Literal', value };
  const truth = datatype === xsd.boolean ? { '1': 'true', '0': 'false' }[value] : undefined;
  return { termType: 'Literal', value: truth ?? value, datatype };
}
