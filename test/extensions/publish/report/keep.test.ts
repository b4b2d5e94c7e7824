import { expect, it } from '@jest/globals';
import { bestOf, sampleOf } from '../../../../src/extensions/publish/report/keep.js';
import { seededRandom } from '../../../../src/support/random.js';

it('keeps the values with the highest ranks, of equal ones the first', () => {
  const best = bestOf<string>(3, (value) => value.length);
  for (const value of ['bb', 'a', 'cc', 'dddd', 'ee']) best.add(value);
  expect(best.all()).toEqual(['dddd', 'bb', 'cc']);
});

it('draws every value with the same chance', () => {
  const drawn = new Map<number, number>();
  const random = seededRandom(7);
  for (let round = 0; round < 3000; round += 1) {
    const some = sampleOf<number>(2, random);
    for (const value of [0, 1, 2, 3, 4, 5]) some.add(value);
    expect(some.all()).toHaveLength(2);
    for (const value of some.all()) drawn.set(value, (drawn.get(value) ?? 0) + 1);
  }
  for (const value of [0, 1, 2, 3, 4, 5]) expect(Math.abs((drawn.get(value) ?? 0) - 1000)).toBeLessThan(120);
});
