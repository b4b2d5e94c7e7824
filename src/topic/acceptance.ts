import { areEnoughLabels } from '../learning/enough-labels.js';
import { sigmoid } from '../learning/logistic-regression.js';
import type { Acceptance, AcceptanceWish } from '../model/judging.js';
import type { Judgement } from '../model/topic.js';
import { median } from '../support/statistics.js';
import { ADAPTED_DEVIATION, labelledThreshold } from './labelled-threshold.js';
import { without } from '../support/without.js';
import { READ_QUICKLY } from './quick-reading.js';

/** Scores between which the ensemble's threshold lies. */
export interface Anchors {
  /** The median log odds of held-out texts of the background, and of the corpus. */
  readonly background: number;
  readonly corpus: number;
  /** Where the topic begins among labelled pages, where there are any. */
  readonly labelled?: LabelledAnchor;
}

/** What the threshold depends on in addition to the pages. */
export interface AcceptanceParameters extends Anchors {
  /** With a word space, scores of other kinds of pages fall less, so the threshold is higher. */
  readonly hasSpace: boolean;
}

/** What labels say of where the topic begins. */
export interface LabelledAnchor {
  /** The log odds from which a page is more likely about the topic than not. */
  readonly threshold: number;
  /** How many there are. */
  readonly count: number;
}

const SHARE = { same: 0.75, slope: 2.5, least: 0.4, most: 0.9, withSpace: 0.08 };
const SHIFT: Readonly<Record<string, number>> = { precise: 0.12, balanced: 0, broad: -0.12 };
/** Typical likeness of web pages to an encyclopedia's prose, and how many pages this prior counts as. */
const FIRST_GUESS = { likeness: 0.88, pages: 15 };
/** Number of latest pages that the median covers. */
const REMEMBERED = 2000;

/**
 * Accepts pages by scores of the ensemble. The threshold lies between the median of the background's held-out scores (0)
 * and that of the corpus's (1):
 *
 *     share = 0.75 + 2.5 · (m − 1), between 0.4 and 0.9; 0.08 more with a space of words; precise 0.12 more, broad 0.12 less
 *
 * m is the median likeness to the background's prose ({@link proseMeasure}) of the pages judged so far. Pages of the
 * same kind as the corpus score like its own texts, and the best threshold is high. Pages of other kinds use other words and
 * score lower, so the threshold is about half way. Until the kind of the pages is known, {@link FIRST_GUESS} stands in for
 * it. The scores alone are not enough: mixtures fitted to them, Otsu's threshold and the estimate of Saerens et al. (2002)
 * were measured and are worse.
 *
 * Labels win: with them the threshold is the one that they say, whatever pages come; `precise` and `broad` shift it as
 * far. To move it with the kind of pages from there was measured and is worse.
 *
 * @param accept precise, balanced, broad, or the share itself, from 0 to 1
 */
export function createAcceptance(given: AcceptanceParameters, acceptAtFirst = 'balanced'): Acceptance {
  let [anchors, accept] = [given, acceptAtFirst];
  const unlabelled = without(given, 'labelled');
  const seen = firstGuess();
  /** Cached until the next page is noted. A resumed crawl notes many pages before it decides on one. */
  let share: number | undefined;
  const threshold = (): number => {
    share ??= shareFor(median(seen), accept, anchors);
    return thresholdAt(share, anchors);
  };
  return {
    thresholds: () => [threshold()],
    mayAccept: ({ score, reason }) =>
      reason.likeness !== undefined &&
      // Answers that come later may move a labelled threshold anywhere.
      score >= sigmoid(Math.min(...[anchors, unlabelled].map((one) => lowestThreshold(one, accept)))),
    note: ({ reason }) => {
      if (reason.likeness === undefined) return;
      seen.push(reason.likeness);
      if (seen.length > REMEMBERED) seen.shift();
      share = undefined;
    },
    decide: (judgement) =>
      judgement.reason.likeness === undefined
        ? judgement
        : decided(judgement, threshold(), originOf(anchors, accept)),
    steer(wish) {
      share = undefined;
      accept = wish.accept ?? accept;
      if (wish.labels !== undefined) anchors = { ...given, ...labelledAnchor(wish.labels, given, seen) };
    },
  };
}

/** What labels of pages say of where the topic begins, where there are enough. The scores are probabilities. */
function labelledAnchor(
  labels: NonNullable<AcceptanceWish['labels']>,
  given: AcceptanceParameters,
  seen: readonly number[],
): Pick<Anchors, 'labelled'> {
  const scores = labels
    .filter(({ score }) => score > 0 && score < 1)
    .map(({ score, relevant }) => ({ odds: Math.log(score / (1 - score)), positive: relevant }));
  if (!areEnoughLabels(scores)) return {};
  const prior = {
    threshold: thresholdAt(shareFor(median(seen), 'balanced', given), given),
    deviation: ADAPTED_DEVIATION,
  };
  return { labelled: { threshold: labelledThreshold(scores, prior), count: scores.length } };
}

/** The threshold among pages of such kinds, where there are no labels and nobody wants more or less. */
export function thresholdAmong(anchors: AcceptanceParameters, likenesses: readonly number[]): number {
  return thresholdAt(shareFor(median([...firstGuess(), ...likenesses]), 'balanced', anchors), anchors);
}

function firstGuess(): number[] {
  return Array.from({ length: FIRST_GUESS.pages }, () => FIRST_GUESS.likeness);
}

function thresholdAt(share: number, { background, corpus }: Anchors): number {
  return background + share * (corpus - background);
}

/** The lowest threshold that {@link createAcceptance} may come to, whatever pages it meets, in log odds. */
export function lowestThreshold(anchors: AcceptanceParameters, accept = 'balanced'): number {
  return thresholdAt(shareFor(-Infinity, accept, anchors), anchors);
}

function shareFor(
  likeness: number,
  accept: string,
  { background, corpus, hasSpace, labelled }: AcceptanceParameters,
): number {
  const shift = SHIFT[accept];
  if (shift === undefined) return Number(accept);
  if (labelled !== undefined) return (labelled.threshold - background) / (corpus - background) + shift;
  const share = SHARE.same + SHARE.slope * (likeness - 1);
  return Math.min(Math.max(share, SHARE.least), SHARE.most) + shift + (hasSpace ? SHARE.withSpace : 0);
}

/** What the threshold stands on, in words. A number that a person gave stands for itself. */
function originOf({ labelled }: Anchors, accept: string): string {
  return labelled === undefined || SHIFT[accept] === undefined
    ? 'where the topic begins among pages of this kind'
    : `the threshold from ${labelled.count} labels`;
}

/** The judgement under another threshold. Its score is a probability. */
function decided(judgement: Judgement, threshold: number, origin: string): Judgement {
  const least = sigmoid(threshold);
  const accepted = judgement.score >= least;
  const [verdict, comparison] = accepted ? ['accepted', 'reaches'] : ['rejected', 'is below'];
  const how = judgement.reason.annotator === undefined ? '' : READ_QUICKLY;
  const summary = `${verdict}: probability ${judgement.score.toFixed(3)} ${comparison} ${least.toFixed(3)}, ${origin}${how}`;
  return {
    ...judgement,
    accepted,
    reason: { ...judgement.reason, summary, band: { low: least, high: null } },
  };
}
