/**
 * Way in which a label names its resource, strongest first: `rdfs:label` and `skos:prefLabel`; `skos:altLabel`; the label of a
 * redirect.
 */
export type LabelKind = 'preferred' | 'alternative' | 'redirect';

/** A name of a resource. */
export interface LabelEntry {
  /** As written, without markup. */
  readonly label: string;
  readonly iri: string;
  readonly kind: LabelKind;
}
