import type { Quad, Quad_Object } from 'n3';
import { xsd } from '../../model/vocabulary.js';

interface Node {
  readonly graph: string;
  readonly subject: string;
  readonly properties: Map<string, object[]>;
}

/**
 * Writes JSON-LD 1.1 in expanded form, an object for each run of quads with one graph and subject; a reader merges objects
 * with one `@id`. rdf:type stands as a property like any other.
 */
export async function* toJsonLd(quads: AsyncIterable<Quad>): AsyncGenerator<string> {
  let open: Node | undefined;
  let separator = '[\n';
  const flush = (node: Node): string => {
    const text = `${separator}${nodeText(node)}`;
    separator = ',\n';
    return text;
  };
  for await (const { graph, subject, predicate, object } of quads) {
    const [graphId, subjectId] = [identifier(graph), identifier(subject)];
    if (open === undefined || open.graph !== graphId || open.subject !== subjectId) {
      if (open !== undefined) yield flush(open);
      open = { graph: graphId, subject: subjectId, properties: new Map() };
    }
    const values = open.properties.get(predicate.value);
    if (values === undefined) open.properties.set(predicate.value, [valueOf(object)]);
    else values.push(valueOf(object));
  }
  if (open !== undefined) yield flush(open);
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

function nodeText({ graph, subject, properties }: Node): string {
  const node = { '@id': subject, ...Object.fromEntries(properties) };
  return JSON.stringify(graph === '' ? node : { '@id': graph, '@graph': [node] });
}

function identifier({ termType, value }: Quad['graph'] | Quad['subject']): string {
  return termType === 'BlankNode' ? `_:${value}` : value;
}

function valueOf(object: Quad_Object): object {
  if (object.termType !== 'Literal')
    return { '@id': object.termType === 'BlankNode' ? `_:${object.value}` : object.value };
  if (object.language !== '') return { '@value': object.value, '@language': object.language };
  if (object.datatype.value === xsd.string) return { '@value': object.value };
  return { '@value': object.value, '@type': object.datatype.value };
}
