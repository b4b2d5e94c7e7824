import { seededRandom } from '../../../support/random.js';

/** Random assignments of signs. */
const ROUNDS = 10_000;
const SEED = 1;
/** Sums of floating-point numbers in another order differ by less than this share. */
const ROUNDING = 1e-9;

/**
 * What each target adds to the area below the curve of a crawl ({@link curveNumber}): the fetches from its own to the last
 * that counts. Targets that were not found are missing; they add nothing.
 * @param order the URLs in the order in which they were fetched
 * @param fetches N of the curve
 */
export function areaByTarget(
  order: readonly string[],
  targets: ReadonlySet<string>,
  fetches: number,
): ReadonlyMap<string, number> {
  return new Map(
    order
      .slice(0, fetches)
      .flatMap((url, place) => (targets.has(url) ? [[url, fetches - place] as const] : [])),
  );
}

/**
 * How probable a difference between two crawls is that is at least as large as theirs, if both were equally good: Fisher's
 * randomisation test of paired observations, as recommended for retrieval by Smucker, Allan and Carterette (CIKM 2007). The
 * observations are groups of targets, since the targets that one page links to are found together: independent of each
 * other are only the groups.
 *
 * @param one what each target adds for one crawl ({@link areaByTarget})
 * @param other the same for the other
 * @param groupOf the group of a target
 * @returns from 0 to 1; 1 where nothing differs
 */
export function chanceOfDifference(
  one: ReadonlyMap<string, number>,
  other: ReadonlyMap<string, number>,
  groupOf: (target: string) => string,
): number {
  const byGroup = new Map<string, number>();
  for (const target of new Set([...one.keys(), ...other.keys()])) {
    const difference = (one.get(target) ?? 0) - (other.get(target) ?? 0);
    const group = groupOf(target);
    byGroup.set(group, (byGroup.get(group) ?? 0) + difference);
  }
  const differences = [...byGroup.values()].filter((difference) => difference !== 0);
  const sum = Math.abs(differences.reduce((total, difference) => total + difference, 0));
  const bound = sum * (1 - ROUNDING);
  const random = seededRandom(SEED);
  let asLarge = 1;
  for (let round = 0; round < ROUNDS; round += 1) {
    let flipped = 0;
    for (const difference of differences) flipped += random() < 0.5 ? difference : -difference;
    if (Math.abs(flipped) >= bound) asLarge += 1;
  }
  // The observed signs are one of the assignments.
  return asLarge / (ROUNDS + 1);
}
