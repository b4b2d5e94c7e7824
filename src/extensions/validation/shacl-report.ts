import {
  DataFactory,
  Writer,
  type BlankNode,
  type Literal,
  type NamedNode,
  type Quad_Object,
  type Store,
} from 'n3';
import type { Term } from '../../model/rdf.js';
import { PREFIXES, rdf, sh } from '../../model/vocabulary.js';
import { iri, text, truth } from '../../support/rdf/rdf-terms.js';
import type { ValidationResult } from './shacl-validate.js';

/** Writes a `sh:ValidationReport` in Turtle. @param graph the shapes graph, from which paths and anonymous shapes are copied */
export function reportTurtle(results: readonly ValidationResult[], graph: Store): string {
  const writer = new Writer({ prefixes: { ...PREFIXES, sh: sh.namespace } });
  const report = DataFactory.blankNode('report');
  writer.addQuad(report, iri(rdf.type), iri(sh.ValidationReport));
  writer.addQuad(report, iri(sh.conforms), truth(results.length === 0));
  const copied = new Set<string>();
  for (const [index, result] of results.entries()) {
    const node = DataFactory.blankNode(`result${index + 1}`);
    writer.addQuad(report, iri(sh.result), node);
    for (const [predicate, object] of statements(result)) {
      writer.addQuad(node, iri(predicate), object);
      if (object.termType === 'BlankNode') copyTree(graph, object, writer, copied);
    }
  }
  let turtle = '';
  writer.end((error: Error | null, written: string) => {
    if (error !== null) throw error;
    turtle = written;
  });
  return turtle;
}

function statements(result: ValidationResult): (readonly [string, Quad_Object])[] {
  const { focusNode, shape, component, value, message, path } = result;
  const pathTerm = path === undefined ? shape.pathTerm : DataFactory.namedNode(path.slice(1, -1));
  return [
    [rdf.type, iri(sh.ValidationResult)],
    [sh.focusNode, toN3(focusNode)],
    ...(pathTerm === undefined ? [] : [[sh.resultPath, pathTerm] as const]),
    ...(value === undefined ? [] : [[sh.value, toN3(value)] as const]),
    [sh.resultMessage, text(message)],
    [sh.resultSeverity, iri(shape.severity)],
    [sh.sourceConstraintComponent, iri(component)],
    [sh.sourceShape, shape.term],
  ];
}

/** Copies the statements about a blank node of the shapes graph, which a reader could not look up. */
function copyTree(graph: Store, node: Quad_Object, writer: Writer, copied: Set<string>): void {
  if (copied.has(node.id)) return;
  copied.add(node.id);
  for (const quad of graph.getQuads(node, null, null, null)) {
    writer.addQuad(quad.subject, quad.predicate, quad.object);
    if (quad.object.termType === 'BlankNode') copyTree(graph, quad.object, writer, copied);
  }
}

function toN3({ termType, value, datatype, language }: Term): NamedNode | BlankNode | Literal {
  if (termType === 'NamedNode') return DataFactory.namedNode(value);
  if (termType === 'BlankNode') return DataFactory.blankNode(value);
  return DataFactory.literal(
    value,
    language ?? (datatype === undefined ? undefined : DataFactory.namedNode(datatype)),
  );
}

/** Replaces IRIs in angle brackets by prefixed names where the prefix is known. */
export function withPrefixes(text: string): string {
  return text.replace(/<([^<>]*)>/g, (whole, found: string) => {
    const [prefix, namespace] = Object.entries(PREFIXES).find(([, start]) => found.startsWith(start)) ?? [];
    const local = namespace === undefined ? '' : found.slice(namespace.length);
    return prefix !== undefined && /^\w+$/.test(local) ? `${prefix}:${local}` : whole;
  });
}

/** Longest value shown, in characters. */
const SHOWN = 60;

/** A term for people: IRIs with known prefixes, long texts truncated. */
export function shownTerm({ termType, value, language }: Term): string {
  if (termType === 'NamedNode') return withPrefixes(`<${value}>`);
  if (termType === 'BlankNode') return `_:${value}`;
  const characters = Array.from(value.replace(/\s+/g, ' '));
  const cut = characters.length > SHOWN ? `${characters.slice(0, SHOWN).join('')}…` : characters.join('');
  return `“${cut}”${language === undefined ? '' : `@${language}`}`;
}
