export interface Subject {
  readonly iri: string;
  /** Its name, in the language of the topic where it has one. */
  readonly label: string;
  /** 1 for the strongest of the page, down to 0. */
  readonly weight: number;
  readonly broader?: readonly Pick<Subject, 'iri' | 'label'>[];
  /** Concepts of other vocabularies that mean the same, such as those of DBpedia. */
  readonly matches?: readonly string[];
}

/** Finds the subjects of a page; none where it names no concept. */
export type FindSubjects = (page: {
  readonly title: string;
  readonly text: string;
}) => Promise<readonly Subject[]>;
