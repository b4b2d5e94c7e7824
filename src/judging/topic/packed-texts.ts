import { compareTerms, type TermCounts } from '../learning/term-counts.js';
import type { TrainingText } from './training-text.js';
import type { PageContent } from './page-content.js';
import {
  numbersOf,
  packCounts,
  placesOf,
  sortedTerms,
  stepsOf,
  unpackCounts,
  type PackedCounts,
  type Steps,
} from '../../support/files/packed-counts.js';
import type { DocumentProfile } from './profile.js';

/** The body of a text, its linked nouns and its other nouns; with its beginning, where it has one. */
export type PackedContent = readonly [
  body: PackedCounts,
  linked: PackedCounts,
  unlinked: PackedCounts,
  beginning?: PackedContent,
];

/** A text as numbers. */
export interface PackedText {
  /** The places of its terms in the table. */
  readonly terms: Steps;
  readonly headline: PackedCounts;
  readonly whole: PackedContent;
}

/** Texts as numbers into one table of sorted terms. Plain data. */
export interface PackedTexts {
  readonly terms: readonly string[];
  readonly texts: readonly PackedText[];
}

/**
 * Packs texts without keywords and links, as those of corpora are. What is packed says how often each word and noun occurs,
 * and not in which order. The same texts give the same data.
 */
export function packTexts(texts: readonly TrainingText[]): PackedTexts {
  const own = texts.map((text) => sortedTerms(contentsOf(text).flatMap(termsOf)));
  const terms = sortedTerms(own.flat());
  const placeInTable = placesOf(terms);
  return {
    terms,
    texts: texts.map((text, index) => {
      const termsOfText = own[index] ?? [];
      const placeOf = placesOf(termsOfText);
      return {
        terms: stepsOf(termsOfText.map(placeInTable)),
        headline: packCounts(text.sections.headline, placeOf),
        whole: packContent(text, placeOf),
      };
    }),
  };
}

/** The texts that {@link packTexts} packed. Their words and nouns are sorted. */
export function unpackTexts({ terms: table, texts }: PackedTexts): TrainingText[] {
  return texts.map(({ terms: steps, headline, whole }) => {
    const terms = numbersOf(steps).map((place) => table[place] ?? '');
    return unpackContent(whole, unpackCounts(headline, terms), terms);
  });
}

/** A content and all that it contains. */
function contentsOf(text: TrainingText): readonly PageContent[] {
  return text.beginning === undefined ? [text] : [text, text.beginning];
}

function termsOf({ sections, nouns }: PageContent): readonly string[] {
  return [...sections.headline.keys(), ...sections.body.keys(), ...nouns.lemmas];
}

function packContent(
  { sections, nouns, beginning }: PageContent,
  placeOf: (term: string) => number,
): PackedContent {
  const mentions = (isLinked: boolean): TermCounts =>
    new Map(
      nouns.lemmas.flatMap((lemma, place) =>
        nouns.linked[place] === isLinked ? [[lemma, nouns.mentions[place] ?? 0] as const] : [],
      ),
    );
  const [body, linked, unlinked] = [sections.body, mentions(true), mentions(false)].map((counts) =>
    packCounts(counts, placeOf),
  ) as [PackedCounts, PackedCounts, PackedCounts];
  return beginning === undefined
    ? [body, linked, unlinked]
    : [body, linked, unlinked, packContent(beginning, placeOf)];
}

function unpackContent(
  [body, linked, unlinked, beginning]: PackedContent,
  headline: TermCounts,
  terms: readonly string[],
): PageContent {
  const none: TermCounts = new Map();
  return {
    sections: { headline, keywords: none, anchors: none, body: unpackCounts(body, terms) },
    nouns: profileOf(unpackCounts(linked, terms), unpackCounts(unlinked, terms)),
    ...(beginning === undefined ? {} : { beginning: unpackContent(beginning, headline, terms) }),
  };
}

function profileOf(linked: TermCounts, unlinked: TermCounts): DocumentProfile {
  const nouns = [
    ...[...linked].map(([lemma, mentions]) => ({ lemma, mentions, isLinked: true })),
    ...[...unlinked].map(([lemma, mentions]) => ({ lemma, mentions, isLinked: false })),
  ].sort((a, b) => compareTerms(a.lemma, b.lemma));
  return {
    lemmas: nouns.map(({ lemma }) => lemma),
    mentions: nouns.map(({ mentions }) => mentions),
    linked: nouns.map(({ isLinked }) => isLinked),
  };
}
