import type { Quad } from 'n3';
import { OutputError } from '../../model/errors.js';
import { PREFIXES, xsd } from '../../model/vocabulary.js';
import { PIECE_CHARACTERS } from '../../support/rdf/quads.js';
import { endRun } from '../../support/text/ends.js';

/**
 * Writes RDF/XML, one description per run of quads with the same subject. Graphs are not kept.
 * @throws OutputError for predicates that are not XML names and for characters that XML 1.0 does not allow
 */
export async function* toRdfXml(quads: AsyncIterable<Quad>): AsyncGenerator<string> {
  const namespaces = Object.entries(PREFIXES).map(([prefix, iri]) => `\n  xmlns:${prefix}="${escaped(iri)}"`);
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<rdf:RDF${namespaces.join('')}>\n`;
  let open: string | undefined;
  let piece = '';
  for await (const { subject, predicate, object } of quads) {
    if (open !== subject.id) {
      if (open !== undefined) piece += '</rdf:Description>\n';
      piece += `<rdf:Description ${reference(subject, 'about')}>\n`;
      open = subject.id;
    }
    piece += propertyText(predicate.value, object);
    if (piece.length < PIECE_CHARACTERS) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}${open === undefined ? '' : '</rdf:Description>\n'}</rdf:RDF>\n`;
}

function propertyText(predicate: string, object: Quad['object']): string {
  const local = /[A-Za-z_].*$/s.exec(predicate.slice(endRun(predicate, /[\w.-]/)))?.[0];
  const namespace = local === undefined ? '' : predicate.slice(0, -local.length);
  if (local === undefined || namespace === '') {
    const message = `the property <${predicate}> cannot be written as RDF/XML: it does not end in a name`;
    throw new OutputError(message, { hint: 'choose another format' });
  }
  const prefix = Object.entries(PREFIXES).find(([, iri]) => iri === namespace)?.[0];
  const name = prefix === undefined ? `p:${local}` : `${prefix}:${local}`;
  const start = prefix === undefined ? `${name} xmlns:p="${escaped(namespace)}"` : name;
  if (object.termType !== 'Literal') return `  <${start} ${reference(object, 'resource')}/>\n`;
  const kind =
    object.language !== ''
      ? ` xml:lang="${escaped(object.language)}"`
      : object.datatype.value === xsd.string
        ? ''
        : ` rdf:datatype="${escaped(object.datatype.value)}"`;
  return `  <${start}${kind}>${escaped(object.value)}</${name}>\n`;
}

function reference({ termType, value }: Quad['subject'] | Quad['object'], attribute: string): string {
  return termType === 'BlankNode' ? `rdf:nodeID="${escaped(value)}"` : `rdf:${attribute}="${escaped(value)}"`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};
/** Characters that XML 1.0 documents must not contain, escaped or not. */
const NOT_IN_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

function escaped(text: string): string {
  const [bad] = NOT_IN_XML.exec(text) ?? [];
  if (bad !== undefined) {
    throw new OutputError(
      `a literal has the character U+${(bad.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}, which RDF/XML cannot express`,
      { hint: 'choose another format' },
    );
  }
  return text.replace(/[&<>"\r]/g, (character) => ENTITIES[character] ?? character);
}
