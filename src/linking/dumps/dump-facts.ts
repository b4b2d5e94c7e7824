import type { LabelKind } from '../labels/label-entry.js';

/** What a dump says of a resource, as far as names and their use are concerned. */
export type DumpFact =
  | {
      readonly kind: 'label';
      readonly iri: string;
      readonly label: string;
      readonly as: Exclude<LabelKind, 'redirect'>;
    }
  /** The resource is another name of the target. */
  | { readonly kind: 'redirect'; readonly iri: string; readonly target: string }
  /** The resource is a disambiguation page, one of whose meanings is the target. */
  | { readonly kind: 'disambiguates'; readonly iri: string; readonly target: string }
  /** How often the resource is linked to, or another figure of that kind; several add up. */
  | { readonly kind: 'popularity'; readonly iri: string; readonly count: number }
  /** How often that text was used to link to the resource. */
  | { readonly kind: 'anchor'; readonly iri: string; readonly label: string; readonly count: number }
  /** Words that go with the resource: a description, the name of its type. */
  | { readonly kind: 'context'; readonly iri: string; readonly text: string };

/** Something in a dump that was passed over. */
export interface DumpProblem {
  /** File and line. */
  readonly where: string;
  readonly message: string;
}

/** Whoever reads a dump is handed what it says, in its order. */
export interface DumpReceiver {
  readonly onFact: (fact: DumpFact) => void;
  readonly onProblem: (problem: DumpProblem) => void;
  /** BCP 47 primary tag of the labels to take. */
  readonly language: string;
}
