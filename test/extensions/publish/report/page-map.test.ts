import { expect, it } from '@jest/globals';
import { countTerms } from '../../../../src/judging/learning/term-counts.js';
import {
  FEWEST_PAGES,
  mapPages,
  principalPlane,
} from '../../../../src/extensions/publish/report/page-map.js';

const BEES = 'hive honey queen swarm nectar comb'.split(' ');
const SHIPS = 'mast sail anchor harbour deck tide'.split(' ');

/** A page about one of two things: words of it, in turn, and one that is on all pages. */
const page = (words: readonly string[], number: number): ReadonlyMap<string, number> =>
  countTerms(['page', ...[0, 1, 2, 3].map((step) => words[(number + step) % words.length] ?? '')]);
const pages = [0, 1, 2, 3, 4, 5, 6].flatMap((number) => [
  page(BEES, number),
  ...(number < 5 ? [page(SHIPS, number)] : []),
]);

it('puts pages with the same words together, and names the words', () => {
  const map = mapPages(pages);
  expect(map?.groups.map(({ size }) => size)).toEqual([7, 5]);
  const [bees, ships] = map?.groups ?? [];
  expect(bees?.words.every((word) => BEES.includes(word))).toBe(true);
  expect(ships?.words.every((word) => SHIPS.includes(word))).toBe(true);
  // On the map they are apart: no page is nearer to the middle of the other group.
  for (const { x, y, group } of map?.points ?? []) {
    const distance = ({ x: a, y: b }: { x: number; y: number }): number => Math.hypot(x - a, y - b);
    const [own, other] = group === 0 ? [bees, ships] : [ships, bees];
    expect(distance(own!)).toBeLessThan(distance(other!));
  }
  expect(map?.points[ships!.typical]?.group).toBe(1);
  const { points, groups } = mapPages(pages) ?? {};
  expect([points, groups]).toEqual([map?.points, map?.groups]);
});

it('makes no map of too few pages, or of pages without words in common', () => {
  expect(mapPages(pages.slice(0, FEWEST_PAGES - 1))).toBeUndefined();
  expect(mapPages(pages.map((_, number) => countTerms([`word${number}`])))).toBeUndefined();
  expect(mapPages(pages.map(() => new Map()))).toBeUndefined();
});

it('finds the plane in which points differ most', () => {
  const points = [
    [3, 0, 0],
    [-3, 0, 0],
    [0, 0, 1],
    [0, 0, -1],
  ].map((values) => Float64Array.from(values));
  const plane = points
    .map(principalPlane(points))
    .map((point) => point.map((value) => Math.round(value * 1e6) / 1e6 + 0));
  expect(plane).toEqual([
    [3, 0],
    [-3, 0],
    [0, 1],
    [0, -1],
  ]);
  const same = [Float64Array.of(1), Float64Array.of(1)];
  expect(same.map(principalPlane(same))).toEqual([
    [0, 0],
    [0, 0],
  ]);
});

it('places another page among those that it resembles', () => {
  const map = mapPages(pages);
  const bees = map?.points[0]?.group;
  expect(map?.place(page(BEES, 9)).group).toBe(bees);
  expect(map?.place(page(SHIPS, 9)).group).not.toBe(bees);
  for (const [number, one] of pages.entries()) expect(map?.place(one)).toEqual(map?.points[number]);
});

it('names groups by the words that may be labels alone', () => {
  const words = mapPages(pages, (word) => word === 'hive' || word === 'mast')?.groups.map(
    (group) => group.words,
  );
  expect(words).toEqual([['hive'], ['mast']]);
});
