import { centroidOf, addTo, dotDense, type SparseVector } from '../../../../support/numeric/sparse-vector.js';
import { seededRandom } from '../../../../support/random.js';
import type { StrategySettings } from '../../../../crawling/priority/strategy-settings.js';
import { estimateModel, type HiddenMarkovModel } from './hidden-markov.js';
import { kMeans } from './k-means.js';

/** A page of the labelled browse. */
export interface BrowsedPage extends LabelledPlace {
  readonly vector: SparseVector;
}

/** The model learned from a browse. */
export interface PathModel {
  readonly hmm: HiddenMarkovModel;
  /** The pages of the browse with their clusters: cluster 0 are the relevant ones. */
  readonly examples: readonly { readonly vector: SparseVector; readonly cluster: number }[];
  /** Centroid of the relevant pages, at length 1. */
  readonly relevant: readonly number[];
}

/**
 * Learns from a labelled browse (Batsakis, Petrakis and Milios 2009, figure 2, steps 1 and 2): relevant pages are cluster 0,
 * the others clusters 1 to K by K-means; levels by link distance; π, A and B by counting. The
 * model does not depend on the order of the pages.
 *
 * @param size number of places of the vectors
 */
export function learnPaths(
  browse: readonly BrowsedPage[],
  size: number,
  settings: StrategySettings['hmm'],
  seed: number,
): PathModel {
  const pages = [...browse].sort((a, b) => (a.url < b.url ? -1 : 1));
  const others = pages.filter(({ relevant }) => !relevant);
  const clustered = kMeans(
    others.map(({ vector }) => vector),
    { clusters: settings.clusters, size, rounds: settings.rounds, random: seededRandom(seed) },
  );
  const clusterOf = new Map(others.map(({ url }, index) => [url, 1 + (clustered[index] ?? 0)]));
  const levels = levelsOf(pages, settings.levels);
  const examples = pages.map(({ url, vector }) => ({ url, vector, cluster: clusterOf.get(url) ?? 0 }));
  const hmm = estimateModel({
    pages: examples.map(({ url, cluster }) => ({ level: levels.get(url) ?? settings.levels - 1, cluster })),
    transitions: transitionsOf(pages, levels),
    levels: settings.levels,
    clusters: 1 + settings.clusters,
    smoothing: settings.smoothing,
  });
  const relevant = pages.filter((page) => page.relevant).map(({ vector }) => vector);
  return {
    hmm,
    examples: examples.map(({ vector, cluster }) => ({ vector, cluster })),
    relevant: [...centroidOf(relevant, size)],
  };
}

/**
 * The cluster of a page by its K nearest neighbours in the browse (step 3): the most frequent cluster, or in a tie that of the
 * nearest neighbour.
 */
export function clusterByNeighbours(
  vector: SparseVector,
  examples: PathModel['examples'],
  neighbours: number,
  size: number,
): number {
  const dense = new Float64Array(size);
  addTo(dense, vector, 1);
  const nearest = examples
    .map((example) => ({ cluster: example.cluster, cosine: dotDense(example.vector, dense) }))
    .sort((a, b) => b.cosine - a.cosine)
    .slice(0, neighbours);
  const votes = new Map<number, number>();
  for (const { cluster } of nearest) votes.set(cluster, (votes.get(cluster) ?? 0) + 1);
  // A map keeps the order of the neighbours, and sorting is stable.
  return [...votes].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 0;
}

/** A page of a labelled browse with its links. */
export interface LabelledPlace {
  readonly url: string;
  readonly relevant: boolean;
  readonly links: readonly string[];
}

/**
 * The hidden state of each page (Batsakis, Petrakis and Milios 2009, section 3.3 and figure 1): its distance in links from
 * the nearest relevant page that it leads to, by the links between the pages of the browse; L0 are the relevant pages, the last
 * level means "that far or farther", and includes pages that lead to no relevant page.
 *
 * @param levels number of levels
 */
export function levelsOf(pages: readonly LabelledPlace[], levels: number): ReadonlyMap<string, number> {
  const last = levels - 1;
  const found = new Map(pages.map(({ url, relevant }) => [url, relevant ? 0 : last]));
  for (let level = 1; level < last; level += 1) {
    const nearer = new Set([...found].filter(([, known]) => known === level - 1).map(([url]) => url));
    for (const { url, links } of pages) {
      if (found.get(url) === last && links.some((link) => nearer.has(link))) found.set(url, level);
    }
  }
  return found;
}

/** The transitions along links between the pages: pairs of levels. */
export function transitionsOf(
  pages: readonly LabelledPlace[],
  levels: ReadonlyMap<string, number>,
): readonly (readonly [from: number, to: number])[] {
  return pages.flatMap(({ url, links }) => {
    const from = levels.get(url);
    return links.flatMap((link) => {
      const to = link === url ? undefined : levels.get(link);
      return from === undefined || to === undefined ? [] : [[from, to] as const];
    });
  });
}
