import { DataFactory, Store, type Quad, type Quad_Object, type Quad_Subject, type Term } from 'n3';
import type {
  Constraint,
  Shape,
  ShapesGraph,
  TargetedShape,
} from '../../../src/extensions/validation/shacl-shapes.js';
import { PREFIXES, rdf, sh, xsd } from '../../../src/model/vocabulary.js';

/** One constraint of the shapes, and how it is broken. */
export interface Breakage {
  readonly name: string;
  readonly shape: Shape;
  readonly focus: Quad_Subject;
  /** Local name of the constraint component. */
  readonly component: string;
  /** Damages a copy of the data in one place. */
  readonly damage: (data: Store) => void;
}

interface Step {
  readonly predicate: string;
  readonly inverse: boolean;
}

/** A path as one step, where it is one; of alternatives the first. */
function steps(path: string): Step[] {
  return [...path.matchAll(/(\^?)\(?<([^>]*)>/g)].map(([, hat, predicate = '']) => ({
    predicate,
    inverse: hat === '^',
  }));
}

function valuesAt(data: Store, focus: Term, { predicate, inverse }: Step): Term[] {
  return inverse ? data.getSubjects(predicate, focus, null) : data.getObjects(focus, predicate, null);
}

function add(data: Store, focus: Term, { predicate, inverse }: Step, value: Term): void {
  const [subject, object] = inverse ? [value, focus] : [focus, value];
  data.addQuad(
    DataFactory.quad(
      subject as Quad_Subject,
      DataFactory.namedNode(predicate),
      object as Quad_Object,
      DataFactory.namedNode('http://g.example/'),
    ),
  );
}

function removeAll(data: Store, focus: Term, { predicate, inverse }: Step): void {
  data.removeQuads(
    inverse ? data.getQuads(null, predicate, focus, null) : data.getQuads(focus, predicate, null, null),
  );
}

const integer = (value: number) => DataFactory.literal(String(value), DataFactory.namedNode(xsd.integer));

/** A value that breaks a constraint on single values. */
const BAD_VALUES: Readonly<Record<string, (constraint: Constraint) => Quad_Object>> = {
  class: () => DataFactory.namedNode('http://broken.example/'),
  datatype: () => DataFactory.literal('broken', 'en'),
  nodeKind: ({ values }) =>
    values[0]?.value === `${sh.namespace}IRI`
      ? DataFactory.literal('broken')
      : DataFactory.namedNode('http://broken.example/'),
  in: () => DataFactory.literal('broken'),
  minInclusive: () => integer(-1),
  maxInclusive: () => integer(1_000_000_000),
  minLength: () => DataFactory.literal(''),
  maxLength: ({ values }) => DataFactory.literal('x'.repeat(Number(values[0]?.value) + 1)),
  pattern: () => DataFactory.literal('!'),
  lessThan: () => integer(1_000_000_000),
  lessThanOrEquals: () => integer(1_000_000_000),
};

function damageOf(
  constraint: Constraint,
  shape: Shape,
  focus: Quad_Subject,
): ((data: Store) => void) | undefined {
  const { name, values } = constraint;
  const path = steps(shape.path ?? '');
  const [first] = path;
  const isSequence = shape.steps.length > 1;
  if (first === undefined) return nodeDamage(constraint, focus);
  const replace = (value: Term) => (data: Store) => {
    for (const step of path) removeAll(data, focus, step);
    add(data, focus, first, value);
  };
  switch (name) {
    case 'minCount':
      // Whatever has lost its class is nobody's business any more.
      if (first.predicate === rdf.type) return (data) => data.removeQuads(kinds(data, focus).slice(1));
      return (data) => path.forEach((step) => removeAll(data, focus, step));
    case 'maxCount':
      return (data) => {
        const [at = focus] = isSequence ? valuesAt(data, focus, first) : [focus];
        const step = isSequence ? (path[1] ?? first) : first;
        for (let index = 0; index <= Number(values[0]?.value); index += 1)
          add(data, at, step, DataFactory.namedNode(`http://broken.example/${index}`));
      };
    case 'uniqueLang':
      return (data) =>
        ['one', 'two'].forEach((label) => add(data, focus, first, DataFactory.literal(label, 'en')));
    case 'equals':
      return (data) =>
        add(
          data,
          focus,
          { predicate: values[0]?.value ?? '', inverse: false },
          DataFactory.literal('broken'),
        );
    case 'disjoint':
      return (data) => {
        add(data, focus, first, DataFactory.literal('same'));
        add(data, focus, { predicate: values[0]?.value ?? '', inverse: false }, DataFactory.literal('same'));
      };
    case 'lessThan':
    case 'lessThanOrEquals':
      return (data) => {
        replace(integer(1_000_000_000))(data);
        const other = { predicate: values[0]?.value ?? '', inverse: false };
        if (valuesAt(data, focus, other).length === 0) add(data, focus, other, integer(1));
      };
    default: {
      const bad = BAD_VALUES[name]?.(constraint);
      if (bad === undefined) return undefined;
      return first.predicate === rdf.type ? (data) => add(data, focus, first, bad) : replace(bad);
    }
  }
}

/** The types of a node, the project's own first. */
function kinds(data: Store, focus: Term): Quad[] {
  const isOwn = ({ object }: Quad): number => (object.value.startsWith(PREFIXES.sfwc) ? 0 : 1);
  return data.getQuads(focus, rdf.type, null, null).sort((a, b) => isOwn(a) - isOwn(b));
}

function nodeDamage({ name, values }: Constraint, focus: Quad_Subject): ((data: Store) => void) | undefined {
  if (name === 'class')
    return (data) => data.removeQuads(data.getQuads(focus, rdf.type, values[0] ?? null, null));
  if (name !== 'nodeKind') return undefined;
  return (data) => {
    const swap = <T extends Term>(term: T): T =>
      term.equals(focus) ? (DataFactory.blankNode('broken') as unknown as T) : term;
    for (const old of [
      ...data.getQuads(focus, null, null, null),
      ...data.getQuads(null, null, focus, null),
    ]) {
      data.removeQuad(old);
      data.addQuad(DataFactory.quad(swap(old.subject), old.predicate, swap(old.object), old.graph));
    }
  };
}

function focusOf({ targets }: TargetedShape, data: Store): Quad_Subject | undefined {
  const found = targets.flatMap(({ kind, term }) => {
    if (kind === 'targetClass') return data.getSubjects(rdf.type, term, null);
    return kind === 'targetSubjectsOf'
      ? data.getSubjects(term, null, null)
      : data.getObjects(null, term, null);
  });
  // One that holds as much as possible.
  const size = (term: Term): number => data.countQuads(term, null, null, null);
  return [...found].sort((a, b) => size(b) - size(a))[0] as Quad_Subject | undefined;
}

/** A way to break each constraint of SHACL Core that the shapes have about this data. */
export function breakages(shapes: ShapesGraph, data: Store): Breakage[] {
  return shapes.targeted.flatMap((targeted) => {
    const focus = focusOf(targeted, data);
    if (focus === undefined) return [];
    return [targeted.shape, ...targeted.shape.properties].flatMap((shape) =>
      shape.constraints.map((constraint) => {
        const damage = damageOf(constraint, shape, focus);
        if (damage === undefined)
          throw new Error(`no way to break ${constraint.name} of ${shape.path ?? ''}`);
        const component = `${constraint.name.charAt(0).toUpperCase()}${constraint.name.slice(1)}ConstraintComponent`;
        const local = targeted.shape.term.value.replace(/^.*#/, '');
        return { name: `${local} ${shape.path ?? ''} ${constraint.name}`, shape, focus, component, damage };
      }),
    );
  });
}
