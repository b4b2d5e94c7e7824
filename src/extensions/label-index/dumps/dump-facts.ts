import type { LabelKind } from '../../../language/linking/labels/label-entry.js';

/** A statement of a dump about names and their use. */
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

/** A problem in a dump that was skipped. */
export interface DumpProblem {
  /** File and line. */
  readonly where: string;
  readonly message: string;
}

/** Receives the facts of a dump in their order. */
export interface DumpReceiver {
  readonly onFact: (fact: DumpFact) => void;
  readonly onProblem: (problem: DumpProblem) => void;
  /** BCP 47 primary tag of the labels to take. */
  readonly language: string;
}
