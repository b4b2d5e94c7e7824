import type { Quad, Quad_Object } from 'n3';
import { xsd } from '../../model/vocabulary.js';

/**
 * Writes JSON-LD 1.1 in expanded form, one object per run of quads with the same graph and subject; readers merge objects
 * with the same `@id`. rdf:type is written as a property like any other.
 */
export async function* toJsonLd(quads: AsyncIterable<Quad>): AsyncGenerator<string> {
  let run: Quad[] = [];
  let separator = '[\n';
  for await (const quad of quads) {
    const [first] = run;
    if (first !== undefined && !(first.graph.equals(quad.graph) && first.subject.equals(quad.subject))) {
      yield `${separator}${nodeText(first, run)}`;
      separator = ',\n';
      run = [];
    }
    run.push(quad);
  }
  const [first] = run;
  yield first === undefined ? '[]\n' : `${separator}${nodeText(first, run)}\n]\n`;
}

function nodeText({ graph, subject }: Quad, run: readonly Quad[]): string {
  const properties = new Map<string, object[]>();
  for (const { predicate, object } of run) {
    const values = properties.get(predicate.value) ?? [];
    properties.set(predicate.value, values);
    values.push(valueOf(object));
  }
  const node = { '@id': identifier(subject), ...Object.fromEntries(properties) };
  const isNamed = graph.termType !== 'DefaultGraph';
  return JSON.stringify(isNamed ? { '@id': identifier(graph), '@graph': [node] } : node);
}

function identifier({ termType, value }: Quad['graph'] | Quad['object']): string {
  return termType === 'BlankNode' ? `_:${value}` : value;
}

function valueOf(object: Quad_Object): object {
  if (object.termType !== 'Literal') return { '@id': identifier(object) };
  const { value, language, datatype } = object;
  if (language !== '') return { '@value': value, '@language': language };
  return datatype.value === xsd.string ? { '@value': value } : { '@value': value, '@type': datatype.value };
}
