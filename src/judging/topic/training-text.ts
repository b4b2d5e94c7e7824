import type { WordReader } from '../../model/topic.js';
import { trainLogisticRegression } from '../learning/logistic-regression.js';
import type { SparseVector } from '../../support/numeric/sparse-vector.js';
import { beginningOf, contentOfWords, nounsWithin, type PageContent } from './page-content.js';
import { toProfile } from '../../knowledge/krs/document-profile.js';
import { rounded } from '../../support/statistics.js';

export interface TrainingText extends PageContent {
  /** As how many texts it counts. Default: one. */
  readonly weight?: number;
}

/** Learns a logistic regression of corpus against background; both sides have the same total weight. */
export function separateTexts(
  { corpus, background }: Readonly<Record<'corpus' | 'background', readonly TrainingText[]>>,
  vectorOf: (text: TrainingText) => SparseVector,
  size: number,
  cost: number,
): { readonly weights: readonly number[]; readonly bias: number } {
  const balance = corpus.length === 0 ? 1 : totalWeight(background) / totalWeight(corpus);
  const examples = (texts: readonly TrainingText[], positive: boolean) =>
    texts.map((text) => ({
      vector: vectorOf(text),
      positive,
      weight: (positive ? balance : 1) * (text.weight ?? 1),
    }));
  const all = [...examples(corpus, true), ...examples(background, false)];
  const { weights, bias } = trainLogisticRegression(all, size, cost);
  return { weights: Array.from(weights, rounded), bias: rounded(bias) };
}

function totalWeight(texts: readonly TrainingText[]): number {
  return texts.reduce((sum, { weight = 1 }) => sum + weight, 0);
}

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

/** The words and nouns of a document, and those of its beginning, where it is long. */
export function trainingText(document: AnalysedDocument, words: WordReader): TrainingText {
  const headline = words(document.title);
  const body = words(document.text);
  return {
    ...contentOfWords(headline, body, toProfile(document.nouns)),
    ...beginningOf(headline, body, (share) => toProfile(mentioned(document, share))),
  };
}

function mentioned(document: AnalysedDocument, share: number): Noun[] {
  const mentions = document.mentions.map(([begin, end, noun]) => ({ begin, end, noun }));
  const counts = new Map<number, number>();
  for (const { noun } of nounsWithin(document, mentions, 0, share))
    counts.set(noun, (counts.get(noun) ?? 0) + 1);
  return document.nouns.flatMap((noun, place) => {
    const count = counts.get(place);
    return count === undefined ? [] : [{ ...noun, mentions: count }];
  });
}
