import oxigraph from 'oxigraph';
import type { ResultFormat } from '../../model/rdf.js';

/**
 * An engine's graph as normalised Turtle or N-Triples, without duplicates.
 *
 * @param rdf the graph's text
 * @param mediaType its format: Turtle, N-Triples, RDF/XML
 * @param format anything but N-Triples gives Turtle, since graphs have no tabular form
 * @throws Error of the parser when the text is not of that type
 */
export function graphText(rdf: string, mediaType: string, format: ResultFormat): string {
  const store = new oxigraph.Store();
  store.load(rdf, { format: mediaType });
  return store.dump({
    format: format === 'ntriples' ? 'application/n-triples' : 'text/turtle',
    from_graph_name: oxigraph.defaultGraph(),
  });
}
