import type { KnowledgeBase, QueryScope, Term } from '../../model/rdf.js';
import { rdfs, sh } from '../../model/vocabulary.js';
import { inBatches } from '../../support/batches.js';
import { isIri } from '../../support/rdf/sparql-terms.js';
import { withLimit } from '../../knowledge/queries/query-text.js';
import { sparqlTokens } from '../../knowledge/queries/sparql-tokens.js';
import type { Shape, ShapesGraph, SparqlConstraint, Target } from './shacl-shapes.js';
import { termText, violationsOf, type ShapesContext } from './shacl-sparql.js';

/** A node that does not conform. */
export interface ValidationResult {
  readonly focusNode: Term;
  /** The named graph that describes the focus node. */
  readonly graph?: string;
  /** The violated shape, with path and severity. */
  readonly shape: Shape;
  /** The property at fault, where the shape does not name it. */
  readonly path?: string;
  readonly component: string;
  readonly value?: Term;
  readonly message: string;
}

/** The results of a validation. */
export interface ValidationFindings {
  readonly results: readonly ValidationResult[];
  /** Whether a constraint has more violations than are reported. */
  readonly cut: boolean;
}

/** How a validation is run. */
export interface ValidationOptions {
  readonly scope?: QueryScope;
  /** Maximum number of results per constraint. */
  readonly most: number;
}

/** A query that finds violations of a constraint. */
interface Check {
  readonly query: string;
  readonly shape: Shape;
  readonly component: string;
  readonly message: string;
  readonly hasValue: boolean;
}

/**
 * Validates a knowledge base: each constraint of the shapes becomes a query, so that only violations are held in memory.
 * Of a shape without focus nodes only the queries that it brings are run: they may be malformed.
 * @throws UsageError for shapes that are not supported; QueryError when a query of the shapes is malformed
 */
export async function validateKnowledgeBase(
  kb: KnowledgeBase,
  shapes: ShapesGraph,
  { scope, most }: ValidationOptions,
): Promise<ValidationFindings> {
  const context = { shapes, classesBelow: await classTree(kb, scope) };
  const results: ValidationResult[] = [];
  let cut = false;
  for (const targeted of shapes.targeted) {
    const target = targetPattern(targeted.targets, context);
    const core = coreChecks(targeted.shape, target, context);
    const { rows: focus } = await kb.select(`SELECT ?this WHERE { ${target} } LIMIT 1`, scope);
    for (const check of [...(focus.length > 0 ? core : []), ...sparqlChecks(targeted.shape, target)]) {
      const { rows } = await kb.select(withLimit(check.query, most + 1), scope);
      cut ||= rows.length > most;
      results.push(...distinct(rows.map((row) => resultOf(check, row))).slice(0, most));
    }
  }
  return { results: await withGraphs(kb, results), cut };
}

function coreChecks(shape: Shape, target: string, context: ShapesContext): Check[] {
  return violationsOf(shape, context).map((violation) => {
    const { pattern, hasValue, hasPath = false } = violation;
    const variables = `?this${hasValue ? ' ?value' : ''}${hasPath ? ' ?path' : ''}`;
    return { ...violation, query: `SELECT DISTINCT ${variables} WHERE { ${target} ${pattern} }` };
  });
}

function sparqlChecks(shape: Shape, target: string): Check[] {
  const own = shape.sparql.map((constraint) => ({
    query: focused(constraint, shape, target),
    shape,
    component: `${sh.namespace}SPARQLConstraintComponent`,
    message: constraint.message ?? shape.message ?? 'violates a query of the shapes',
    hasValue: true,
  }));
  return [...own, ...shape.properties.flatMap((property) => sparqlChecks(property, target))];
}

/** The query of a SPARQL constraint, restricted to the focus nodes at the start of its pattern. */
function focused({ select }: SparqlConstraint, { path }: Shape, target: string): string {
  const text = path === undefined ? select : select.replaceAll(/\$PATH\b/g, path);
  const where = sparqlTokens(text).find((token) => token.depth === 0 && token.text === '{');
  const place = where?.end ?? text.length;
  return `${text.slice(0, place)} ${target} ${text.slice(place)}`;
}

/** Binds `?this` to each focus node once. */
function targetPattern(targets: readonly Target[], { classesBelow }: ShapesContext): string {
  const patterns = targets.flatMap(({ kind, term }) => {
    switch (kind) {
      case 'targetNode':
        return [`VALUES ?this { ${termText(term)} }`];
      case 'targetClass':
        return classesBelow(term.value).map((iri) => `?this a <${iri}> .`);
      case 'targetSubjectsOf':
        return [`?this <${term.value}> ?any .`];
      case 'targetObjectsOf':
        return [`?any <${term.value}> ?this .`];
    }
  });
  const [only = ''] = patterns;
  if (patterns.length === 1 && !only.includes('?any')) return only;
  return `{ SELECT DISTINCT ?this WHERE { ${patterns.map((pattern) => `{ ${pattern} }`).join(' UNION ')} } }`;
}

/** Reads the class hierarchy of the data once. Returns a function from a class to itself and its subclasses. */
async function classTree(
  kb: KnowledgeBase,
  scope: QueryScope | undefined,
): Promise<(iri: string) => readonly string[]> {
  const query = `SELECT ?below ?above WHERE { ?below <${rdfs.subClassOf}> ?above }`;
  const below = new Map<string, string[]>();
  for (const { below: lower, above: upper } of (await kb.select(query, scope)).rows) {
    if (lower?.termType !== 'NamedNode' || upper?.termType !== 'NamedNode') continue;
    below.set(upper.value, [...(below.get(upper.value) ?? []), lower.value]);
  }
  return (iri) => {
    const found = new Set([iri]);
    for (const each of found) for (const lower of below.get(each) ?? []) found.add(lower);
    return [...found];
  };
}

type Row = Readonly<Record<string, Term>>;

function resultOf({ shape, component, hasValue, message }: Check, row: Row): ValidationResult {
  const { path, value } = row;
  return {
    focusNode: row['this'] ?? { termType: 'Literal', value: '' },
    shape,
    component,
    path: path?.termType === 'NamedNode' ? `<${path.value}>` : undefined,
    value: hasValue ? value : undefined,
    message: (shape.message ?? message).replace(
      /\{[?$](\w+)\}/g,
      (whole, name: string) => row[name]?.value ?? whole,
    ),
  };
}

function distinct(results: readonly ValidationResult[]): ValidationResult[] {
  const key = ({ focusNode, value, path, message }: ValidationResult): string =>
    JSON.stringify([focusNode, value, path, message]);
  return [...new Map(results.map((result) => [key(result), result])).values()];
}

/** Nodes per query. */
const NODES_PER_QUERY = 200;

async function withGraphs(
  kb: KnowledgeBase,
  results: readonly ValidationResult[],
): Promise<ValidationResult[]> {
  const nodes = results
    .filter(({ focusNode: { termType, value } }) => termType === 'NamedNode' && isIri(value))
    .map(({ focusNode }) => focusNode.value);
  const graphs = new Map<string, string>();
  for (const some of inBatches([...new Set(nodes)], NODES_PER_QUERY)) {
    const values = some.map((iri) => `<${iri}>`).join(' ');
    const { rows } = await kb.select(
      `SELECT ?this (MIN(?g) AS ?graph) WHERE { VALUES ?this { ${values} } GRAPH ?g { ?this ?p ?o } } GROUP BY ?this`,
    );
    for (const row of rows) graphs.set(row['this']?.value ?? '', row['graph']?.value ?? '');
  }
  return results.map((result) => ({ ...result, graph: graphs.get(result.focusNode.value) }));
}
