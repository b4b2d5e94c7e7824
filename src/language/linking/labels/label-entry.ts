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

/** True if a tag in lower case is the language, a variant of it (`en-gb` for `en`), or empty. */
export function fitsLanguage(tag: string, language: string): boolean {
  return tag === '' || tag === language || tag.startsWith(`${language}-`);
}
