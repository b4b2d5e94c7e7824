import type { Random } from '../../../support/random.js';

/** Keeps some of the values that it is given. */
interface Keeper<T> {
  add(value: T): void;
  all(): readonly T[];
}

/** Keeps so many values with the highest ranks, the highest first; of equal ones the first. */
export function bestOf<T>(count: number, rankOf: (value: T) => number): Keeper<T> {
  const kept: { readonly value: T; readonly rank: number }[] = [];
  return {
    add(value) {
      const rank = rankOf(value);
      const place = kept.findIndex((one) => one.rank < rank);
      if (place >= 0) kept.splice(place, 0, { value, rank });
      else kept.push({ value, rank });
      if (kept.length > count) kept.pop();
    },
    all: () => kept.map(({ value }) => value),
  };
}

/** Keeps so many values drawn at random (reservoir sampling, Vitter 1985, algorithm R). */
export function sampleOf<T>(count: number, random: Random): Keeper<T> {
  const kept: T[] = [];
  let seen = 0;
  return {
    add(value) {
      const place = seen < count ? seen : Math.floor(random() * (seen + 1));
      seen += 1;
      if (place < count) kept[place] = value;
    },
    all: () => kept,
  };
}
