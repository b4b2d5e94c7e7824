import oxigraph from 'oxigraph';
import type { ResultFormat, Term } from '../../model/rdf.js';
import type { Answering } from '../places/store.js';
import { sha256 } from '../../support/hash.js';
import { givesGraph, queryKind } from '../queries/query-text.js';
import { rowFormat, rowsText } from './result-text.js';

const GENID = 'urn:x-sfwc:genid:';

/** An IRI in place of a blank node, which has no identity across requests (RDF 1.1 Concepts, section 3.5). */
export function skolemIri(origin: string, label: string): string {
  return `${GENID}${encodeURIComponent(origin)}:${encodeURIComponent(label)}`;
}

/** Blank nodes; literals and IRIs are matched only to skip them. */
const TERMS = /"(?:[^"\\]|\\.)*"?|<[^>]*>?|_:([^\s<>"]+)/g;

/** Replaces blank nodes in N-Quads by IRIs. */
export function skolemised(nquads: string, origin: string): string {
  return nquads.replace(TERMS, (term: string, label: string | undefined) =>
    label === undefined ? term : `<${skolemIri(origin, label)}>`,
  );
}

/** Wraps a knowledge base so that results show blank nodes instead of the IRIs of {@link skolemIri}. */
export function withBlankNodes(kb: Answering): Answering {
  const select: Answering['select'] = async (query, scope) => {
    const { variables, rows } = await kb.select(query, scope);
    const plain = rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, term]) => [name, blankTerm(term)])),
    );
    return { variables, rows: plain };
  };
  return {
    select,
    answer: async (query, format, scope) => {
      const kind = queryKind(query);
      if (kind === 'ASK') return kb.answer(query, format, scope);
      if (!givesGraph(kind)) return rowsText(await select(query, scope), rowFormat(kind, format));
      const ntriples = await kb.answer(query, 'ntriples', scope);
      return graphText(ntriples.replace(TERMS, blankText), 'application/n-triples', format);
    },
  };
}

function blankTerm(term: Term): Term {
  if (term.termType !== 'NamedNode' || !term.value.startsWith(GENID)) return term;
  return { termType: 'BlankNode', value: labelOf(term.value) };
}

function blankText(term: string): string {
  return term.startsWith(`<${GENID}`) ? `_:${labelOf(term.slice(1, -1))}` : term;
}

/** A valid N-Triples label that is the same for every occurrence of the IRI. */
function labelOf(iri: string): string {
  return `b${sha256(iri).slice(0, 16)}`;
}

/** An engine's graph as normalised Turtle or N-Triples, without duplicates. */
export function graphText(rdf: string, mediaType: string, format: ResultFormat): string {
  const store = new oxigraph.Store();
  store.load(rdf, { format: mediaType });
  return store.dump({
    format: format === 'ntriples' ? 'application/n-triples' : 'text/turtle',
    from_graph_name: oxigraph.defaultGraph(),
  });
}
