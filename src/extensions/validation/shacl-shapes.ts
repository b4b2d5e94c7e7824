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

/** One constraint, such as `sh:minCount 1`; the list of `sh:in ( … )` has been read. */
export interface Constraint {
  /** Local name of the parameter: `minCount`. */
  readonly name: string;
  readonly values: readonly ShapeTerm[];
}

/** A node shape or, with a path, a property shape. */
export interface Shape {
  readonly term: ShapeTerm;
  /** A SPARQL property path; absent for node shapes. */
  readonly path?: string;
  /** The same path, split where it is a sequence. */
  readonly steps: readonly string[];
  /** The node of the path in the shapes graph. */
  readonly pathTerm?: ShapeTerm;
  /** The `sh:name` of the path. */
  readonly name?: string;
  readonly severity: string;
  readonly message?: string;
  readonly constraints: readonly Constraint[];
  readonly properties: readonly Shape[];
  readonly sparql: readonly SparqlConstraint[];
}

const TARGETS = ['targetNode', 'targetClass', 'targetSubjectsOf', 'targetObjectsOf'] as const;

/** A target declaration, such as `sh:targetClass`, with its term. */
export interface Target {
  readonly kind: (typeof TARGETS)[number];
  readonly term: ShapeTerm;
}

/** A shape with its own focus nodes. */
export interface TargetedShape {
  readonly shape: Shape;
  readonly targets: readonly Target[];
}

/** The shapes of a SHACL file. */
export interface ShapesGraph {
  readonly targeted: readonly TargetedShape[];
  /** The graph itself, for reports. */
  readonly graph: Store;
  /** A shape by its node, for `sh:node` and similar. @throws InputError for shapes that contain themselves */
  shapeAt(term: ShapeTerm): Shape;
}

/** Parameters that are not constraints, or are read separately. */
const OTHERS: ReadonlySet<string> = new Set([
  ...TARGETS,
  ...'path property sparql severity message name description order group defaultValue deactivated'.split(' '),
  ...'flags ignoredProperties declare prefixes qualifiedMinCount qualifiedMaxCount'.split(' '),
]);
const LISTS: ReadonlySet<string> = new Set(['in', 'languageIn', 'and', 'or', 'xone']);

/**
 * Reads shapes from Turtle.
 * @param file for messages
 * @throws InputError when it is not valid Turtle, has no shapes, or a shape is malformed
 */
export function parseShapes(turtle: string, file: string): ShapesGraph {
  const graph = new Store(parse(turtle, file));
  const read = createReader(graph, file);
  // A shape that is also a class targets its instances.
  const implicit = ['NodeShape', 'PropertyShape']
    .flatMap((kind) => graph.getSubjects(rdf.type, sh.namespace + kind, null))
    .filter((term) => isClass(graph, term));
  const explicit = TARGETS.flatMap((kind) => graph.getSubjects(sh.namespace + kind, null, null));
  const nodes = new Map([...explicit, ...implicit].map((term) => [term.id, term as ShapeTerm]));
  const targeted = [...nodes.values()]
    .filter((term) => !isDeactivated(graph, term))
    .map((term): TargetedShape => {
      const targets: Target[] = TARGETS.flatMap((kind) =>
        objects(graph, term, kind).map((target) => ({ kind, term: target })),
      );
      if (isClass(graph, term)) targets.push({ kind: 'targetClass', term });
      return { shape: read(term), targets };
    });
  if (targeted.length === 0) throw new InputError(`${file} has no SHACL shapes with targets`);
  return { targeted, graph, shapeAt: read };
}

function parse(turtle: string, file: string): Quad[] {
  try {
    return new Parser({ format: 'Turtle' }).parse(turtle);
  } catch (error) {
    throw new InputError(`${file} is not valid Turtle: ${messageOf(error)}`, { cause: error });
  }
}

/** The objects of a SHACL property. @param name its local name */
function objects(graph: Store, term: Term, name: string): ShapeTerm[] {
  return graph.getObjects(term, sh.namespace + name, null);
}

function isClass(graph: Store, term: Term): boolean {
  return [rdfs.Class, owl.Class].some((kind) => graph.countQuads(term, rdf.type, kind, null) > 0);
}

function isDeactivated(graph: Store, term: Term): boolean {
  return objects(graph, term, 'deactivated').some(({ value }) => value === 'true');
}

function createReader(graph: Store, file: string): (term: ShapeTerm) => Shape {
  const read = (term: ShapeTerm, inside: readonly string[]): Shape => {
    if (inside.includes(term.id)) throw new InputError(`${file}: the shape ${term.value} contains itself`);
    const active = (name: string): ShapeTerm[] =>
      objects(graph, term, name).filter((node) => !isDeactivated(graph, node));
    const [pathTerm] = objects(graph, term, 'path');
    return {
      term,
      pathTerm,
      path: pathTerm && pathText(graph, pathTerm, file),
      name: objects(graph, term, 'name')[0]?.value,
      message: objects(graph, term, 'message')[0]?.value,
      steps: pathTerm === undefined ? [] : stepsOf(graph, pathTerm, file),
      severity: objects(graph, term, 'severity')[0]?.value ?? sh.Violation,
      constraints: readConstraints(graph, term, file),
      properties: active('property').map((property) => read(property, [...inside, term.id])),
      sparql: active('sparql').map((constraint) => readSparql(graph, constraint, file)),
    };
  };
  return (term) => read(term, []);
}

function readConstraints(graph: Store, term: ShapeTerm, file: string): Constraint[] {
  return graph.getQuads(term, null, null, null).flatMap(({ predicate, object }): Constraint[] => {
    const name = predicate.value.startsWith(sh.namespace) ? predicate.value.slice(sh.namespace.length) : '';
    if (name === '' || OTHERS.has(name)) return [];
    if (name === 'qualifiedValueShape') {
      return ['qualifiedMinCount', 'qualifiedMaxCount'].flatMap((bound) =>
        objects(graph, term, bound).map((count) => ({ name: bound, values: [count, object] })),
      );
    }
    if (name === 'closed') return object.value === 'true' ? [closed(graph, term, file)] : [];
    if (LISTS.has(name)) return [{ name, values: listOf(graph, object, file) }];
    const flags = name === 'pattern' ? objects(graph, term, 'flags') : [];
    return [{ name, values: [object, ...flags] }];
  });
}

/** The properties that a closed shape allows; paths that are not IRIs are not properties. */
function closed(graph: Store, term: ShapeTerm, file: string): Constraint {
  const isIri = (value: Term): value is NamedNode => value.termType === 'NamedNode';
  const allowed = objects(graph, term, 'property').flatMap((property) => objects(graph, property, 'path'));
  const ignored = objects(graph, term, 'ignoredProperties').flatMap((list) => listOf(graph, list, file));
  return { name: 'closed', values: [...allowed, ...ignored].filter(isIri) };
}

function readSparql(graph: Store, constraint: Term, file: string): SparqlConstraint {
  const value = (node: Term, name: string): string | undefined => objects(graph, node, name)[0]?.value;
  const select = value(constraint, 'select');
  if (select === undefined) throw new InputError(`${file}: a sh:sparql without sh:select`);
  const declared = objects(graph, constraint, 'prefixes')
    .flatMap((ontology) => objects(graph, ontology, 'declare'))
    .map((node) => `PREFIX ${value(node, 'prefix') ?? ''}: <${value(node, 'namespace') ?? ''}>\n`);
  return { select: `${declared.join('')}${select}`, message: value(constraint, 'message') };
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

const REPEATS = [
  ['zeroOrMorePath', '*'],
  ['oneOrMorePath', '+'],
  ['zeroOrOnePath', '?'],
] as const;

/** A SHACL path as a SPARQL property path. */
function pathText(graph: Store, path: Term, file: string): string {
  if (path.termType === 'NamedNode') return `<${path.value}>`;
  const part = (term: Term): string => {
    const text = pathText(graph, term, file);
    return /^\^?<[^>]*>$/.test(text) ? text : `(${text})`;
  };
  const [inverse] = objects(graph, path, 'inversePath');
  if (inverse !== undefined) return `^${part(inverse)}`;
  const [alternatives] = objects(graph, path, 'alternativePath');
  if (alternatives !== undefined) return listOf(graph, alternatives, file).map(part).join('|');
  for (const [name, sign] of REPEATS) {
    const [repeated] = objects(graph, path, name);
    if (repeated !== undefined) return `${part(repeated)}${sign}`;
  }
  const items = listOf(graph, path, file);
  if (items.length < 2) throw new InputError(`${file}: a path of the shapes is broken`);
  return items.map(part).join('/');
}

function stepsOf(graph: Store, path: Term, file: string): string[] {
  const isSequence = path.termType === 'BlankNode' && graph.countQuads(path, rdf.first, null, null) > 0;
  return (isSequence ? listOf(graph, path, file) : [path]).map((item) => pathText(graph, item, file));
}
