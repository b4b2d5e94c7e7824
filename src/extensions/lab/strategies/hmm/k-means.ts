import { centroidOf, dotDense, type SparseVector } from '../../../../support/numeric/sparse-vector.js';
import type { Random } from '../../../../support/random.js';

/** Parameters of the clustering. */
export interface ClusteringOptions {
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
