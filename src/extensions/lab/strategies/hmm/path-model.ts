import { type SparseVector, centroidOf, addTo, dotDense } from '../../../../support/numeric/sparse-vector.js';
import { type Random, seededRandom } from '../../../../support/random.js';
import type { StrategySettings } from '../../../../crawling/priority/strategy-settings.js';
import { type HiddenMarkovModel, estimateModel } from './hidden-markov.js';

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
interface LabelledPlace {
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

/** Parameters of the clustering. */
interface ClusteringOptions {
  /** K: maximum number of clusters; at most the number of vectors. */
  readonly clusters: number;
  /** Number of places of the vectors. */
  readonly size: number;
  /** Maximum number of rounds. */
  readonly rounds: number;
  readonly random: Random;
}

/**
 * K-means for texts (MacQueen 1967; with cosines, Dhillon and Modha 2001): each vector of length 1 belongs to the centroid
 * of the largest cosine, each centroid is the mean direction of its vectors, until nothing changes. The initial vectors are
 * drawn far apart (k-means++, Arthur and Vassilvitskii 2007). A centroid that loses its vectors keeps its direction.
 *
 * @returns the cluster of each vector, from 0
 */
export function kMeans(vectors: readonly SparseVector[], options: ClusteringOptions): readonly number[] {
  const { size, rounds } = options;
  let centroids = firstCentroids(vectors, options);
  let assigned = vectors.map((vector) => nearest(vector, centroids));
  for (let round = 1; round < rounds; round += 1) {
    centroids = centroids.map((centroid, cluster) => {
      const own = vectors.filter((_, index) => assigned[index] === cluster);
      return own.length === 0 ? centroid : centroidOf(own, size);
    });
    const again = vectors.map((vector) => nearest(vector, centroids));
    if (again.every((cluster, index) => cluster === assigned[index])) return again;
    assigned = again;
  }
  return assigned;
}

/** Draws the first at random, and the others with a probability that grows with their distance to those drawn. */
function firstCentroids(
  vectors: readonly SparseVector[],
  { clusters, size, random }: ClusteringOptions,
): readonly Float64Array[] {
  const first = vectors[Math.floor(random() * vectors.length)];
  if (first === undefined) return [];
  const chosen = [centroidOf([first], size)];
  while (chosen.length < Math.min(clusters, vectors.length)) {
    const distances = vectors.map(
      (vector) => 1 - Math.max(...chosen.map((centre) => dotDense(vector, centre))),
    );
    const total = distances.reduce((sum, distance) => sum + Math.max(0, distance), 0);
    // Only copies of the drawn vectors are left.
    if (total < 1e-9) break;
    let rest = random() * total;
    const place = distances.findIndex((distance) => (rest -= Math.max(0, distance)) < 0);
    const next = vectors[place < 0 ? vectors.length - 1 : place];
    if (next !== undefined) chosen.push(centroidOf([next], size));
  }
  return chosen;
}

/** The cluster with the largest cosine; the first in a tie. */
function nearest(vector: SparseVector, centroids: readonly Float64Array[]): number {
  let best = 0;
  let highest = -Infinity;
  centroids.forEach((centroid, cluster) => {
    const cosine = dotDense(vector, centroid);
    if (cosine > highest) [best, highest] = [cluster, cosine];
  });
  return best;
}
