import { areEnoughLabels } from '../../model/label-use.js';
import { sigmoid } from '../learning/logistic-regression.js';
import type { Acceptance, AcceptanceWish } from '../../model/judging.js';
import type { Judgement } from '../../model/topic.js';
import { createSortedWindow, type SortedWindow } from '../../support/sorted-window.js';
import { clamp } from '../../support/statistics.js';
import { ADAPTED_DEVIATION, provenThreshold } from './labelled-threshold.js';
import { without } from '../../support/without.js';
import { LIKENESS } from './prose.js';

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
  readonly hasSpace: boolean;
}

/** What labels say of where the topic begins. */
export interface LabelledAnchor {
  /** The log odds from which a page is more likely about the topic than not. */
  readonly threshold: number;
  /** How many there are. */
  readonly count: number;
}

/** The share of the way to the corpus; with a space of words, scores of other kinds of pages fall less. */
const SHARE = { same: 0.75, slope: 2.1, least: 0.4, most: 0.9, withSpace: 0.08 };
const SHIFT: Readonly<Record<string, number>> = { precise: 0.12, balanced: 0, broad: -0.12 };
/** Which quantile of the pages the way begins at, and between which positions it does: the lowest depends on their kind. */
const START = { quantile: 0.25, slope: 2.5, least: -0.3, most: 0.35 };
/** Pages beyond this position are likely about the topic. The threshold falls by half of their share beyond the usual one. */
const CROWD = { from: 0.45, usual: 0.05, most: 0.4, weight: 0.5 };
/** Positions between which the threshold lies, whatever pages come. */
const LIMITS = { least: 0.3, most: 0.9 };
/** What typical web pages are like, until the pages of the crawl outnumber them: their likeness, and their positions. */
const FIRST_GUESS = {
  likeness: LIKENESS.typical,
  positions: [-0.08, -0.05, -0.02, 0, 0.02, 0.04, 0.06, 0.08, 0.1, 0.13, 0.16, 0.2, 0.26, 0.34, 0.44],
};
/** Number of latest pages that are looked at. Up to so many, the threshold does not depend on their order. */
export const REMEMBERED = 2000;
/** How far a position is taken for what it is; beyond, a score says no more. */
const FARTHEST = 5;

/**
 * Accepts pages by scores of the ensemble. The position of a page is 0 at the median of the background's held-out scores, and 1
 * at that of the corpus's. How far pages of the Web lie from the background depends on the topic, so the threshold starts from
 * where the pages themselves lie:
 *
 *     share     = 0.75 + 2.1 · (m − 1), between 0.4 and 0.9; 0.08 more with a space of words
 *     threshold = q + share · (1 − q) − 0.5 · c, between 0.3 and 0.9; precise 0.12 more, broad 0.12 less
 *
 * m is the median likeness to the background's prose ({@link proseMeasure}) of the pages judged so far. Pages of the
 * same kind as the corpus score like its own texts, and the best threshold is high. Pages of other kinds use other words and
 * score lower, so the threshold is about half way. q is the lower quartile of the pages' positions, which relevant pages do
 * not move while they are fewer than three quarters. It is at least 2.5 · (m − 1), between −0.3 and 0: among pages of the background's kind
 * the way begins at the background, and others may lie further from the topic. c is the share of pages beyond 0.45 that exceeds 5 %: where many
 * pages are relevant, F1 is best at a lower threshold. Until there are fifteen pages, {@link FIRST_GUESS} stands in for
 * them, and counts together with them from then on.
 * The scores alone are not enough: mixtures fitted to them, Otsu's threshold and the estimate of Saerens et al. (2002)
 * were measured and are worse.
 *
 * Labels win where they refute the threshold ({@link provenThreshold}): it is then the one that they say, whatever pages
 * come; `precise` and `broad` shift it as far. To move it with the kind of pages from there was measured and is worse.
 *
 * @param accept precise, balanced, broad, or the share itself, from 0 to 1
 */
export function createAcceptance(given: AcceptanceParameters, acceptAtFirst = 'balanced'): Acceptance {
  let [anchors, accept] = [given, acceptAtFirst];
  const unlabelled = without(given, 'labelled');
  const seen = firstGuess();
  /** Cached until the next page is noted. A resumed crawl notes many pages before it decides on one. */
  let position: number | undefined;
  const threshold = (): number => {
    position ??= positionFor(seen, accept, anchors);
    return oddsAt(position, anchors);
  };
  return {
    thresholds: () => [threshold()],
    mayAccept: ({ score, reason }) =>
      reason.likeness !== undefined &&
      // Answers that come later may move a labelled threshold anywhere.
      score >= sigmoid(Math.min(...[anchors, unlabelled].map((one) => lowestThreshold(one, accept)))),
    note: ({ score, reason }) => {
      if (reason.likeness === undefined) return;
      seen.likenesses.push(reason.likeness);
      seen.positions.push(positionOf(logit(score), given));
      position = undefined;
    },
    moves: () => SHIFT[accept] !== undefined && anchors.labelled === undefined,
    decide: (judgement) => decidedBy(judgement, sigmoid(threshold()), originOf(anchors, accept)),
    steer(wish) {
      position = undefined;
      accept = wish.accept ?? accept;
      if (wish.labels !== undefined) anchors = { ...given, ...labelledAnchor(wish.labels, given, seen) };
    },
  };
}

/** What the threshold depends on of the latest pages. */
interface SeenPages {
  readonly likenesses: SortedWindow;
  readonly positions: SortedWindow;
}

/** What labels of pages say of where the topic begins, where that is proven. The scores are probabilities. */
function labelledAnchor(
  labels: NonNullable<AcceptanceWish['labels']>,
  given: AcceptanceParameters,
  seen: SeenPages,
): Pick<Anchors, 'labelled'> {
  const scores = labels
    .filter(({ score }) => score > 0 && score < 1)
    .map(({ score, relevant }) => ({ odds: logit(score), positive: relevant }));
  if (!areEnoughLabels(scores)) return {};
  const before = oddsAt(positionFor(seen, 'balanced', given), given);
  const threshold = provenThreshold(scores, { threshold: before, deviation: ADAPTED_DEVIATION });
  return threshold === undefined ? {} : { labelled: { threshold, count: scores.length } };
}

/**
 * The threshold among pages of such kinds, where there are no labels and nobody wants more or less. Labelled pages were
 * chosen by their scores, so that their positions do not tell where others lie.
 */
export function thresholdAmong(anchors: AcceptanceParameters, likenesses: readonly number[]): number {
  const seen = firstGuess(Number.POSITIVE_INFINITY);
  for (const likeness of likenesses) seen.likenesses.push(likeness);
  return oddsAt(positionFor(seen, 'balanced', anchors), anchors);
}

/** @param limit pages that are kept */
function firstGuess(limit = REMEMBERED): SeenPages {
  const { likeness, positions } = FIRST_GUESS;
  return {
    likenesses: createSortedWindow(
      limit,
      positions.map(() => likeness),
    ),
    positions: createSortedWindow(limit, positions),
  };
}

function logit(probability: number): number {
  return Math.log(probability / (1 - probability));
}

function oddsAt(position: number, { background, corpus }: Anchors): number {
  return background + position * (corpus - background);
}

function positionOf(odds: number, { background, corpus }: Anchors): number {
  // Scores that do not separate at all have no positions.
  const way = corpus - background;
  return way > 0 ? clamp((odds - background) / way, -FARTHEST, FARTHEST) : 0;
}

/** The lowest threshold that {@link createAcceptance} may come to, whatever pages it meets, in log odds. */
export function lowestThreshold(anchors: AcceptanceParameters, accept = 'balanced'): number {
  return oddsAt(
    wished(accept, anchors, () => LIMITS.least),
    anchors,
  );
}

function positionFor(
  { likenesses, positions }: SeenPages,
  accept: string,
  anchors: AcceptanceParameters,
): number {
  return wished(accept, anchors, () => {
    const known = positions.size < 2 * FIRST_GUESS.positions.length ? firstGuess().positions : positions;
    const unlike = likenesses.quantile(0.5) - 1;
    const lowest = clamp(START.slope * unlike, START.least, 0);
    const start = clamp(known.quantile(START.quantile), lowest, START.most);
    const ofKind = clamp(SHARE.same + SHARE.slope * unlike, SHARE.least, SHARE.most);
    const share = ofKind + (anchors.hasSpace ? SHARE.withSpace : 0);
    const beyond = known.countAbove(CROWD.from) / known.size;
    const crowd = clamp(beyond - CROWD.usual, 0, CROWD.most);
    return clamp(start + share * (1 - start) - CROWD.weight * crowd, LIMITS.least, LIMITS.most);
  });
}

/** The position of the threshold as a person wants it; or as labels say, or pages. */
function wished(accept: string, { background, corpus, labelled }: Anchors, byPages: () => number): number {
  const shift = SHIFT[accept];
  if (shift === undefined) return Number(accept);
  if (labelled !== undefined) return (labelled.threshold - background) / (corpus - background) + shift;
  return byPages() + shift;
}

/** What the threshold stands on, in words. A number that a person gave stands for itself. */
function originOf({ labelled }: Anchors, accept: string): string {
  return labelled === undefined || SHIFT[accept] === undefined
    ? 'where the topic begins among pages of this kind'
    : `the threshold from ${labelled.count} labels`;
}

/**
 * The judgement under another threshold, where the score decides.
 * @param least the threshold, a probability as the score
 * @param origin what the threshold stands on, in words
 */
export function decidedBy(judgement: Judgement, least: number, origin: string): Judgement {
  if (judgement.reason.likeness === undefined) return judgement;
  const accepted = judgement.score >= least;
  const [verdict, comparison] = accepted ? ['accepted', 'reaches'] : ['rejected', 'is below'];
  const summary = `${verdict}: probability ${judgement.score.toFixed(3)} ${comparison} ${least.toFixed(3)}, ${origin}`;
  return {
    ...judgement,
    accepted,
    reason: { ...judgement.reason, summary, band: { low: least, high: null } },
  };
}
