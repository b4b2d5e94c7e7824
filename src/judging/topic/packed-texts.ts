import { compareTerms, type TermCounts } from '../learning/term-counts.js';
import type { PageContent } from './page-content.js';
import type { TrainingText } from './training-text.js';

/** Ascending numbers: the first, and of the others how far each is from the one before. */
type Steps = readonly number[];

/** Counts of the terms of a text: for each count, ascending, the count and the places of its terms among those of the text. */
type PackedCounts = readonly (number | Steps)[];

/** The body of a text, its linked nouns and its other nouns; with its beginning, where it has one. */
type PackedContent = readonly [
  body: PackedCounts,
  linked: PackedCounts,
  unlinked: PackedCounts,
  beginning?: PackedContent,
];

/** Texts as numbers into one table of sorted terms, as `scripts/pack-texts.js` packs them. Plain data. */
export interface PackedTexts {
  readonly terms: readonly string[];
  readonly texts: readonly {
    /** The places of its terms in the table. */
    readonly terms: Steps;
    readonly headline: PackedCounts;
    readonly whole: PackedContent;
  }[];
}

/** Unpacks texts. Their words and nouns are sorted. */
export function unpackTexts({ terms: table, texts }: PackedTexts): TrainingText[] {
  return texts.map(({ terms: steps, headline, whole }) => {
    const terms = numbersOf(steps).map((place) => table[place] ?? '');
    return unpackContent(whole, unpackCounts(headline, terms), terms);
  });
}

function numbersOf(steps: Steps): number[] {
  let number = 0;
  return steps.map((step) => (number += step));
}

function unpackCounts(packed: PackedCounts, terms: readonly string[]): TermCounts {
  const counted: (readonly [place: number, count: number])[] = [];
  let count = 0;
  for (const part of packed) {
    if (typeof part === 'number') count = part;
    else for (const place of numbersOf(part)) counted.push([place, count]);
  }
  return new Map(counted.sort(([a], [b]) => a - b).map(([place, times]) => [terms[place] ?? '', times]));
}

function unpackContent(
  [body, linked, unlinked, beginning]: PackedContent,
  headline: TermCounts,
  terms: readonly string[],
): PageContent {
  const none: TermCounts = new Map();
  const nouns = [linked, unlinked]
    .flatMap((packed) =>
      [...unpackCounts(packed, terms)].map((noun) => [...noun, packed === linked] as const),
    )
    .sort(([a], [b]) => compareTerms(a, b));
  return {
    sections: { headline, keywords: none, anchors: none, body: unpackCounts(body, terms) },
    nouns: {
      lemmas: nouns.map(([lemma]) => lemma),
      mentions: nouns.map(([, mentions]) => mentions),
      linked: nouns.map(([, , isLinked]) => isLinked),
    },
    ...(beginning === undefined ? {} : { beginning: unpackContent(beginning, headline, terms) }),
  };
}
