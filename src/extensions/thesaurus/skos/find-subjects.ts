import type { LabelMatch, LabelMatcher } from './label-matcher.js';
import { neighboursOf, type Vocabulary } from './vocabulary.js';

/** Weights of the parts of a text. Chosen on Reuters-21578 and Debian's packages by `bench/subjects.ts`. */
export interface SubjectWeights {
  /** Added for a concept that the title names. */
  readonly title: number;
  /** Added for a concept that the first words name; less for later ones, in proportion. */
  readonly early: number;
  /** Share of the weights of neighbours that a concept gains, at most as much as it has itself. */
  readonly support: number;
  /** Factor of a concept with a narrower one among the concepts of the text: that one says more. */
  readonly broader: number;
  /** Factor for labels that are hidden, such as misspellings. */
  readonly hidden: number;
}

/** The weights that are used. */
export const SUBJECT_WEIGHTS: SubjectWeights = {
  ...{ title: 2, early: 2, support: 0.6, broader: 0.3, hidden: 0.7 },
};

/** A concept that a text is about. */
interface FoundSubject {
  readonly concept: number;
  /** 1 for the strongest of the text. */
  readonly weight: number;
}

/** Services for finding subjects. */
interface SubjectDeps {
  readonly vocabulary: Vocabulary;
  readonly matcher: LabelMatcher;
  readonly weights?: SubjectWeights;
}

interface Mentions {
  count: number;
  first: number;
  words: number;
  inTitle: boolean;
  isHidden: boolean;
}

/** The concepts that a text names, the strongest first. */
export function findSubjects(
  { title, text }: { readonly title: string; readonly text: string },
  { vocabulary, matcher, weights = SUBJECT_WEIGHTS }: SubjectDeps,
): readonly FoundSubject[] {
  const [ofTitle, ofText] = [matcher.find(title), matcher.find(text)];
  const length = Math.max(1, matcher.count(text));
  const mentions = mentionsOf(ofTitle, ofText, chooseSense(vocabulary, [...ofTitle, ...ofText]));
  const direct = new Map<number, number>();
  for (const [concept, one] of mentions) {
    const place =
      1 + (one.inTitle ? weights.title : 0) + weights.early * (1 - Math.min(1, one.first / length));
    // Long labels are rarely meant otherwise.
    const label = one.words * (one.isHidden ? weights.hidden : 1);
    direct.set(concept, (1 + Math.log(one.count)) * place * label);
  }
  const scored = [...direct].map(([concept, own]): [number, number] => [
    concept,
    supported(concept, own, direct, vocabulary, weights),
  ]);
  scored.sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  const strongest = scored[0]?.[1] ?? 1;
  return scored.map(([concept, weight]) => ({ concept, weight: weight / strongest }));
}

function supported(
  concept: number,
  own: number,
  direct: ReadonlyMap<number, number>,
  vocabulary: Vocabulary,
  weights: SubjectWeights,
): number {
  let around = 0;
  for (const other of neighboursOf(vocabulary, concept)) around += direct.get(other) ?? 0;
  const hasNarrower = (vocabulary.narrower[concept] ?? []).some((other) => direct.has(other));
  return (own + Math.min(own, weights.support * around)) * (hasNarrower ? weights.broader : 1);
}

function mentionsOf(
  ofTitle: readonly LabelMatch[],
  ofText: readonly LabelMatch[],
  senseOf: (match: LabelMatch) => number | undefined,
): ReadonlyMap<number, Mentions> {
  const mentions = new Map<number, Mentions>();
  for (const [isTitle, matches] of [
    [true, ofTitle],
    [false, ofText],
  ] as const)
    for (const match of matches) {
      const concept = senseOf(match);
      if (concept === undefined) continue;
      const first = isTitle ? 0 : match.word;
      const known = mentions.get(concept) ?? {
        count: 0,
        first,
        words: match.words,
        inTitle: false,
        isHidden: true,
      };
      known.count += 1;
      known.first = Math.min(known.first, first);
      known.words = Math.max(known.words, match.words);
      known.inTitle ||= isTitle;
      known.isHidden &&= match.kind === 'hidden';
      mentions.set(concept, known);
    }
  return mentions;
}

/**
 * Which concept a label means that names several: the one with the most neighbours among the concepts that are named beyond
 * doubt, then the one that the label names as the preferred one.
 */
export function chooseSense(
  vocabulary: Vocabulary,
  matches: readonly LabelMatch[],
): (match: LabelMatch) => number | undefined {
  const certain = new Set(matches.flatMap(({ concepts }) => (concepts.length === 1 ? concepts : [])));
  const support = (concept: number): number =>
    neighboursOf(vocabulary, concept).filter((other) => certain.has(other)).length;
  return ({ concepts }) => {
    if (concepts.length < 2) return concepts[0];
    return [...concepts]
      .map((concept) => [concept, support(concept)] as const)
      .sort((a, b) => b[1] - a[1])[0]?.[0];
  };
}
