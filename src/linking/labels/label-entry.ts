/** How a label names its resource, strongest first: `rdfs:label` and `skos:prefLabel`; `skos:altLabel`; a redirect's. */
export type LabelKind = 'preferred' | 'alternative' | 'redirect';

/** A name of a resource, as the gazetteer takes it in. */
export interface LabelEntry {
  /** As it is written, free of markup. */
  readonly label: string;
  readonly iri: string;
  readonly kind: LabelKind;
}
