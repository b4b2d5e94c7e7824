import { rdf, rdfs, skos } from '../../model/vocabulary.js';

const SKOS = 'http://www.w3.org/2004/02/skos/core#';
const XL = 'http://www.w3.org/2008/05/skos-xl#';
const ISO = 'http://purl.org/iso25964/skos-thes#';
const GVP = 'http://vocab.getty.edu/ontology#';
const DCTERMS = 'http://purl.org/dc/terms/';
const DC = 'http://purl.org/dc/elements/1.1/';

/** What a statement of SKOS says, as a case of the reader. */
export type SkosCase =
  | { readonly of: 'type' }
  | { readonly of: 'label' | 'labelNode'; readonly kind: number }
  | { readonly of: 'literalForm' | 'otherLabel' | 'title' }
  | {
      readonly of:
        'broader' | 'narrower' | 'related' | 'match' | 'notation' | 'note' | 'scheme' | 'topConcept';
    };

const LABELS = ['prefLabel', 'altLabel', 'hiddenLabel'] as const;

/** The predicates that are read, by IRI. */
export const SKOS_CASES: ReadonlyMap<string, SkosCase> = new Map<string, SkosCase>([
  [rdf.type, { of: 'type' }],
  ...LABELS.map((name, kind): [string, SkosCase] => [SKOS + name, { of: 'label', kind }]),
  ...LABELS.map((name, kind): [string, SkosCase] => [XL + name, { of: 'labelNode', kind }]),
  [`${XL}literalForm`, { of: 'literalForm' }],
  [rdfs.label, { of: 'otherLabel' }],
  [`${DCTERMS}title`, { of: 'title' }],
  [`${DC}title`, { of: 'title' }],
  ...[
    SKOS + 'broader',
    ISO + 'broaderGeneric',
    ISO + 'broaderInstantial',
    ISO + 'broaderPartitive',
    GVP + 'broaderPreferred',
  ].map((iri): [string, SkosCase] => [iri, { of: 'broader' }]),
  ...[SKOS + 'narrower', ISO + 'narrowerGeneric', ISO + 'narrowerInstantial', ISO + 'narrowerPartitive'].map(
    (iri): [string, SkosCase] => [iri, { of: 'narrower' }],
  ),
  [`${SKOS}related`, { of: 'related' }],
  [`${SKOS}exactMatch`, { of: 'match' }],
  [`${SKOS}notation`, { of: 'notation' }],
  ...['definition', 'scopeNote', 'example'].map((name): [string, SkosCase] => [SKOS + name, { of: 'note' }]),
  [skos.inScheme, { of: 'scheme' }],
  [skos.topConceptOf, { of: 'scheme' }],
  [skos.hasTopConcept, { of: 'topConcept' }],
]);

/** Types that decide what a resource is. */
export const SKOS_TYPES = {
  concept: skos.Concept,
  scheme: skos.ConceptScheme,
  collections: new Set([`${SKOS}Collection`, `${SKOS}OrderedCollection`]),
} as const;
