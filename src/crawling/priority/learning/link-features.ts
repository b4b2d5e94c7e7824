import { logit } from './online-regression.js';
import type { LinkEvidence } from './evidence.js';

/**
 * The features of a URL that are not words, in their order: what they are called in reasons, and initial weights in log odds.
 * The odds are even if page, anchor, context and block have the topic's own mean (0.5 on the scale of likeness), the best page a
 * relevance of 0.5, and half of the linking pages were accepted. Weights learned on other webs were measured and are worse.
 */
export const FEATURES = {
  bias: { words: '', weight: -5.5 },
  page: { words: 'text of the linking page', weight: 2 },
  anchor: { words: 'anchor text', weight: 2 },
  context: { words: 'text around the link', weight: 2 },
  block: { words: 'content block', weight: 2 },
  url: { words: 'words of the address', weight: 0 },
  best: { words: 'most relevant linking page', weight: 2 },
  mean: { words: 'relevance of the linking pages', weight: 0 },
  accepted: { words: 'share of accepted linking pages', weight: 1 },
  shrunk: { words: 'relevance of the linking pages, by their number', weight: 0 },
  lift: { words: 'more relevant linking pages than usual', weight: 0 },
  host: { words: 'yield of the host', weight: 0.3 },
  directory: { words: 'yield of the directory', weight: 0.3 },
  template: { words: 'yield of links of this template', weight: 0.3 },
  children: { words: 'yield of other links of the linking pages', weight: 0.3 },
  siblings: { words: 'yield of other links of the same block', weight: 0.3 },
};

type FeatureName = keyof typeof FEATURES;
/** The names of the features, in the order of their places. */
export const FEATURE_NAMES = Object.keys(FEATURES) as readonly FeatureName[];

/** Pages of a group that were judged: how many, and the sum of their relevance. */
export interface Tally {
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
export function shrunkMean({ count, sum }: Tally, usual: number, strength: number): number {
  return usual + (sum - count * usual) / (count + strength);
}

/** The groups of pages; children are by linking page, siblings by its block. */
const GROUP_KINDS = ['hosts', 'directories', 'templates', 'children', 'siblings'] as const;
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
    add({ host, directories, templates, sources, blocks }: LinkEvidence, relevance: number): void {
      all = { count: all.count + 1, sum: all.sum + relevance };
      usual = usualOf();
      for (const [place, list] of [[host], directories, templates, sources, blocks].entries())
        for (const group of list) tallies[place]?.[1].add(group, relevance);
    },
    snapshot(): YieldsSnapshot {
      const taken = tallies.map(([kind, tally]) => [kind, tally.snapshot()] as const);
      return { all, ...(Object.fromEntries(taken) as Omit<YieldsSnapshot, 'all'>) };
    },
  };
}

/** Pages that the usual yield counts as in the yield of a group. */
export const STRENGTH = 3;
/** Standard deviations between which {@link FeatureName} `lift` lies. */
const LIFT = { least: -3, most: 6, smoothing: 0.3 };
/** Pages that the usual relevance counts as in `shrunk`. */
const FEW_LINKS = 2;

/** The features of a URL, in the order of {@link FEATURE_NAMES}. Yields are log odds, relative to what is usual around. */
export function featuresOf(evidence: LinkEvidence, yields: Yields): readonly number[] {
  const { page, anchor, context, block, url, best, links, relevance } = evidence;
  const count = Math.max(1, links);
  const usual = yields.usual();
  const usualOdds = logit(usual);
  const hostYield = meanOf(yields.hosts.of(evidence.host), usual);
  const hostOdds = logit(hostYield);
  let directoryYield = hostYield;
  for (const directory of evidence.directories)
    directoryYield = meanOf(yields.directories.of(directory), directoryYield);
  const surplus = relevance - links * usual;
  const deviation = Math.sqrt(links * usual * (1 - usual) + LIFT.smoothing);
  const mean = relevance / count;
  const accepted = evidence.accepted / count;
  const shrunk = logit(shrunkMean({ count: links, sum: relevance }, usual, FEW_LINKS)) - usualOdds;
  const lift = Math.min(LIFT.most, Math.max(LIFT.least, surplus / deviation));
  const host = hostOdds - usualOdds;
  const directory = logit(directoryYield) - hostOdds;
  const template = oddsOf(yields.templates, evidence.templates, hostYield, hostOdds);
  const children = oddsOf(yields.children, evidence.sources, usual, usualOdds);
  const siblings = oddsOf(yields.siblings, evidence.blocks, usual, usualOdds);
  const likenesses = [1, page, anchor, context, block, url, best];
  return [...likenesses, mean, accepted, shrunk, lift, host, directory, template, children, siblings];
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
