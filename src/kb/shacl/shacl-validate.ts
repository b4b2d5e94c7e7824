import type { KnowledgeBase, QueryScope, Term } from '../../model/rdf.js';
import { rdfs, sh } from '../../model/vocabulary.js';
import { isIri } from '../../support/rdf/sparql-terms.js';
import { withLimit } from '../queries/query-text.js';
import type { Shape, ShapesGraph, SparqlConstraint, Target, TargetedShape } from './shacl-shapes.js';
import { termText, violationsOf, type ShapesContext, type Violation } from './shacl-sparql.js';
import { sparqlTokens } from '../queries/sparql-tokens.js';

/** One node that does not conform. */
export interface ValidationResult {
  readonly focusNode: Term;
  /** The graph that describes the focus node, where it has a name. */
  readonly graph?: string;
  /** The shape that it violates, with path and severity. */
  readonly shape: Shape;
  /** The property at fault, where the shape does not name it itself. */
  readonly path?: string;
  readonly component: string;
  readonly value?: Term;
  readonly message: string;
}

/** What a validation found. */
export interface ValidationFindings {
  readonly results: readonly ValidationResult[];
  /** Whether a constraint is violated more often than was reported. */
  readonly cut: boolean;
}

/** How a validation is run. */
export interface ValidationOptions {
  readonly scope?: QueryScope;
  /** Results for each constraint at most. */
  readonly most: number;
}

interface Check {
  readonly query: string;
  readonly shape: Shape;
  readonly component: string;
  readonly message: string;
  readonly hasValue: boolean;
}

/**
 * Validates what a knowledge base holds: every constraint of the shapes becomes a query, so that nothing but what is wrong
 * is held here.
 * @throws UsageError for shapes that are not supported; QueryError where a query of the shapes is malformed
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
    for (const check of checksOf(targeted, context)) {
      const { rows } = await kb.select(withLimit(check.query, most + 1), scope);
      const found = distinct(rows.map((row) => resultOf(check, row)));
      cut ||= rows.length > most;
      results.push(...found.slice(0, most));
    }
  }
  return { results: await withGraphs(kb, results), cut };
}

/** All queries that a shape stands for. */
function checksOf({ shape, targets }: TargetedShape, context: ShapesContext): Check[] {
  const target = targetPattern(targets, context);
  const core = violationsOf(shape, context).map((violation) => coreCheck(violation, target));
  return [...core, ...sparqlChecks(shape, target)];
}

function coreCheck(
  { shape, component, pattern, hasValue, hasPath, message }: Violation,
  target: string,
): Check {
  const variables = `?this${hasValue ? ' ?value' : ''}${hasPath === true ? ' ?path' : ''}`;
  return {
    query: `SELECT DISTINCT ${variables} WHERE { ${target} ${pattern} }`,
    shape,
    component,
    message,
    hasValue,
  };
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

/** The query of a SPARQL constraint, for the focus nodes alone: they are joined at the beginning of its pattern. */
function focused({ select }: SparqlConstraint, { path }: Shape, target: string): string {
  const text = path === undefined ? select : select.replaceAll(/\$PATH\b/g, path);
  const tokens = sparqlTokens(text);
  const where = tokens.find((token) => {
    return token.depth === 0 && token.text === '{';
  });
  const place = where?.end ?? text.length;
  return `${text.slice(0, place)} ${target} ${text.slice(place)}`;
}

/** Binds `?this` to the focus nodes, each once. */
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

/** Looks up once which classes of the data are below others. */
async function classTree(
  kb: KnowledgeBase,
  scope: QueryScope | undefined,
): Promise<(iri: string) => readonly string[]> {
  const { rows } = await kb.select(
    `SELECT ?below ?above WHERE { ?below <${rdfs.subClassOf}> ?above }`,
    scope,
  );
  const below = new Map<string, string[]>();
  for (const row of rows) {
    const [lower, upper] = [row['below'], row['above']];
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

function resultOf(check: Check, row: Row): ValidationResult {
  const { shape, component, hasValue } = check;
  const value = hasValue ? row['value'] : undefined;
  const path = row['path'];
  const message = shape.message ?? check.message;
  return {
    focusNode: row['this'] ?? { termType: 'Literal', value: '' },
    shape,
    component,
    ...(path?.termType === 'NamedNode' ? { path: `<${path.value}>` } : {}),
    ...(value === undefined ? {} : { value }),
    message: message.replace(/\{[?$](\w+)\}/g, (whole, name: string) => row[name]?.value ?? whole),
  };
}

function distinct(results: readonly ValidationResult[]): ValidationResult[] {
  const key = ({ focusNode, value, path, message }: ValidationResult): string =>
    JSON.stringify([focusNode, value, path, message]);
  return [...new Map(results.map((result) => [key(result), result])).values()];
}

/** Nodes that are looked up together. */
const TOGETHER = 200;

async function withGraphs(
  kb: KnowledgeBase,
  results: readonly ValidationResult[],
): Promise<ValidationResult[]> {
  const nodes = [...new Set(results.map(({ focusNode }) => focusNode))]
    .filter(({ termType, value }) => termType === 'NamedNode' && isIri(value))
    .map(({ value }) => value);
  const graphs = new Map<string, string>();
  const wanted = [...new Set(nodes)];
  for (let start = 0; start < wanted.length; start += TOGETHER) {
    const some = wanted.slice(start, start + TOGETHER).map((iri) => `<${iri}>`);
    const { rows } = await kb.select(
      `SELECT ?this (MIN(?g) AS ?graph) WHERE { VALUES ?this { ${some.join(' ')} } GRAPH ?g { ?this ?p ?o } } GROUP BY ?this`,
    );
    for (const row of rows) graphs.set(row['this']?.value ?? '', row['graph']?.value ?? '');
  }
  return results.map((result) => {
    const graph = graphs.get(result.focusNode.value);
    return graph === undefined ? result : { ...result, graph };
  });
}
