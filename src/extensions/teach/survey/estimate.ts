import type { KnownRemaining, RemainingPages, PageInterval } from '../../../model/remaining-pages.js';
import { sum } from '../../../support/statistics.js';
import type { AcceptanceCurve } from './acceptance-curve.js';
import { estimateByLinks, type LinkEvidence } from './link-estimate.js';
import { estimateByRate } from './rate-estimate.js';

/** Parts of an estimate. */
export interface EstimateParts extends LinkEvidence {
  readonly curve: AcceptanceCurve;
  /** URLs that are being requested. */
  readonly underWay: number;
  readonly accepted: number;
}

/** Largest factor by which the two estimates may differ; otherwise there is no figure. */
export const MAX_DISAGREEMENT = 3;
/** Pages that make no difference, as a share of those found. */
const NEGLIGIBLE = 0.02;

/**
 * Estimates how many relevant pages the crawl could still find: by links ({@link estimateByLinks}) and by acceptances per
 * request ({@link estimateByRate}). The figure is the geometric mean of the two, each and one more page; where they differ by
 * a factor of more than {@link MAX_DISAGREEMENT}, there is none. When nothing is queued or under way, nothing is left.
 */
export function estimateRemaining(parts: EstimateParts): RemainingPages {
  const { accepted: found, fetched: requests, samples, curve, queued, underWay } = parts;
  const basis = {
    ...{ requests, found, samples: samples.length },
    samplesAccepted: samples.filter(({ accepted }) => accepted).length,
  };
  if (queued + underWay === 0) {
    const none = { left: 0, low: 0, high: 0 };
    return { ...basis, byLinks: none, byRate: none, ...figure(none, found, { inQueue: 0, unseen: 0 }) };
  }
  const { inQueue, unseen, low, high, ahead } = estimateByLinks(parts);
  const byLinks = { left: inQueue + unseen, low, high };
  const byRate = estimateByRate(curve, ahead + underWay);
  const both = { ...basis, byLinks, byRate };
  if (disagreement(byLinks.left, byRate.left, found) > MAX_DISAGREEMENT)
    return { ...both, notKnown: whyNot(byLinks, byRate) };
  return {
    ...both,
    ...figure(combined(byLinks, byRate, unseen / Math.max(1e-9, byLinks.left)), found, { inQueue, unseen }),
  };
}

/** The factor by which two numbers of pages differ. Differences of a page, or of 2 % of those found, are none. */
function disagreement(one: number, other: number, found: number): number {
  const none = 1 + NEGLIGIBLE * found;
  return Math.exp(Math.abs(Math.log((one + none) / (other + none))));
}

function whyNot(byLinks: PageInterval, byRate: PageInterval): string {
  return `the links suggest about ${Math.round(byLinks.left)} more, the acceptances per request about ${Math.round(byRate.left)}`;
}

/**
 * The geometric mean of two estimates, each and one more page. The half-widths of the interval, in logarithms, are the mean
 * of both. Of pages on hosts that nobody has seen, acceptances say nothing: the larger their share, the closer the
 * half-widths come to the larger ones.
 */
function combined(byLinks: PageInterval, byRate: PageInterval, unseenShare: number): PageInterval {
  const between = (a: number, b: number): number => Math.abs(Math.log((a + 1) / (b + 1)));
  const below = [byLinks, byRate].map(({ left, low }) => between(left, low));
  const above = [byLinks, byRate].map(({ left, high }) => between(left, high));
  const width = (halves: readonly number[]): number =>
    (1 - unseenShare) * (sum(halves) / 2) + unseenShare * Math.max(...halves);
  const middle = Math.sqrt((byLinks.left + 1) * (byRate.left + 1));
  return {
    left: middle - 1,
    low: Math.max(0, Math.floor(middle / Math.exp(width(below)) - 1)),
    high: Math.ceil(middle * Math.exp(width(above)) - 1),
  };
}

function figure(
  { left, low, high }: PageInterval,
  found: number,
  parts: Pick<KnownRemaining, 'inQueue' | 'unseen'>,
): KnownRemaining {
  const recall = (missing: number): number => (found + missing === 0 ? 0 : found / (found + missing));
  return {
    ...{ left, low, high, ...parts },
    recall: recall(left),
    recallLow: recall(high),
    recallHigh: recall(low),
  };
}

/** True if a share of the relevant pages is found, by an estimate. */
export function isRecallReached(estimate: RemainingPages | undefined, recall: number): boolean {
  if (estimate === undefined || estimate.notKnown !== undefined) return false;
  return estimate.found > 0 && estimate.recall >= recall;
}
