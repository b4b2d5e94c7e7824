import { UsageError } from '../model/errors.js';
import { isIri, sparqlIri, sparqlString } from '../support/sparql-terms.js';

/**
 * A query file is plain SPARQL that runs as it stands. Comments at its top say what it answers, and which of its
 * values may be changed:
 *
 *     # Documents that hold a noun.
 *     # @param lemma string The noun in its base form
 *     # @param limit integer Rows at most
 *     ... VALUES ?lemma { "insulin" } ... LIMIT 20
 *
 * A parameter of type string, iri, integer or decimal replaces what stands in `VALUES ?name { … }`; one named `limit`
 * replaces the number after LIMIT.
 */
export interface QueryTemplate {
  /** The comment lines before the parameters, joined. */
  readonly description: string;
  readonly parameters: readonly QueryParameter[];
  readonly sparql: string;
}

/** A value of a query that may be set. */
export interface QueryParameter {
  readonly name: string;
  readonly type: 'string' | 'iri' | 'integer' | 'decimal';
  readonly description: string;
}

const PARAMETER = /^#\s*@param\s+(\w+)\s+(string|iri|integer|decimal)\s+(.+)$/;

/** Reads the head of a query file. */
export function parseQueryTemplate(sparql: string): QueryTemplate {
  const description: string[] = [];
  const parameters: QueryParameter[] = [];
  for (const line of sparql.split('\n')) {
    if (!line.startsWith('#')) break;
    const found = PARAMETER.exec(line);
    if (found === null) description.push(line.replace(/^#\s?/, '').trim());
    else {
      const [, name = '', type = 'string', text = ''] = found;
      parameters.push({ name, type: type as QueryParameter['type'], description: text.trim() });
    }
  }
  return { description: description.join(' ').trim(), parameters, sparql };
}

/**
 * Sets parameters of a query. Values are written as RDF terms, so no value can change the query's structure.
 * @throws UsageError for a parameter that the query does not declare or a value that does not fit its type
 */
export function bindParameters(template: QueryTemplate, values: Readonly<Record<string, string>>): string {
  let { sparql } = template;
  for (const [name, value] of Object.entries(values)) {
    const parameter = template.parameters.find((candidate) => candidate.name === name);
    if (parameter === undefined) throw unknownParameter(name, template);
    sparql = name === 'limit' ? setLimit(sparql, parameter, value) : setValues(sparql, parameter, value);
  }
  return sparql;
}

/** Splits `name=value` arguments. The last one wins. */
export function parseAssignments(assignments: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    assignments.map((assignment) => {
      const at = assignment.indexOf('=');
      return [assignment.slice(0, at), assignment.slice(at + 1)];
    }),
  );
}

function setLimit(sparql: string, parameter: QueryParameter, value: string): string {
  const number = toTerm({ ...parameter, type: 'integer' }, value);
  return sparql.replace(/\bLIMIT\s+\d+/i, () => `LIMIT ${number}`);
}

function setValues(sparql: string, parameter: QueryParameter, value: string): string {
  const term = toTerm(parameter, value);
  const place = new RegExp(`(VALUES\\s+\\?${parameter.name}\\s*\\{)(?:"(?:[^"\\\\]|\\\\.)*"|<[^>]*>|[^}"<])*\\}`, 'i');
  if (!place.test(sparql)) {
    throw new UsageError(`the query declares the parameter ${parameter.name} but has no VALUES ?${parameter.name} { … }`);
  }
  return sparql.replace(place, (_, head: string) => `${head} ${term} }`);
}

function toTerm({ name, type }: QueryParameter, value: string): string {
  switch (type) {
    case 'string':
      return sparqlString(value);
    case 'iri':
      if (!isIri(value)) throw misfit(name, value, 'an absolute IRI');
      return sparqlIri(value);
    case 'integer':
      if (!/^-?\d+$/.test(value)) throw misfit(name, value, 'a whole number');
      return value;
    case 'decimal':
      if (!/^-?\d+(?:\.\d+)?$/.test(value)) throw misfit(name, value, 'a number');
      return value;
  }
}

function misfit(name: string, value: string, wanted: string): UsageError {
  return new UsageError(`--param ${name}: '${value}' is not ${wanted}`);
}

function unknownParameter(name: string, template: QueryTemplate): UsageError {
  const known = template.parameters.map((parameter) => parameter.name).join(', ');
  return new UsageError(`the query has no parameter '${name}'`, {
    hint: known === '' ? 'it declares none' : `it has: ${known}`,
  });
}
