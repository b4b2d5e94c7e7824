import { UsageError, shellWord } from '../../model/errors.js';
import { iriOfUrl, isIri, sparqlIri, sparqlString } from '../../support/rdf/sparql-terms.js';

/**
 * A query file is valid SPARQL. Comments at its top describe it and declare parameters that must be given
 * (`@required`; the query has an example value) or may be given (`@param`; the query has the default). `# @crawl` stands
 * in a query about a crawl:
 *
 *     # Documents that hold a noun.
 *     # @required lemma string The noun in its base form
 *     # @param limit integer Rows at most
 *     ... VALUES ?lemma { "insulin" } ... LIMIT 20
 *
 * A string, iri, integer or decimal replaces the content of every `VALUES ?name { … }`; `limit` replaces the number
 * after LIMIT.
 */
export interface QueryTemplate {
  /** The comment lines before the parameters, joined. */
  readonly description: string;
  readonly parameters: readonly QueryParameter[];
  /** True if it concerns a crawl, which the data may lack. */
  readonly ofCrawl: boolean;
  readonly sparql: string;
}

export interface QueryParameter {
  readonly name: string;
  readonly type: 'string' | 'iri' | 'integer' | 'decimal';
  readonly description: string;
  readonly required: boolean;
}

const PARAMETER = /^#\s*@(param|required)\s+(\w+)\s+(string|iri|integer|decimal)\s+(\S.*)$/;

/** Parses the header of a query file. */
export function parseQueryTemplate(sparql: string): QueryTemplate {
  const said: string[] = [];
  const parameters: QueryParameter[] = [];
  for (const line of sparql.split('\n')) {
    if (!line.startsWith('#')) break;
    const found = PARAMETER.exec(line);
    const [, kind, name = '', type, text = ''] = found ?? [];
    const one = { name, type: type as QueryParameter['type'], description: text.trim() };
    if (found !== null) parameters.push({ ...one, required: kind === 'required' });
    else if (line !== '# @crawl') said.push(line.replace(/^#\s?/, '').trim());
  }
  const description = said.join(' ').trim();
  return { description, parameters, ofCrawl: /^# @crawl$/m.test(sparql), sparql };
}

/** `VALUES ?name { … }` with strings, IRIs and numbers, or `LIMIT` with its number. */
// recheck-ignore: queries come from files of the user or of sfwc.
const PLACES = /\bVALUES\s+\?(\w+)\s*\{(?:"(?:[^"\\]|\\.)*"|<[^<>]*>|[^{}"<])*\}|\bLIMIT\s+\d+/gi;

/**
 * Sets parameters of a query. Values are written as RDF terms in one pass, so that no value can change the structure of the
 * query or be replaced again. @throws UsageError
 */
export function bindParameters(template: QueryTemplate, values: Readonly<Record<string, string>>): string {
  const terms = new Map<string, string>();
  for (const [name, value] of Object.entries(values)) {
    const parameter = template.parameters.find((candidate) => candidate.name === name);
    if (parameter === undefined)
      throw new UsageError(`the query has no parameter '${name}'`, {
        hint: `it has: ${template.parameters.map((one) => one.name).join(', ') || 'none'}`,
      });
    terms.set(name, toTerm(parameter, value));
  }
  const absent = template.parameters.filter(({ name, required }) => required && !terms.has(name));
  if (absent.length > 0) {
    const wanted = absent.map(({ name, description }) => `${name} (${description})`).join(' and ');
    const example = absent.map(({ name }) => shellWord(`${name}=${valueInQuery(template, name)}`)).join(' ');
    throw new UsageError(`the query needs a value for ${wanted}`, {
      hint: `for instance --param ${example}`,
    });
  }
  const set = new Set<string>();
  const sparql = template.sparql.replace(PLACES, (place, variable: string | undefined) => {
    const name = variable ?? 'limit';
    const term = terms.get(name);
    if (term === undefined) return place;
    set.add(name);
    return variable === undefined ? `LIMIT ${term}` : `VALUES ?${name} { ${term} }`;
  });
  const missing = [...terms.keys()].find((name) => !set.has(name));
  if (missing === undefined) return sparql;
  const place = missing === 'limit' ? 'LIMIT' : `VALUES ?${missing} { … }`;
  throw new UsageError(`the query declares the parameter ${missing} but has no ${place}`);
}

/** A parameter's value in the query, as a user would write it; '' for unusual syntax. */
export function valueInQuery({ sparql }: QueryTemplate, parameter: string): string {
  if (parameter === 'limit') return /\bLIMIT\s+(\d+)/i.exec(sparql)?.[1] ?? '';
  // recheck-ignore: a name of word characters between the same blanks and brackets; its length is that of a line.
  const found = new RegExp(
    String.raw`\bVALUES\s+\?${parameter}\s*\{\s*(?:"([^"]*)"|<([^>]*)>|([\d.-]+))`,
    'i',
  ).exec(sparql);
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? '';
}

/** Parses `name=value` arguments. The last one wins. */
export function parseAssignments(assignments: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    assignments.map((assignment) => {
      const at = assignment.indexOf('=');
      return [assignment.slice(0, at), assignment.slice(at + 1)];
    }),
  );
}

/** Forms of numbers, and what to call them. */
const NUMBERS = {
  limit: [/^\d+$/, 'a number of rows'],
  integer: [/^-?\d+$/, 'a whole number'],
  decimal: [/^-?\d+(?:\.\d+)?$/, 'a number'],
} as const;

function toTerm({ name, type }: QueryParameter, value: string): string {
  const kind = name === 'limit' ? name : type;
  if (kind === 'string') return sparqlString(value);
  const iri = iriOfUrl(value);
  if (kind === 'iri' && isIri(iri)) return sparqlIri(iri);
  const [form, wanted] = kind === 'iri' ? [undefined, 'an absolute IRI'] : NUMBERS[kind];
  if (form?.test(value) === true) return value;
  throw new UsageError(`--param ${name}: '${value}' is not ${wanted}`);
}
