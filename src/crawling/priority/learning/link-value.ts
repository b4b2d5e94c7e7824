import { sigmoid } from '../../../judging/learning/logistic-regression.js';
import type { Contribution, Priority } from '../../../model/crawl-event.js';
import type { LinkEvidence, LinkGroups } from './evidence.js';

/**
 * The features of a URL: what they are called in reasons, and their weights in log odds. They were chosen on three topics of
 * a web of many hosts, `best` on the sample web, and are the same in all crawls: weights that a crawl learned from its own pages found less on each of them.
 */
const FEATURES = {
  page: { words: 'linking page near the topic', weight: 4.5 },
  anchor: { words: 'anchor and address near the topic', weight: 6 },
  best: { words: 'most relevant linking page', weight: 2 },
  host: { words: 'yield of the host', weight: 0.6 },
  directory: { words: 'yield of the directory', weight: 0.6 },
  children: { words: 'yield of other links of the linking pages', weight: 0.6 },
  siblings: { words: 'yield of other links of the same block', weight: 0.6 },
};

const WEIGHTS = Object.values(FEATURES).map(({ weight }) => weight);
const NAMES = Object.values(FEATURES).map(({ words }) => words);
/** Weights of the cosines, which a reason gives as well. */
const COSINES = new Map([FEATURES.page, FEATURES.anchor].map(({ words, weight }) => [words, weight]));

/** Log odds of a URL of which nothing is known. Those at two cosines of 0.5 and a linking page of relevance 0.4 are about even. */
const BIAS = -6;

/** Pages of a group that were judged: how many, and the sum of their relevance. */
interface Tally {
  readonly count: number;
  readonly sum: number;
}

type SavedTallies = readonly (readonly [group: number, count: number, sum: number])[];

/** Yields of groups of pages, by the number of the group, which has 32 bits. */
type Tallies = ReturnType<typeof createTallies>;

const EMPTY: Tally = { count: 0, sum: 0 };

/** Groups that are remembered. Beyond, those are forgotten that nothing was added to for longest. */
const MAX_GROUPS = 50_000;

export function createTallies(saved: SavedTallies = []) {
  // V8 keeps numbers of 32 bits with a sign as they are, and those above as objects, which are found more slowly.
  const tallies = new Map<number, Tally>(saved.map(([group, count, sum]) => [group | 0, { count, sum }]));
  return {
    of: (group: number): Tally => tallies.get(group | 0) ?? EMPTY,
    add(wanted: number, relevance: number): void {
      const group = wanted | 0;
      const { count, sum } = tallies.get(group) ?? EMPTY;
      tallies.delete(group);
      tallies.set(group, { count: count + 1, sum: sum + relevance });
      const [oldest] = tallies.keys();
      if (tallies.size > MAX_GROUPS && oldest !== undefined) tallies.delete(oldest);
    },
    snapshot: (): SavedTallies => [...tallies].map(([group, { count, sum }]) => [group >>> 0, count, sum]),
  };
}

/** The mean of a group, as if so many pages more had been judged with the mean of the larger one around it (empirical Bayes). */
function shrunkMean({ count, sum }: Tally, usual: number, strength: number): number {
  return usual + (sum - count * usual) / (count + strength);
}

/** The groups of pages; children are by linking page, siblings by its block. */
const GROUP_KINDS = ['hosts', 'directories', 'children', 'siblings'] as const;
type GroupKind = (typeof GROUP_KINDS)[number];

/** Yields of pages so far: of all, and of each group. */
export type Yields = ReturnType<typeof createYields>;

export type YieldsSnapshot = Readonly<Record<GroupKind, SavedTallies>> & { readonly all: Tally };

/** Relevance of pages before any was judged, and how many pages this counts as. */
const FIRST_GUESS = { relevance: 0.2, pages: 2 };

export function createYields(saved?: YieldsSnapshot) {
  let all = saved?.all ?? EMPTY;
  const usualOf = (): number => shrunkMean(all, FIRST_GUESS.relevance, FIRST_GUESS.pages);
  let usual = usualOf();
  const tallies = GROUP_KINDS.map((kind) => [kind, createTallies(saved?.[kind])] as const);
  return {
    ...(Object.fromEntries(tallies) as Record<GroupKind, Tallies>),
    /** The mean relevance of all pages, as if a few more had been {@link FIRST_GUESS}. */
    usual: () => usual,
    /** Counts a page under its groups. */
    add({ host, directories, sources, blocks }: LinkGroups, relevance: number): void {
      all = { count: all.count + 1, sum: all.sum + relevance };
      usual = usualOf();
      for (const [place, list] of [[host], directories, sources, blocks].entries())
        for (const group of list) tallies[place]?.[1].add(group, relevance);
    },
    snapshot(): YieldsSnapshot {
      const taken = tallies.map(([kind, tally]) => [kind, tally.snapshot()] as const);
      return { all, ...(Object.fromEntries(taken) as Omit<YieldsSnapshot, 'all'>) };
    },
  };
}

/** Pages that the usual yield counts as in the yield of a group. */
const STRENGTH = 3;

/** Amounts that {@link FEATURES} add to the log odds of a URL. Yields are log odds, relative to what is usual around. */
function pullsOf(evidence: LinkEvidence, yields: Yields): readonly number[] {
  const usual = yields.usual();
  const usualOdds = logit(usual);
  const hostYield = meanOf(yields.hosts.of(evidence.host), usual);
  const hostOdds = logit(hostYield);
  let directoryYield = hostYield;
  for (const directory of evidence.directories)
    directoryYield = meanOf(yields.directories.of(directory), directoryYield);
  const children = oddsOf(yields.children, evidence.sources, usual, usualOdds);
  const siblings = oddsOf(yields.siblings, evidence.blocks, usual, usualOdds);
  const directory = logit(directoryYield) - hostOdds;
  const { page, anchor, best } = evidence;
  const values = [page, anchor, best, hostOdds - usualOdds, directory, children, siblings];
  return WEIGHTS.map((weight, place) => weight * (values[place] ?? 0));
}

/** Log odds that a URL is about the topic. */
export function oddsOfLink(evidence: LinkEvidence, yields: Yields): number {
  return oddsBy(pullsOf(evidence, yields));
}

function oddsBy(pulls: readonly number[]): number {
  let sum = BIAS;
  for (const pull of pulls) sum += pull;
  return sum;
}

const meanOf = (tally: Tally, usual: number): number => shrunkMean(tally, usual, STRENGTH);

/** The yield of groups as log odds, relative to what is usual around them. */
function oddsOf(tallies: Tallies, groups: readonly number[], around: number, aroundOdds: number): number {
  let [count, sum] = [0, 0];
  for (const group of groups) {
    const tally = tallies.of(group);
    count += tally.count;
    sum += tally.sum;
  }
  return logit(meanOf({ count, sum }, around)) - aroundOdds;
}

const MIN = 0.001;

/** Log odds of a probability, which is kept away from 0 and 1 by `margin`. */
export function logit(probability: number, margin = MIN): number {
  const bounded = Math.min(1 - margin, Math.max(margin, probability));
  return Math.log(bounded / (1 - bounded));
}

/** Features that a reason names. */
const NAMED = 3;

/** The priority of a URL. Its reason is made when it is read, which it mostly is not: see `LinkPriority.prioritise`. */
export function priorityOf(evidence: LinkEvidence, yields: Yields): Priority {
  const pulls = pullsOf(evidence, yields);
  const value = sigmoid(oddsBy(pulls));
  let known: readonly Contribution[] | undefined;
  const contributions = () => (known ??= contributionsOf(pulls));
  return {
    value,
    get reason() {
      const named = contributions().map(({ feature, value: pull }) => {
        const weight = COSINES.get(feature);
        const cosine = weight === undefined ? '' : ` (${(pull / weight).toFixed(2)})`;
        return `${feature}${cosine} ${pull < 0 ? '−' : '+'}${Math.abs(pull).toFixed(2)}`;
      });
      return `expected ${value.toFixed(3)}: ${named.join(', ') || 'nothing special'}`;
    },
    get contributions() {
      return contributions();
    },
  };
}

/** The features that count most for or against a link, in words. */
function contributionsOf(pulls: readonly number[]): readonly Contribution[] {
  return pulls
    .map((value, place) => ({ feature: NAMES[place] ?? '', value }))
    .filter(({ value }) => value !== 0)
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value))
    .slice(0, NAMED);
}
