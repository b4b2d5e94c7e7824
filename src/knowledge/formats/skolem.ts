import type { ResultFormat } from '../../model/rdf.js';
import { oxigraphModule } from '../oxigraph/oxigraph-store.js';

/** An IRI in place of a blank node, which has no identity across requests (RDF 1.1 Concepts, section 3.5). */
export function skolemIri(origin: string, label: string): string {
  return `urn:x-sfwc:genid:${encodeURIComponent(origin)}:${encodeURIComponent(label)}`;
}

/** Blank nodes; literals and IRIs are matched only to skip them. */
const TERMS = /"(?:[^"\\]|\\.)*"?|<[^>]*>?|_:([^\s<>"]+)/g;

/** Replaces blank nodes in N-Quads by IRIs. */
export function skolemised(nquads: string, origin: string): string {
  return nquads.replace(TERMS, (term: string, label: string | undefined) =>
    label === undefined ? term : `<${skolemIri(origin, label)}>`,
  );
}

/** An engine's graph as normalised Turtle or N-Triples, without duplicates. */
export function graphText(rdf: string, mediaType: string, format: ResultFormat): string {
  const { Store, defaultGraph } = oxigraphModule();
  const store = new Store();
  store.load(rdf, { format: mediaType });
  return store.dump({
    format: format === 'ntriples' ? 'application/n-triples' : 'text/turtle',
    from_graph_name: defaultGraph(),
  });
}
