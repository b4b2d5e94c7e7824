import { DataFactory, type Quad } from 'n3';
import { rdf, sfwc, skos } from '../../model/vocabulary.js';
import { iri, text, truth } from '../../support/rdf/rdf-terms.js';
import { isIri } from '../../support/rdf/sparql-terms.js';
import type { ProposedFacet, ProposedTerm } from './suggest-thesaurus.js';

/**
 * Proposed facets as SKOS, one concept scheme each. Every concept has `sfwc:proposed true` and an editorial note with
 * the reason; both are removed when the concept is accepted.
 *
 * @param base prefix of the IRIs, ends in `#` or `/`
 */
export function thesaurusQuads(facets: readonly ProposedFacet[], base: string): Quad[] {
  return facets.flatMap((facet, index) => {
    const scheme = `${base}facet-${index + 1}`;
    return [
      ...statements(scheme, [
        [rdf.type, iri(skos.ConceptScheme)],
        [skos.prefLabel, english(facet.label)],
        [skos.editorialNote, text(`proposed: ${facet.note}`)],
      ]),
      ...facet.terms.flatMap((term) => termQuads(term, scheme, base)),
    ];
  });
}

type Object = ReturnType<typeof iri> | ReturnType<typeof text>;

function termQuads(term: ProposedTerm, scheme: string, base: string): Quad[] {
  const { lemma, synonyms, broader, documents, iri: meaning, note } = term;
  return statements(conceptIri(base, lemma), [
    [rdf.type, iri(skos.Concept)],
    [skos.inScheme, iri(scheme)],
    [skos.prefLabel, english(lemma)],
    ...synonyms.map((word): readonly [string, Object] => [skos.altLabel, english(word)]),
    broader === undefined ? [skos.topConceptOf, iri(scheme)] : [skos.broader, iri(conceptIri(base, broader))],
    ...(meaning !== undefined && isIri(meaning) ? [[skos.closeMatch, iri(meaning)] as const] : []),
    [sfwc.proposed, truth(true)],
    [skos.editorialNote, text(`proposed: in ${documents} documents; ${note}`)],
  ]);
}

function statements(subject: string, about: readonly (readonly [string, Object])[]): Quad[] {
  return about.map(([predicate, object]) => DataFactory.quad(iri(subject), iri(predicate), object));
}

function english(label: string): ReturnType<typeof text> {
  return DataFactory.literal(label, 'en');
}

/** Letters, digits and hyphens are kept, so that names can be written with a prefix; anything else is encoded. */
function conceptIri(base: string, lemma: string): string {
  const name = lemma
    .replace(/\s+/g, '-')
    .replace(/[^\p{L}\p{N}-]/gu, (character) => encodeURIComponent(character));
  return `${base}${name}`;
}
