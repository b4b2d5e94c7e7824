import type { WordReader } from '../../model/topic.js';
import { beginningOf, contentOfWords, nounsWithin, type PageContent } from './page-content.js';
import { toProfile } from './profile.js';

/** A text to learn from, with excerpts of the length of web pages. */
export interface TrainingText extends PageContent {
  /** Excerpts, each judged like a page; empty for a short text. */
  readonly excerpts?: readonly PageContent[];
  /** As how many texts it counts. Default: one. */
  readonly weight?: number;
}

/** As how many texts these count. */
export function totalWeight(texts: readonly TrainingText[]): number {
  return texts.reduce((sum, { weight = 1 }) => sum + weight, 0);
}

/** Counted words of an excerpt. The median page of the Web has some 400, an encyclopedia article four times as many. */
const EXCERPT_WORDS: readonly number[] = [60, 120, 240, 480, 960];
/** Minimum length of a text with excerpts, in lengths of the excerpt. */
const LEAST_RATIO = 1.3;

/** A distinct noun of a document. */
interface Noun {
  readonly lemma: string;
  readonly mentions: number;
  readonly iri?: string;
}

/** A document whose nouns were found in its {@link fullText}. */
export interface AnalysedDocument {
  readonly title: string;
  readonly text: string;
  readonly nouns: readonly Noun[];
  /** Offsets in UTF-16 code units, and the noun's index in `nouns`. */
  readonly mentions: readonly (readonly [begin: number, end: number, noun: number])[];
}

/**
 * A document with excerpts of about 60, 120, 240, 480 and 960 counted words. Every second one starts at the beginning of the
 * text, the others further down. The nouns of an excerpt are those at its share of the characters, as if all words were
 * equally long.
 */
export function trainingText(document: AnalysedDocument, words: WordReader): TrainingText {
  const headline = words(document.title);
  const read = words(document.text);
  const excerpt = (begin: number, end: number): PageContent => {
    const nounsUntil = (share: number) =>
      toProfile(mentioned(document, begin / read.length, (begin + share * (end - begin)) / read.length));
    const body = read.slice(begin, end);
    return { ...contentOfWords(headline, body, nounsUntil(1)), ...beginningOf(headline, body, nounsUntil) };
  };
  const whole = { ...excerpt(0, read.length), nouns: toProfile(document.nouns) };
  const excerpts = EXCERPT_WORDS.filter((length) => read.length >= LEAST_RATIO * length).map(
    (length, index): PageContent => {
      const begin = index % 2 === 0 ? 0 : Math.floor((read.length - length) / 2);
      return excerpt(begin, begin + length);
    },
  );
  return excerpts.length === 0 ? whole : { ...whole, excerpts };
}

/** The nouns of the title, and those between two shares of the text, with their mentions there. */
function mentioned(document: AnalysedDocument, from: number, to: number): Noun[] {
  const mentions = document.mentions.map(([begin, end, noun]) => ({ begin, end, noun }));
  const counts = new Map<number, number>();
  for (const { noun } of nounsWithin(document, mentions, from, to))
    counts.set(noun, (counts.get(noun) ?? 0) + 1);
  return document.nouns.flatMap((noun, place) => {
    const count = counts.get(place);
    return count === undefined ? [] : [{ ...noun, mentions: count }];
  });
}
