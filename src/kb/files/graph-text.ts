import oxigraph from 'oxigraph';
import type { ResultFormat } from '../../model/rdf.js';

/**
 * A graph that an engine gave, as Turtle or N-Triples in the one form that the product writes, each triple once.
 *
 * @param rdf the graph's text
 * @param mediaType how it is written: Turtle, N-Triples, RDF/XML
 * @param format what does not name N-Triples gets Turtle: a graph has no columns
 * @throws Error with the parser's words when the text is not of that type
 */
export function graphText(rdf: string, mediaType: string, format: ResultFormat): string {
  const store = new oxigraph.Store();
  store.load(rdf, { format: mediaType });
  return store.dump({
    format: format === 'ntriples' ? 'application/n-triples' : 'text/turtle',
    from_graph_name: oxigraph.defaultGraph(),
  });
}
