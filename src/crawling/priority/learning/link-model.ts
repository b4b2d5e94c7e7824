import { sigmoid } from '../../../judging/learning/logistic-regression.js';
import type { SparseVector } from '../../../support/numeric/sparse-vector.js';
import type { Contribution, Priority } from '../../../model/crawl-event.js';
import type { StrategySettings } from '../strategy-settings.js';
import { createWordPlaces, type LinkEvidence, type WordPlaces } from './evidence.js';
import {
  createYields,
  FEATURE_NAMES,
  FEATURES,
  featuresOf,
  shrunkMean,
  STRENGTH,
  type Yields,
  type YieldsSnapshot,
} from './link-features.js';
import { createOnlineRegression, logit, type OnlineWeights } from './online-regression.js';

/** Outcome of a request. */
export interface PageOutcome {
  readonly relevance: number;
  /** True if the relevance is known, and not what a classifier makes of the page. */
  readonly isCertain: boolean;
  /** The number of the page, where it has links: that of `LinkingPage`. */
  readonly number?: number;
}

/** A page that was requested: its features before, its relevance, its address and its number or -1. */
type Example = readonly [vector: SparseVector, relevance: number, url: string, number: number];

/** The model of links as JSON. */
export interface LinkModelSnapshot {
  readonly words: readonly string[];
  readonly weights: OnlineWeights;
  readonly yields: YieldsSnapshot;
  readonly typical: readonly number[];
  readonly examples: number;
  readonly remembered: readonly Example[];
}

const PRIOR = FEATURE_NAMES.map((name) => FEATURES[name].weight);
/** Stride through the remembered examples, and between those that are learned again at once. */
const STRIDE = { example: 7919, again: 104_729 };
/** Earlier examples that are learned again with each new one. */
const AGAIN = [0, 1] as const;

/** Stands for the number of a page without links. */
const NO_NUMBER = -1;
/** Number of times that an example is learned that people corrected: the wrong one had been learned some times. */
const CORRECTED = 5;

/** Model of links: the probability that the target is relevant. */
export function createLinkModel(settings: StrategySettings['learning'], saved?: LinkModelSnapshot) {
  const words = createWordPlaces(FEATURE_NAMES.length, saved?.words);
  const regression = createOnlineRegression({ ...settings, prior: PRIOR }, saved?.weights);
  const yields = createYields(saved?.yields);
  /** The mean of each feature over the examples, by which reasons say what is special about a link. */
  const typical = [...(saved?.typical ?? FEATURE_NAMES.map(() => 0))];
  const remembered: Example[] = [...(saved?.remembered ?? [])];
  let examples = saved?.examples ?? 0;
  const toVector = (evidence: LinkEvidence): SparseVector => vectorOf(evidence, featuresOf(evidence, yields));
  return {
    words,
    /** Pages that were learned from. */
    examples: () => examples,
    /** Value of a URL with such evidence. */
    valueOf: (evidence: LinkEvidence): number => sigmoid(regression.score(toVector(evidence))),
    /** Strongest contributions to it. */
    contributionsOf: (evidence: LinkEvidence | undefined) =>
      evidence ? contributionsOf(toVector(evidence), regression.weightAt, typical, words) : [],
    /** Learns from a page that was requested. */
    learn(
      url: string,
      evidence: LinkEvidence,
      { relevance: observed, isCertain, number = NO_NUMBER }: PageOutcome,
    ): void {
      const vector = toVector(evidence);
      const expected = regression.score(vector) - logit(yields.usual());
      const relevance = isCertain ? observed : sigmoid(logit(observed) + settings.expectation * expected);
      regression.learn(vector, relevance);
      for (const round of AGAIN) {
        const place = (examples * STRIDE.example + round * STRIDE.again) % Math.max(1, remembered.length);
        const again = remembered[place];
        if (again !== undefined) regression.learn(again[0], worthOf(again, yields, settings.onward));
      }
      remembered[examples % settings.remembered] = [vector, relevance, url, number];
      examples += 1;
      for (const [place, mean] of typical.entries())
        typical[place] = mean + ((vector.values[place] ?? 0) - mean) / examples;
      yields.add(evidence, relevance);
    },
    /** Learns what people said of a page instead. False where the page is not remembered. */
    correct(url: string, relevance: number): boolean {
      const place = remembered.findIndex(([, , known]) => known === url);
      const [vector, , , number] = remembered[place] ?? [];
      if (vector === undefined || number === undefined) return false;
      remembered[place] = [vector, relevance, url, number];
      for (let time = 0; time < CORRECTED; time += 1) regression.learn(vector, relevance);
      return true;
    },
    snapshot: () => ({
      ...{ words: words.snapshot(), weights: regression.snapshot(), yields: yields.snapshot() },
      ...{ typical: [...typical], examples, remembered: [...remembered] },
    }),
  };
}

/** The relevance of a page, or a part of what pages yielded that it links to, whichever is more. */
function worthOf([, relevance, , number]: Example, yields: Yields, onward: number): number {
  const children = yields.children.of(number);
  if (children.count === 0) return relevance;
  return Math.max(relevance, onward * shrunkMean(children, yields.usual(), STRENGTH));
}

/** The features, and the words of each kind at length 1, as a vector. */
function vectorOf(evidence: LinkEvidence, features: readonly number[]): SparseVector {
  const places = features.map((_, place) => place);
  const values = [...features];
  for (const list of ['anchorWords', 'urlWords', 'contextWords'] as const) {
    const value = 1 / Math.sqrt(evidence[list].length);
    for (const word of evidence[list]) {
      places.push(word);
      values.push(value);
    }
  }
  return { places, values };
}

/** Features that a reason names. */
const NAMED = 3;

/** The features that counted most for or against a link, in words, with their log odds compared to the typical link. */
function contributionsOf(
  { places, values }: SparseVector,
  weightAt: (place: number) => number,
  typical: readonly number[],
  words: WordPlaces,
): readonly Contribution[] {
  return places
    .map((place, index) => ({
      place,
      pull: weightAt(place) * ((values[index] ?? 0) - (typical[place] ?? 0)),
    }))
    .filter(({ pull }, index) => index > 0 && pull !== 0)
    .sort((a, b) => Math.abs(b.pull) - Math.abs(a.pull))
    .slice(0, NAMED)
    .map(({ place, pull }) => ({ feature: nameOf(place, words), value: pull }));
}

/** A priority whose reason is made when it is read, which it mostly is not: see `LinkPriority.prioritise`. */
export function explainedBy(value: number, contribute: () => readonly Contribution[]): Priority {
  let known: readonly Contribution[] | undefined;
  return {
    value,
    get reason() {
      const named = (known ??= contribute()).map(
        ({ feature, value: pull }) => `${feature} ${pull < 0 ? '−' : '+'}${Math.abs(pull).toFixed(2)}`,
      );
      return `expected ${value.toFixed(3)}: ${named.join(', ') || 'nothing special'}`;
    },
    get contributions() {
      return (known ??= contribute());
    },
  };
}

function nameOf(place: number, words: WordPlaces): string {
  const name = FEATURE_NAMES[place];
  if (name !== undefined) return FEATURES[name].words;
  const [kind = '', word = ''] = (words.wordAt(place) ?? '').split(':', 2);
  return `${kind} word '${word}'`;
}
