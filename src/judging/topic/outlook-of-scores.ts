import { MORE_TEXTS, type Outlook } from '../../model/outlook.js';
import { mean, sum } from '../../support/statistics.js';
import { createAcceptance, type AcceptanceParameters } from './acceptance.js';
import type { ExcerptScores } from './ensemble-rule.js';
import type { TrainingText } from './excerpts.js';
import { countedWords } from './page-content.js';
import { rounded } from './rounding.js';
import { scarceNouns } from './scarce-nouns.js';
import type { Boundary, TrainingSet } from './scorer.js';

/** The scores of a corpus, each by a model that had not seen the text. */
export interface SeenScores {
  /** Of whole texts; NaN where a text holds nothing to judge by. */
  readonly whole: readonly number[];
  readonly excerpts: ExcerptScores;
}

/** Counted words of an excerpt that is as long as a web page. */
const PAGE_WORDS = { least: 200, most: 600 };
/** How much oftener pages of the Web are missed than excerpts of texts like the corpus. */
const MISSED_OFTENER = 2;
/** The exponent by which the share that is missed falls with the number of texts. */
const LEARNING = 0.3;

/**
 * Estimates how much a topic would find, without labels and without further training. An excerpt of a text, scored by a model that has
 * not seen the text, stands in for a page; a text without an excerpt of such a length stands in as a whole. Let x be the number of
 * texts that miss the threshold with which a crawl begins (a text of several excerpts counts by their share), of N:
 *
 *     m = (x + 1) / (N + 2)            the share missed of texts like these, by Laplace's rule of succession
 *     found = 1 − 2 · m                pages of the Web are missed twice as often
 *     with K more = 1 − 2 · m · (N / (N + K))^0.3
 *
 * The factor and the exponent are round numbers, chosen on three topics of the Wikispeedia collection. The means fit with 10 to 30
 * texts; with 3 and 5 the estimate is 0.1 to 0.2 too low. For a single topic it is off by 0.2 (root mean square; docs/judging.md),
 * because it cannot tell whether the texts cover the topic that a person has in mind. It does not cover pages that are wrongly accepted.
 * Models trained with halves of the corpus were measured for the curve and left out: at the threshold of all texts they miss so much
 * more that the curve becomes far too steep.
 */
export function outlookOf(
  set: TrainingSet,
  { whole, excerpts }: SeenScores,
  { slope, shift }: Boundary,
  acceptance: AcceptanceParameters,
): Outlook {
  const [threshold = 0] = createAcceptance(acceptance).thresholds();
  const isMissed = (score: number): number => (slope * score + shift >= threshold ? 0 : 1);
  const texts = set.corpus.length;
  const missed = set.corpus.map((text, place) => {
    const scores = pageScores(text, whole[place] ?? Number.NaN, excerpts[place] ?? []);
    return mean(scores.map(isMissed)) ?? 1;
  });
  const share = (sum(missed) + 1) / (texts + 2);
  const found = (of: number): number => rounded(Math.max(1 - MISSED_OFTENER * of, 0));
  return {
    texts,
    found: found(share),
    foundWithMore: found(share * (texts / (texts + MORE_TEXTS)) ** LEARNING),
    scarce: scarceNouns(set),
  };
}

/** The scores of the excerpts of a text that are as long as a page, or of the text. */
function pageScores(text: TrainingText, whole: number, scores: readonly number[]): readonly number[] {
  const ofPages = (text.excerpts ?? []).flatMap((excerpt, place) => {
    const words = countedWords(excerpt);
    const score = scores[place];
    return score !== undefined && words >= PAGE_WORDS.least && words <= PAGE_WORDS.most ? [score] : [];
  });
  return ofPages.length > 0 ? ofPages : [whole];
}
