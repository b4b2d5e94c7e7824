import { logOdds, sigmoid, trainLogisticRegression } from '../../learning/logistic-regression.js';
import { sparseVector, type SparseVector } from '../../learning/sparse-vector.js';
import { sum } from '../../support/statistics.js';
import type { HostBook } from './host-book.js';
import type { LinkPanel } from './link-panel.js';

/** How many relevant pages a crawl has not found yet, as far as it can tell. */
export interface RemainingPages {
  /** Requests and accepted pages when this was estimated. */
  readonly requests: number;
  readonly found: number;
  /** Pages that the crawl could still find and would accept, with a 90 % interval. */
  readonly left: number;
  readonly low: number;
  readonly high: number;
  /** Of `left`: those in the queue, and those on hosts that were not met yet. */
  readonly inQueue: number;
  readonly unseen: number;
  /** Found pages as a share of all, with a 90 % interval. */
  readonly recall: number;
  readonly recallLow: number;
  readonly recallHigh: number;
  /** URLs that were drawn at random from the queue and requested, and those of them that were accepted. */
  readonly samples: number;
  readonly samplesAccepted: number;
}

/** What was requested of a host, and accepted. */
export interface HostYield {
  readonly requests: number;
  readonly accepted: number;
}

/** A request as it was known before it was made, and whether it brought a relevant page. */
export interface Request {
  /** Fetched pages that linked to it, by their verdicts. */
  readonly byAccepted: number;
  readonly byOther: number;
  readonly host: HostYield;
  readonly accepted: boolean;
  /** True where it was drawn at random. */
  readonly sample: boolean;
}

/** What an estimate is made of. */
export interface EstimateParts {
  /** The last requests that pages linked to, the oldest first, and all that were drawn at random. */
  readonly requests: readonly Request[];
  readonly samples: readonly Request[];
  readonly panel: LinkPanel;
  readonly hosts: HostBook;
  /** URLs in the queue. */
  readonly queued: number;
  readonly accepted: number;
  readonly fetched: number;
}

/** Requests count half after this share of all of them, since a crawl finds less and less. */
const HALF_LIFE = 0.5;
/** What a random sample counts in the model, compared with the last request. */
const SAMPLE_WEIGHT = 5;
/** The model of the queue counts as much as so many relevant pages among the samples. */
const MODEL_WEIGHT = 0.4;
/**
 * Relevant pages of a host that is yet to be found, compared with those of the relevant hosts so far and their share: a
 * crawler meets the best hosts first.
 */
const LATE_HOSTS = 0.6;
/** Variance of the pages on such hosts, in units of its square. */
const HOST_VARIANCE = 2.5;
/** Standard normal quantile of a two-sided 90 % interval. */
const Z = 1.645;

/**
 * Estimates how many relevant pages are left.
 *
 * 1. A logistic regression predicts whether a URL is relevant from the pages that link to it (how many of them were
 *    accepted and how many not) and from what its host has brought. It learns from the requests so far, the last ones
 *    and the random samples counting most.
 * 2. Its sum over the queue is corrected by the random samples: hits among them are taken as Poisson with the predicted
 *    mean times a factor, whose prior is a gamma distribution around 1.
 * 3. Hosts that no requested page links to are estimated by capture and recapture: Chao's lower bound (Chao 1987,
 *    bias-corrected) over independent discoveries, which are links from different other hosts; at most as many as are
 *    known. They hold relevant pages in the proportion of the hosts so far.
 * 4. The interval is log-normal, as Chao's, of the number of remaining pages and one more.
 *
 * The constants were chosen on simulated crawls of two webs, for coverage (`npm run bench -- stopping`). Chao's bound
 * over pages, as Bron et al. (TOIS 2025) use it over reviewers, is far too low here, since pages of a site are linked
 * alike: what it misses waits in the queue, or on hosts that were not met.
 */
export function estimateRemaining(parts: EstimateParts): RemainingPages {
  const { samples, accepted: found, fetched } = parts;
  const predict = learn(parts.requests);
  const hits = samples.filter(({ accepted }) => accepted).length;
  const correction = (MODEL_WEIGHT + hits) / (MODEL_WEIGHT + sum(samples.map(predict)));
  const inQueue = expectedInQueue(parts, (request) => Math.min(1, correction * predict(request)));
  const unseen = expectedOnUnseenHosts(parts);
  const left = inQueue + unseen;
  const variance = (inQueue ** 2 / (MODEL_WEIGHT + hits) + HOST_VARIANCE * unseen ** 2) / (left + 1) ** 2;
  const spread = Math.exp(Z * Math.sqrt(Math.log(1 + variance + 1 / (left + 1))));
  const low = Math.max(0, Math.floor((left + 1) / spread - 1));
  const high = Math.ceil((left + 1) * spread - 1);
  const recall = (missing: number): number => (found + missing === 0 ? 0 : found / (found + missing));
  return {
    requests: fetched,
    found,
    left,
    low,
    high,
    inQueue,
    unseen,
    recall: recall(left),
    recallLow: recall(high),
    recallHigh: recall(low),
    samples: samples.length,
    samplesAccepted: hits,
  };
}

/** Chao's lower bound for what was never met, by what was met once and twice; bias-corrected, so that twice may be 0. */
export function chao(once: number, twice: number): number {
  return (once * Math.max(0, once - 1)) / (2 * (twice + 1));
}

type Known = Omit<Request, 'accepted' | 'sample'>;

function learn(requests: readonly Request[]): (request: Known) => number {
  const weights = requests.map(({ sample }, place) =>
    sample ? SAMPLE_WEIGHT : 0.5 ** ((requests.length - 1 - place) / (HALF_LIFE * requests.length)),
  );
  const hits = sum(weights.filter((_, place) => requests[place]?.accepted === true));
  const rate = (hits + 0.5) / (sum(weights) + 1);
  const examples = requests.map((request, place) => ({
    vector: featuresOf(request, rate),
    positive: request.accepted,
    weight: weights[place] ?? 0,
  }));
  const model = trainLogisticRegression(examples, FEATURES, 1);
  return (request) => sigmoid(logOdds(model, featuresOf(request, rate)));
}

const FEATURES = 4;

function featuresOf({ byAccepted, byOther, host }: Known, rate: number): SparseVector {
  const share = (byAccepted + rate) / (byAccepted + byOther + 1);
  const yielded = (host.accepted + 2 * rate) / (host.requests + 2);
  return sparseVector([
    [0, Math.log1p(byAccepted)],
    [1, Math.log1p(byOther)],
    [2, logit(share)],
    [3, logit(yielded)],
  ]);
}

function logit(share: number): number {
  const within = Math.min(1 - 1e-4, Math.max(1e-4, share));
  return Math.log(within / (1 - within));
}

function expectedInQueue(
  { panel, hosts, queued }: EstimateParts,
  chanceOf: (request: Known) => number,
): number {
  let [waiting, expected] = [0, 0];
  for (const [, { host, byAccepted, byOther, state }] of panel.urls()) {
    if (state !== 'queued') continue;
    waiting += 1;
    expected += chanceOf({ byAccepted, byOther, host: hosts.of(host) });
  }
  // The panel may be a part of the queue, and sitemaps name URLs that no page links to.
  return waiting === 0 ? 0 : expected * Math.max(1, queued / waiting);
}

function expectedOnUnseenHosts({ hosts, accepted }: EstimateParts): number {
  let [once, twice, requested, relevant] = [0, 0, 0, 0];
  for (const host of hosts.all()) {
    once += Number(host.linkedFrom.length === 1);
    twice += Number(host.linkedFrom.length === 2);
    requested += Number(host.requests > 0);
    relevant += Number(host.accepted > 0);
  }
  if (relevant === 0) return 0;
  const unseen = Math.min(chao(once, twice), hosts.size);
  return LATE_HOSTS * unseen * (relevant / requested) * (accepted / relevant);
}
