import {
  logOdds,
  sigmoid,
  trainLogisticRegression,
  type LinearModel,
} from '../../../judging/learning/logistic-regression.js';
import type { SparseVector } from '../../../support/numeric/sparse-vector.js';
import { sum } from '../../../support/statistics.js';
import { createCurveCounter } from './acceptance-curve.js';
import type { HostBook, KnownHost } from './host-book.js';
import type { LinkPanel } from './link-panel.js';
import { mixtureQuantile, type Spread } from './log-normal-mixture.js';
import { rateQuantiles } from './rate-estimate.js';

/** Yield of the URLs of a host. */
export type HostYield = Pick<KnownHost, 'requests' | 'accepted' | 'answers'>;

/** A URL as it was known before it came to its end, and whether it brought a relevant page. */
export interface Request {
  /** Fetched pages that linked to it, by their verdicts. */
  readonly byAccepted: number;
  readonly byOther: number;
  readonly host: HostYield;
  readonly accepted: boolean;
  /** True where it was drawn at random. */
  readonly sample: boolean;
}

/** Evidence of an estimate by links. */
export interface LinkEvidence {
  /** The last URLs that pages linked to and that came to their end, the oldest first, and all that were drawn at random. */
  readonly requests: readonly Request[];
  readonly samples: readonly Request[];
  readonly panel: LinkPanel;
  readonly hosts: HostBook;
  /** Requests so far. */
  readonly fetched: number;
  /** URLs in the queue. */
  readonly queued: number;
  /** URLs that were linked to for the first time, per request of late. */
  readonly growth: number;
  /** Pages of one host that the crawl may request; may be infinite. */
  readonly maxPagesPerHost: number;
}

/** Estimate of the relevant pages that are left, by links. */
export interface LinkEstimate {
  /** Relevant pages in the queue. */
  readonly inQueue: number;
  /** Relevant pages on hosts that were not requested yet, in addition to those in the queue. */
  readonly unseen: number;
  /** A 90 % interval of their sum. */
  readonly low: number;
  readonly high: number;
  /** Requests that hosts may answer: for the URLs in the queue, and for those that they lead to. */
  readonly ahead: number;
}

/** Requests count half after this share of all of them, since a crawl finds less and less. */
const HALF_LIFE = 0.5;
/** Weight of a random sample in the model, compared with the last request. */
const SAMPLE_WEIGHT = 5;
/** The model of the queue counts as much as so many relevant pages among the samples. */
const MODEL_WEIGHT = 0.4;
/** Pages of a host that is yet to be requested, compared with the last ones: a crawler takes the best hosts first. */
const LATE_HOSTS = 0.6;
/** Hosts whose relevance is counted together at first. */
const HOSTS_PER_BIN = 3;
/** Standard normal quantile of a two-sided 90 % interval. */
const Z = 1.645;
/** A URL in the queue stands for so many requests at most, its own included. */
const MAX_FOLLOWERS = 20;
/** Variance of the pages of such a host, in units of the square of their mean. */
const HOST_VARIANCE = 2.5;

/**
 * Estimates from links how many relevant pages are left.
 *
 * 1. A logistic regression predicts whether a URL is relevant from the pages that link to it (how many of them were
 *    accepted and how many not) and from what its host has brought. It learns from the URLs that came to their end, also
 *    where the host did not answer; the last ones and the random samples count most.
 * 2. Its sum over the queue is corrected by the random samples: hits among them are taken as Poisson with the predicted
 *    mean times a factor, whose prior is a gamma distribution around 1. URLs of hosts that have not answered count nothing.
 * 3. What hosts hold that were not requested yet is read from the hosts that links led to so far, in two ways: relevant
 *    ones become rarer as they did, or they do not. The estimate is the geometric mean, and the interval reaches from the
 *    one to the other. The number of these hosts: those that wait in the queue, and those that no requested page links to, by capture and
 *    recapture: Chao's lower bound (Chao 1987, bias-corrected) over independent discoveries, which are links from different
 *    other hosts; at most as many as are known, and no more per request than so far. Hosts that do not answer are left out,
 *    and of those that were not tried, the share that has not answered so far.
 *
 * Chao's bound over pages, as Bron et al. (TOIS 2025) use it over reviewers, is far too low here, since pages of a site are
 * linked alike: what it misses waits in the queue, or on hosts that were not met.
 */
export function estimateByLinks(evidence: LinkEvidence): LinkEstimate {
  const { samples } = evidence;
  const learned = learn(evidence.requests);
  const hits = samples.filter(({ accepted }) => accepted).length;
  const correction =
    (MODEL_WEIGHT + hits) / (MODEL_WEIGHT + sum(samples.map((sample) => chanceOf(sample, learned))));
  const { inQueue, open } = expectedInQueue(evidence, learned, correction);
  const ahead = requestsAhead(open, evidence);
  const { rarer, steady } = expectedOnNewHosts(evidence, ahead);
  const unseen = Math.sqrt((rarer.mean + 1) * (steady.mean + 1)) - 1;
  const spread = inQueue ** 2 / (MODEL_WEIGHT + hits);
  const end = (probability: number): number => {
    const ends = [rarer, steady].map(({ mean, variance }) => {
      const whole = { weight: 1, mean: inQueue + mean, variance: spread + variance + inQueue + mean + 1 };
      return mixtureQuantile([whole], probability);
    });
    return probability < 0.5 ? Math.min(...ends) : Math.max(...ends);
  };
  return { inQueue, unseen, low: Math.floor(end(0.05)), high: Math.ceil(end(0.95)), ahead };
}

/** Chao's lower bound for what was never met, by what was met once and twice; bias-corrected, so that twice may be 0. */
export function chao(once: number, twice: number): number {
  return (once * Math.max(0, once - 1)) / (2 * (twice + 1));
}

type Known = Omit<Request, 'accepted' | 'sample'>;

/** Model of requests, and the share of them that was accepted. */
interface Learned {
  readonly model: LinearModel;
  readonly rate: number;
}

/** The chance that a URL is relevant. */
function chanceOf(request: Known, { model, rate }: Learned): number {
  return request.host.answers === false ? 0 : sigmoid(logOdds(model, featuresOf(request, rate)));
}

function learn(requests: readonly Request[]): Learned {
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
  return { model: trainLogisticRegression(examples, FEATURES, 1), rate };
}

const FEATURES = 5;

function featuresOf({ byAccepted, byOther, host }: Known, rate: number): SparseVector {
  const share = (byAccepted + rate) / (byAccepted + byOther + 1);
  const yielded = (host.accepted + 2 * rate) / (host.requests + 2);
  const all = [
    Math.log1p(byAccepted),
    Math.log1p(byOther),
    logit(share),
    logit(yielded),
    Number(host.answers === undefined),
  ];
  // Of each URL of the panel: `sparseVector` sorts, and makes a list for each feature.
  const vector = { places: new Array<number>(), values: new Array<number>() };
  for (let place = 0; place < FEATURES; place += 1) {
    const value = all[place] ?? 0;
    if (value === 0) continue;
    vector.places.push(place);
    vector.values.push(value);
  }
  return vector;
}

function logit(share: number): number {
  const within = Math.min(1 - 1e-4, Math.max(1e-4, share));
  return Math.log(within / (1 - within));
}

function expectedInQueue(
  { panel, hosts, queued, maxPagesPerHost }: LinkEvidence,
  learned: Learned,
  correction: number,
): { readonly inQueue: number; readonly open: number } {
  const alive = shareAlive(hosts);
  let [waiting, open] = [0, 0];
  const byHost = new Map<string, { urls: number; expected: number }>();
  for (const [, { host: name, byAccepted, byOther, state }] of panel.urls()) {
    if (state !== 'queued') continue;
    const host = hosts.of(name);
    waiting += 1;
    open += host.answers === undefined ? alive : Number(host.answers);
    const sums = byHost.get(name) ?? { urls: 0, expected: 0 };
    sums.urls += 1;
    sums.expected += Math.min(1, correction * chanceOf({ byAccepted, byOther, host }, learned));
    byHost.set(name, sums);
  }
  if (waiting === 0) return { inQueue: 0, open: queued };
  // The panel may be a part of the queue, and sitemaps name URLs that no page links to.
  const scale = Math.max(1, queued / waiting);
  const expected = [...byHost].map(([name, { urls, expected: all }]) => {
    const room = Math.max(0, maxPagesPerHost - hosts.of(name).requests);
    return all * Math.min(1, room / (scale * urls));
  });
  return { inQueue: sum(expected) * scale, open: (open / waiting) * queued };
}

/** @param open URLs in the queue whose hosts may answer */
function requestsAhead(open: number, { queued, growth }: LinkEvidence): number {
  const found = growth * (open / Math.max(1, queued));
  return open * Math.min(MAX_FOLLOWERS, 1 / Math.max(1 / MAX_FOLLOWERS, 1 - found));
}

/** Of hosts that others link to, the share that answers. */
function shareAlive(hosts: HostBook): number {
  let [answering, tried] = [0, 0];
  for (const { answers, linkedFrom } of hosts.all()) {
    if (answers === undefined || linkedFrom.length === 0) continue;
    tried += 1;
    answering += Number(answers);
  }
  return (answering + 0.5) / (tried + 1);
}

/**
 * The relevant pages on hosts that are yet to be requested, by two readings of those that links led to so far: relevant
 * ones become rarer in the order in which hosts were requested, as they did ({@link rateQuantiles}), and each has as many
 * pages as those before; or hosts bring on average what the last ones brought.
 */
function expectedOnNewHosts({ hosts, maxPagesPerHost, fetched }: LinkEvidence, ahead: number): NewHosts {
  const found = hosts.answering().filter(({ isFound }) => isFound);
  const relevant = hosts.answering().filter(({ accepted }) => accepted > 0);
  if (relevant.length === 0) return { rarer: NOTHING, steady: NOTHING };
  const count = newHosts(hosts, fetched, ahead);
  const counter = createCurveCounter(HOSTS_PER_BIN);
  for (const { accepted } of found) counter.request(Number(accepted > 0));
  const { left, low, high } = rateQuantiles(counter.curve(), count);
  const pages = Math.min(maxPagesPerHost, sum(relevant.map(({ accepted }) => accepted)) / relevant.length);
  const deviation = (high - low) / (2 * Z);
  const weights = found.map((_, place) => 0.5 ** ((found.length - 1 - place) / (HALF_LIFE * found.length)));
  const brought = sum(found.map(({ accepted }, place) => accepted * (weights[place] ?? 0)));
  // Half a relevant host, so that hosts are not taken for barren before any was requested.
  const perHost = (brought + pages / 2) / (sum(weights) + 1);
  const steady = LATE_HOSTS * count * Math.min(perHost, maxPagesPerHost);
  return {
    rarer: { mean: left * pages, variance: pages ** 2 * (deviation ** 2 + HOST_VARIANCE * left) },
    steady: { mean: steady, variance: HOST_VARIANCE * steady ** 2 },
  };
}

/** Pages on new hosts, if relevant hosts become rarer, and if they do not. */
type NewHosts = Readonly<Record<'rarer' | 'steady', Omit<Spread, 'weight'>>>;

const NOTHING = { mean: 0, variance: 0 };

/** Hosts that answer and are yet to be requested: those that wait, and those that nobody links to yet. */
function newHosts(hosts: HostBook, fetched: number, ahead: number): number {
  const alive = shareAlive(hosts);
  let [once, twice, waiting, known] = [0, 0, 0, 0];
  for (const { answers, linkedFrom } of hosts.all()) {
    if (answers === false || linkedFrom.length === 0) continue;
    const weight = answers === true ? 1 : alive;
    known += weight;
    if (answers === undefined) waiting += weight;
    if (linkedFrom.length === 1) once += weight;
    if (linkedFrom.length === 2) twice += weight;
  }
  // Hosts are met by requests: no more to come than there were, request by request.
  return waiting + Math.min(chao(once, twice), known, (known / Math.max(1, fetched)) * ahead);
}
