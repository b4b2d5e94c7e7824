import { compareTerms, type TermCounts } from '../../../judging/learning/term-counts.js';
import type { PageContent } from '../../../judging/topic/page-content.js';
import type { TrainingText } from '../../../judging/topic/scorer.js';
import { readBackground } from '../../../knowledge/files/background-file.js';
import { generalTexts } from '../../../knowledge/files/classifier-file.js';
import { backgroundAnnotatorName } from '../../../language/text/words-only-annotator.js';
import { packagedPath } from '../../../support/files/packaged-path.js';
import { remember } from '../../../support/remember.js';

/** Texts as classifiers read them, with the name and, where they are not the topic's own, the checksum of their source. */
export interface TrainingTexts {
  readonly name: string;
  readonly checksum?: string;
  readonly contents: readonly TrainingText[];
}

/** The file that comes with the package for a language, by its ISO 639-1 code; `scripts/make-background.js` makes it. */
export function boxedBackgroundFile(language: string): string {
  return packagedPath(`corpora/background-${language}.json.gz`);
}

/** The background of topics that were built without one: general texts in a language. It is read once. @throws InputError */
export const openBoxedBackground = remember(
  (language: string) => readBoxed(boxedBackgroundFile(language), language),
  10,
);

/** Reads such a file. @throws InputError when it is missing, damaged or of another version */
export async function readBoxed(file: string, language: string): Promise<TrainingTexts> {
  const { checksum, texts } = await readBackground(file, backgroundAnnotatorName(language));
  return { name: generalTexts(language), checksum, contents: unpackTexts(texts as PackedTexts) };
}

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
  const nounsOf = (packed: PackedCounts, isLinked: boolean) =>
    [...unpackCounts(packed, terms)].map((noun) => [...noun, isLinked] as const);
  const nouns = [...nounsOf(linked, true), ...nounsOf(unlinked, false)];
  nouns.sort(([a], [b]) => compareTerms(a, b));
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
