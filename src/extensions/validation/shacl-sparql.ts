import { UsageError } from '../../model/errors.js';
import { sh, xsd } from '../../model/vocabulary.js';
import { sparqlString } from '../../support/rdf/sparql-terms.js';
import type { Constraint, Shape, ShapesGraph, ShapeTerm } from './shacl-shapes.js';

/** A graph pattern and what it finds. `?this` is the focus node, `?value` the value. */
interface Finding {
  readonly pattern: string;
  /** Whether the pattern binds `?value`. */
  readonly hasValue: boolean;
  /** Whether the pattern binds `?path`. */
  readonly hasPath?: boolean;
  /** What is wrong, for people. */
  readonly message: string;
}

/** A violation of a shape, as a pattern that finds it. */
export interface Violation extends Finding {
  readonly shape: Shape;
  /** IRI of the constraint component: `sh:MinCountConstraintComponent`. */
  readonly component: string;
}

/** What is needed to compile a shape. */
export interface ShapesContext {
  readonly shapes: ShapesGraph;
  /** A class and its subclasses in the data. */
  readonly classesBelow: (iri: string) => readonly string[];
}

/** A term in SPARQL syntax. @throws UsageError for a blank node, which queries cannot name */
export function termText(term: ShapeTerm): string {
  if (term.termType === 'NamedNode') return `<${term.value}>`;
  if (term.termType !== 'Literal') throw unsupported('blank nodes as values');
  if (term.language !== '') return `${sparqlString(term.value)}@${term.language}`;
  return `${sparqlString(term.value)}^^<${term.datatype.value}>`;
}

/**
 * The violations of a shape and its property shapes as SPARQL graph patterns: SHACL Core (W3C 2017) without
 * `sh:qualifiedValueShapesDisjoint`. A pattern covers all focus nodes at once, which an indexed store answers about a hundred
 * times faster than a validator that visits node by node.
 *
 * Deviation: engines such as Oxigraph and Virtuoso store values of types derived from xsd:integer as xsd:integer, so
 * `sh:datatype xsd:nonNegativeInteger` checks for an integer in its range.
 *
 * @throws UsageError naming a constraint that is not supported
 */
export function violationsOf(shape: Shape, context: ShapesContext): Violation[] {
  return [...ownViolations(shape, context, '?this', ''), ...below(shape, context, '')];
}

/** The focus nodes of a property shape inside another one are the values of the outer one. */
function below(shape: Shape, context: ShapesContext, reach: string): Violation[] {
  return shape.properties.flatMap((property) => {
    const outer = shape.path === undefined ? '?this' : '?outer';
    if (shape.path !== undefined && reach !== '') throw unsupported('property shapes nested more than twice');
    const way = shape.path === undefined ? reach : `?this ${shape.path} ?outer . `;
    return [...ownViolations(property, context, outer, way), ...below(property, context, way)];
  });
}

function ownViolations(shape: Shape, context: ShapesContext, focus: string, way: string): Violation[] {
  return shape.constraints.flatMap((constraint) => {
    const { name } = constraint;
    const component = `${sh.namespace}${name.charAt(0).toUpperCase()}${name.slice(1)}ConstraintComponent`;
    const findings = setViolations(constraint, shape, focus, context) ?? [
      valueViolation(constraint, shape, focus, context),
    ];
    return findings.map((finding) => ({ ...finding, shape, component, pattern: `${way}${finding.pattern}` }));
  });
}

function valueViolation(
  constraint: Constraint,
  { path }: Shape,
  focus: string,
  context: ShapesContext,
): Finding {
  const reach = path === undefined ? `BIND (${focus} AS ?value) ` : `${focus} ${path} ?value `;
  const ok = valueOk(constraint, '?value', context);
  return {
    pattern: `${reach}FILTER (!COALESCE(${ok}, false))`,
    hasValue: true,
    message: wording(constraint),
  };
}

/** A constraint and what its patterns need. */
interface SetConstraint {
  readonly constraint: Constraint;
  readonly shape: Shape;
  /** The variable of the focus node. */
  readonly focus: string;
  /** The path; empty where the shape has none. */
  readonly way: string;
  readonly context: ShapesContext;
  /** What is wrong, for people. */
  readonly message: string;
}

/** Violations of constraints on the set of values of a path; undefined for constraints on single values. */
function setViolations(
  constraint: Constraint,
  shape: Shape,
  focus: string,
  context: ShapesContext,
): readonly Finding[] | undefined {
  const message = wording(constraint);
  return SET_VIOLATIONS[constraint.name]?.({
    constraint,
    shape,
    focus,
    way: shape.path ?? '',
    context,
    message,
  });
}

const SET_VIOLATIONS: Readonly<Record<string, (given: SetConstraint) => readonly Finding[]>> = {
  minCount: fewer,
  qualifiedMinCount: fewer,
  maxCount: more,
  qualifiedMaxCount: more,
  hasValue: ({ constraint, shape, focus, way, message }) => {
    const wanted = termOf(constraint.values);
    const isMissing = `NOT EXISTS { ${focus} ${way} ${wanted} }`;
    return [filtered(shape.path === undefined ? `!sameTerm(${focus}, ${wanted})` : isMissing, message)];
  },
  uniqueLang: ({ constraint, focus, way, message }) => {
    if (termOf(constraint.values) !== `"true"^^<${xsd.boolean}>`) return [];
    const same = '!sameTerm(?one, ?two) && LANG(?one) != "" && LANG(?one) = LANG(?two)';
    return [filtered(`EXISTS { ${focus} ${way} ?one , ?two FILTER (${same}) }`, message)];
  },
  equals: ({ constraint, shape, focus, way, message }) => {
    const other = termOf(constraint.values);
    return [
      `${focus} ${way} ?value FILTER (!${reaches(focus, [other])})`,
      `${focus} ${other} ?value FILTER (!${reaches(focus, shape.steps)})`,
    ].map((pattern) => ({ pattern, hasValue: true, message }));
  },
  disjoint: ({ constraint, focus, way, message }) => {
    const pattern = `${focus} ${way} ?value . ${focus} ${termOf(constraint.values)} ?value`;
    return [{ pattern, hasValue: true, message }];
  },
  lessThan: (given) => [unordered(given, '<')],
  lessThanOrEquals: (given) => [unordered(given, '<=')],
  closed: ({ constraint, focus, message }) => {
    const allowed = constraint.values.map(termText).join(', ');
    const pattern = `${focus} ?path ?value FILTER (?path NOT IN (${allowed}))`;
    return [{ pattern, hasValue: true, hasPath: true, message }];
  },
};

function filtered(condition: string, message: string): Finding {
  return { pattern: `FILTER (${condition})`, hasValue: false, message };
}

function fewer(given: SetConstraint): Finding[] {
  const count = Number(given.constraint.values[0]?.value);
  return count <= 0 ? [] : [filtered(`!${exist(given, count)}`, given.message)];
}

function more(given: SetConstraint): Finding[] {
  const count = Number(given.constraint.values[0]?.value);
  return [filtered(exist(given, count + 1), given.message)];
}

function unordered({ constraint, focus, way, message }: SetConstraint, sign: string): Finding {
  const values = `${focus} ${way} ?value . ${focus} ${termOf(constraint.values)} ?other`;
  const pattern = `${values} FILTER (!COALESCE(?value ${sign} ?other, false))`;
  return { pattern, hasValue: true, message };
}

/**
 * Whether a path leads from the focus to `?value`. Each step has its own EXISTS: engines join the steps of a sequence again
 * for every node, but look up single steps.
 */
function reaches(focus: string, [step = '', ...rest]: readonly string[], depth = 0): string {
  const next = `?step${depth}`;
  const end = rest.length === 0 ? `sameTerm(${next}, ?value)` : reaches(next, rest, depth + 1);
  return `EXISTS { ${focus} ${step} ${next} FILTER (${end}) }`;
}

/** Distinct values are compared in pairs. */
const MOST = 6;

/** Whether `count` distinct values exist; for a qualified constraint, values that conform to its shape. */
function exist({ constraint, focus, way, context }: SetConstraint, count: number): string {
  if (count > MOST) throw unsupported(`counts above ${MOST}`);
  const [, qualifying] = constraint.values;
  const fits = qualifying === undefined ? () => 'true' : shapeOkAt(qualifying, context);
  const variables = Array.from({ length: count }, (_, index) => `?v${index}`);
  const distinct = variables.flatMap((one, index) =>
    variables.slice(index + 1).map((other) => `!sameTerm(${one}, ${other})`),
  );
  const conditions = [...distinct, ...variables.map(fits).filter((text) => text !== 'true')];
  const filter = conditions.length === 0 ? '' : ` FILTER (${conditions.join(' && ')})`;
  return `EXISTS { ${variables.map((variable) => `${focus} ${way} ${variable}`).join(' . ')}${filter} }`;
}

/** Whether a value fits, as an expression; an error in it means that it does not. */
function valueOk({ name, values }: Constraint, variable: string, context: ShapesContext): string {
  const expression = VALUE_OK[name];
  if (expression === undefined) throw unsupported(`sh:${name}`);
  return expression(variable, values, context);
}

type ValueExpression = (variable: string, values: readonly ShapeTerm[], context: ShapesContext) => string;

const compared =
  (sign: string): ValueExpression =>
  (variable, values) =>
    `(${variable} ${sign} ${termOf(values)})`;
const measured =
  (sign: string): ValueExpression =>
  (variable, values) =>
    `(!isBlank(${variable}) && STRLEN(STR(${variable})) ${sign} ${Number(values[0]?.value)})`;
const conforming =
  (joint: string, sign = ''): ValueExpression =>
  (variable, values, context) =>
    joined(values, joint, (term) => `${sign}${shapeOkAt(term, context)(variable)}`);

const VALUE_OK: Readonly<Record<string, ValueExpression>> = {
  class: (variable, values, context) => {
    const classes = context.classesBelow(values[0]?.value ?? '').map((iri) => `<${iri}>`);
    return classes.length === 1
      ? `EXISTS { ${variable} a ${classes.join('')} }`
      : `EXISTS { ${variable} a ?class FILTER (?class IN (${classes.join(', ')})) }`;
  },
  datatype: (variable, values) => datatypeOk(variable, values[0]?.value ?? ''),
  nodeKind: (variable, values) => nodeKindOk(variable, values[0]?.value ?? ''),
  in: (variable, values) => joined(values, ' || ', (term) => `sameTerm(${variable}, ${termText(term)})`),
  minInclusive: compared('>='),
  maxInclusive: compared('<='),
  minExclusive: compared('>'),
  maxExclusive: compared('<'),
  minLength: measured('>='),
  maxLength: measured('<='),
  pattern: (variable, values) => {
    const [pattern = '""', flags] = values.map(({ value }) => sparqlString(value));
    const options = flags === undefined ? '' : `, ${flags}`;
    return `(!isBlank(${variable}) && REGEX(STR(${variable}), ${pattern}${options}))`;
  },
  languageIn: (variable, values) =>
    joined(values, ' || ', (term) => `LANGMATCHES(LANG(${variable}), ${sparqlString(term.value)})`),
  node: conforming(' && '),
  and: conforming(' && '),
  or: conforming(' || '),
  not: conforming(' && ', '!'),
  xone: (variable, values, context) => {
    const sum = joined(values, ' + ', (term) => `IF(${shapeOkAt(term, context)(variable)}, 1, 0)`);
    return `(${sum} = 1)`;
  },
};

/** One condition per value, joined; false where there are no values. */
function joined(values: readonly ShapeTerm[], joint: string, condition: (term: ShapeTerm) => string): string {
  return values.length === 0 ? 'false' : `(${values.map(condition).join(joint)})`;
}

/** Whether a node conforms to a shape that another shape refers to. */
function shapeOkAt(term: ShapeTerm, context: ShapesContext): (variable: string) => string {
  const shape = context.shapes.shapeAt(term);
  if (shape.properties.length > 0 || shape.sparql.length > 0 || shape.path !== undefined)
    throw unsupported(
      'property shapes inside sh:node, sh:and, sh:or, sh:not, sh:xone and sh:qualifiedValueShape',
    );
  return (variable) => {
    const conditions = shape.constraints.map((constraint) => {
      const [onSet] = setViolations(constraint, shape, variable, context) ?? [];
      if (onSet !== undefined) throw unsupported(`sh:${constraint.name} inside another shape's constraint`);
      return `COALESCE(${valueOk(constraint, variable, context)}, false)`;
    });
    return conditions.length === 0 ? 'true' : `(${conditions.join(' && ')})`;
  };
}

/** Lexical forms of the types whose form is checked. */
const LEXICAL: Readonly<Record<string, string>> = {
  [xsd.integer]: '^[+-]?[0-9]+$',
  [xsd.decimal]: '^[+-]?([0-9]+([.][0-9]*)?|[.][0-9]+)$',
  [xsd.double]: '^([+-]?([0-9]+([.][0-9]*)?|[.][0-9]+)([Ee][+-]?[0-9]+)?|[+-]?INF|NaN)$',
  [xsd.boolean]: '^(true|false|0|1)$',
  [xsd.dateTime]:
    '^-?[0-9]{4,}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})?$',
};

function datatypeOk(variable: string, datatype: string): string {
  if (datatype === xsd.nonNegativeInteger) {
    return `(DATATYPE(${variable}) IN (<${datatype}>, <${xsd.integer}>) && REGEX(STR(${variable}), "^([+]?[0-9]+|-0+)$"))`;
  }
  const form = LEXICAL[datatype];
  const ofType = `DATATYPE(${variable}) = <${datatype}>`;
  return form === undefined ? `(${ofType})` : `(${ofType} && REGEX(STR(${variable}), ${sparqlString(form)}))`;
}

function nodeKindOk(variable: string, kind: string): string {
  const tests = [
    ['IRI', `isIRI(${variable})`],
    ['Literal', `isLiteral(${variable})`],
    ['BlankNode', `isBlank(${variable})`],
  ] as const;
  const local = kind.slice(sh.namespace.length);
  const chosen = tests.filter(([name]) => local.includes(name)).map(([, test]) => test);
  if (chosen.length === 0) throw unsupported(`sh:nodeKind ${kind}`);
  return `(${chosen.join(' || ')})`;
}

function termOf([term]: readonly ShapeTerm[]): string {
  if (term === undefined) throw unsupported('a constraint without value');
  return termText(term);
}

function unsupported(what: string): UsageError {
  return new UsageError(`the shapes use a feature that is not supported: ${what}`, {
    hint: 'use another constraint of SHACL Core, or sh:sparql',
  });
}

const SENTENCES: Readonly<Record<string, (value: string) => string>> = {
  minCount: (count) => (count === '1' ? 'is missing' : `has fewer than ${count} values`),
  maxCount: (count) =>
    count === '0' ? 'must not be there' : `has more than ${count === '1' ? 'one value' : `${count} values`}`,
  class: (iri) => `is not a ${iri}`,
  datatype: (iri) => `is not a valid ${iri}`,
  nodeKind: (kind) => `is not of the kind ${kind}`,
  in: (values) => `is none of ${values}`,
  hasValue: (value) => `does not have the value ${value}`,
  minInclusive: (value) => `is less than ${value}`,
  maxInclusive: (value) => `is more than ${value}`,
  minExclusive: (value) => `is not more than ${value}`,
  maxExclusive: (value) => `is not less than ${value}`,
  minLength: (count) => (count === '1' ? 'is empty' : `is shorter than ${count} characters`),
  maxLength: (count) => `is longer than ${count} characters`,
  pattern: (pattern) => `does not match ${pattern}`,
  languageIn: (values) => `is in none of the languages ${values}`,
  uniqueLang: () => 'has two values in one language',
  equals: (other) => `differs from ${other}`,
  disjoint: (other) => `is also a value of ${other}`,
  lessThan: (other) => `is not less than ${other}`,
  lessThanOrEquals: (other) => `is more than ${other}`,
  closed: () => 'is a property that is not allowed',
};

function wording({ name, values }: Constraint): string {
  const written = values
    .map(({ value, termType }) => (termType === 'NamedNode' ? `<${value}>` : value))
    .join(', ');
  return SENTENCES[name]?.(written) ?? `does not conform to sh:${name}`;
}
