import { Parser, Store, type NamedNode, type Quad, type Quad_Object, type Term } from 'n3';
import { InputError, messageOf } from '../../model/errors.js';
import { owl, rdf, rdfs, sh } from '../../model/vocabulary.js';

/** A term of a shapes graph. */
export type ShapeTerm = Quad_Object;

/** A SPARQL constraint of a shape. */
export interface SparqlConstraint {
  /** The query with its prefixes. */
  readonly select: string;
  readonly message?: string;
}

/** One constraint as it stands in the shapes graph: `sh:minCount 1`, `sh:in ( … )` with its list read. */
export interface Constraint {
  /** Local name of the parameter: `minCount`. */
  readonly name: string;
  readonly values: readonly ShapeTerm[];
}

/** A node shape or, with a path, a property shape. */
export interface Shape {
  readonly term: ShapeTerm;
  /** In the syntax of SPARQL property paths; absent for node shapes. */
  readonly path?: string;
  /** The same path, cut where it is a sequence. */
  readonly steps: readonly string[];
  /** The node of the path in the shapes graph. */
  readonly pathTerm?: ShapeTerm;
  /** What `sh:name` calls the path. */
  readonly name?: string;
  readonly severity: string;
  readonly message?: string;
  readonly constraints: readonly Constraint[];
  readonly properties: readonly Shape[];
  readonly sparql: readonly SparqlConstraint[];
}

/** What a shape speaks of: `sh:targetClass` and its likes, each with its term. */
export interface Target {
  readonly kind: 'targetNode' | 'targetClass' | 'targetSubjectsOf' | 'targetObjectsOf';
  readonly term: ShapeTerm;
}

/** A shape with focus nodes of its own. */
export interface TargetedShape {
  readonly shape: Shape;
  readonly targets: readonly Target[];
}

/** The shapes of a SHACL file. */
export interface ShapesGraph {
  readonly targeted: readonly TargetedShape[];
  /** The graph itself, for reports. */
  readonly graph: Store;
  /** A shape by its node, for `sh:node` and its likes. @throws InputError where shapes contain themselves */
  shapeAt(term: ShapeTerm): Shape;
}

const TARGETS = ['targetNode', 'targetClass', 'targetSubjectsOf', 'targetObjectsOf'] as const;
/** Parameters that are no constraints of their own, or are read apart. */
const OTHERS: ReadonlySet<string> = new Set([
  ...TARGETS,
  ...[
    'path',
    'property',
    'sparql',
    'severity',
    'message',
    'name',
    'description',
    'order',
    'group',
    'defaultValue',
  ],
  ...[
    'deactivated',
    'flags',
    'ignoredProperties',
    'declare',
    'prefixes',
    'qualifiedMinCount',
    'qualifiedMaxCount',
  ],
]);

/**
 * Reads shapes from Turtle.
 * @param file for messages
 * @throws InputError when it is not valid Turtle, holds no shapes, or a shape is malformed
 */
export function parseShapes(turtle: string, file: string): ShapesGraph {
  const graph = new Store(parse(turtle, file));
  const reader = createReader(graph, file);
  const focused = new Set<string>();
  const targeted: TargetedShape[] = [];
  const nodes = [
    ...TARGETS.flatMap((kind) => graph.getSubjects(sh.namespace + kind, null, null)),
    ...implicitTargets(graph),
  ];
  for (const term of nodes) {
    if (focused.has(term.id)) continue;
    focused.add(term.id);
    if (isDeactivated(graph, term)) continue;
    const shape = reader(term as ShapeTerm, []);
    const targets: Target[] = TARGETS.flatMap((kind) =>
      graph.getObjects(term, sh.namespace + kind, null).map((target) => ({ kind, term: target })),
    );
    if (isClass(graph, term)) targets.push({ kind: 'targetClass', term: term as ShapeTerm });
    targeted.push({ shape, targets });
  }
  if (targeted.length === 0) throw new InputError(`${file} holds no SHACL shapes with targets`);
  return { targeted, graph, shapeAt: (term) => reader(term, []) };
}

function parse(turtle: string, file: string): Quad[] {
  try {
    return new Parser({ format: 'Turtle' }).parse(turtle);
  } catch (error) {
    throw new InputError(`${file} is not valid Turtle: ${messageOf(error)}`, { cause: error });
  }
}

/** Shapes that are classes at the same time are about their instances. */
function implicitTargets(graph: Store): Term[] {
  const shapes = ['NodeShape', 'PropertyShape'].flatMap((kind) =>
    graph.getSubjects(rdf.type, sh.namespace + kind, null),
  );
  return shapes.filter((term) => isClass(graph, term));
}

function isClass(graph: Store, term: Term): boolean {
  return [rdfs.Class, owl.Class].some((kind) => graph.countQuads(term, rdf.type, kind, null) > 0);
}

function isDeactivated(graph: Store, term: Term): boolean {
  return graph.getObjects(term, `${sh.namespace}deactivated`, null).some(({ value }) => value === 'true');
}

type Reader = (term: ShapeTerm, inside: readonly string[]) => Shape;

function createReader(graph: Store, file: string): Reader {
  const one = (term: Term, name: string): ShapeTerm | undefined =>
    graph.getObjects(term, sh.namespace + name, null)[0];
  const read: Reader = (term, inside) => {
    if (inside.includes(term.id)) throw new InputError(`${file}: the shape ${term.value} contains itself`);
    const within = [...inside, term.id];
    const pathTerm = one(term, 'path');
    const name = one(term, 'name')?.value;
    const message = one(term, 'message')?.value;
    const properties = graph
      .getObjects(term, `${sh.namespace}property`, null)
      .filter((property) => !isDeactivated(graph, property))
      .map((property) => read(property, within));
    return {
      term,
      ...(pathTerm === undefined ? {} : { pathTerm, path: pathText(graph, pathTerm, file) }),
      steps: pathTerm === undefined ? [] : stepsOf(graph, pathTerm, file),
      ...(name === undefined ? {} : { name }),
      ...(message === undefined ? {} : { message }),
      severity: one(term, 'severity')?.value ?? sh.Violation,
      constraints: readConstraints(graph, term, file),
      properties,
      sparql: graph
        .getObjects(term, `${sh.namespace}sparql`, null)
        .filter((constraint) => !isDeactivated(graph, constraint))
        .map((constraint) => readSparql(graph, constraint, file)),
    };
  };
  return read;
}

const LISTS: ReadonlySet<string> = new Set(['in', 'languageIn', 'and', 'or', 'xone']);

function readConstraints(graph: Store, term: ShapeTerm, file: string): Constraint[] {
  const constraints: Constraint[] = [];
  for (const { predicate, object } of graph.getQuads(term, null, null, null)) {
    const name = predicate.value.startsWith(sh.namespace) ? predicate.value.slice(sh.namespace.length) : '';
    if (name === '' || OTHERS.has(name)) continue;
    const extra = EXTRA[name]?.flatMap((other) => graph.getObjects(term, sh.namespace + other, null)) ?? [];
    const values = LISTS.has(name) ? listOf(graph, object, file) : [object, ...extra];
    if (name === 'qualifiedValueShape') constraints.push(...qualified(graph, term, object));
    else if (name === 'closed') constraints.push(...closed(graph, term, object, file));
    else constraints.push({ name, values });
  }
  return constraints;
}

/** Parameters that belong to another one. */
const EXTRA: Readonly<Record<string, readonly string[]>> = { pattern: ['flags'] };

function qualified(graph: Store, term: ShapeTerm, shape: ShapeTerm): Constraint[] {
  return ['qualifiedMinCount', 'qualifiedMaxCount'].flatMap((name) =>
    graph.getObjects(term, sh.namespace + name, null).map((count) => ({ name, values: [count, shape] })),
  );
}

/** The properties that a closed shape allows. */
function closed(graph: Store, term: ShapeTerm, value: ShapeTerm, file: string): Constraint[] {
  if (value.value !== 'true') return [];
  const ignored = graph.getObjects(term, `${sh.namespace}ignoredProperties`, null);
  const properties = graph.getObjects(term, `${sh.namespace}property`, null);
  const allowed = properties.flatMap((property) => graph.getObjects(property, `${sh.namespace}path`, null));
  const values = [...allowed, ...ignored.flatMap((list) => listOf(graph, list, file))];
  return [{ name: 'closed', values: values.filter(isIri) }];
}

/** Terms of paths that are no IRI are of no property. */
function isIri(term: Term): term is NamedNode {
  return term.termType === 'NamedNode';
}

function readSparql(graph: Store, constraint: Term, file: string): SparqlConstraint {
  const select = graph.getObjects(constraint, `${sh.namespace}select`, null)[0]?.value;
  if (select === undefined) throw new InputError(`${file}: a sh:sparql without sh:select`);
  const declared = graph
    .getObjects(constraint, `${sh.namespace}prefixes`, null)
    .flatMap((ontology) => graph.getObjects(ontology, `${sh.namespace}declare`, null))
    .map((declaration) => {
      const part = (name: string): string =>
        graph.getObjects(declaration, sh.namespace + name, null)[0]?.value ?? '';
      return `PREFIX ${part('prefix')}: <${part('namespace')}>\n`;
    });
  const message = graph.getObjects(constraint, `${sh.namespace}message`, null)[0]?.value;
  return { select: `${declared.join('')}${select}`, ...(message === undefined ? {} : { message }) };
}

function listOf(graph: Store, head: Term, file: string): ShapeTerm[] {
  const items: ShapeTerm[] = [];
  for (let node: Term = head; node.value !== rdf.nil;) {
    const [first] = graph.getObjects(node, rdf.first, null);
    const [rest] = graph.getObjects(node, rdf.rest, null);
    if (first === undefined || rest === undefined || items.length > 100_000)
      throw new InputError(`${file}: a list of the shapes is broken`);
    items.push(first);
    node = rest;
  }
  return items;
}

const REPEATS: readonly (readonly [name: string, sign: string])[] = [
  ['zeroOrMorePath', '*'],
  ['oneOrMorePath', '+'],
  ['zeroOrOnePath', '?'],
];

/** A SHACL path as a SPARQL property path. */
function pathText(graph: Store, path: Term, file: string): string {
  if (path.termType === 'NamedNode') return `<${path.value}>`;
  const object = (name: string): Term | undefined => graph.getObjects(path, sh.namespace + name, null)[0];
  const part = (term: Term): string => pathText(graph, term, file);
  const inverse = object('inversePath');
  if (inverse !== undefined) return `^${group(part(inverse))}`;
  const alternatives = object('alternativePath');
  if (alternatives !== undefined)
    return listOf(graph, alternatives, file)
      .map((item) => group(part(item)))
      .join('|');
  for (const [name, sign] of REPEATS) {
    const repeated = object(name);
    if (repeated !== undefined) return `${group(part(repeated))}${sign}`;
  }
  const items = listOf(graph, path, file);
  if (items.length < 2) throw new InputError(`${file}: a path of the shapes is broken`);
  return items.map((item) => group(part(item))).join('/');
}

function stepsOf(graph: Store, path: Term, file: string): string[] {
  const isSequence = path.termType === 'BlankNode' && graph.countQuads(path, rdf.first, null, null) > 0;
  if (!isSequence) return [pathText(graph, path, file)];
  return listOf(graph, path, file).map((item) => pathText(graph, item, file));
}

function group(path: string): string {
  return /^\^?<[^>]*>$/.test(path) ? path : `(${path})`;
}
