import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { components, normalised, sparse, sparseVector } from '../../../src/support/numeric/sparse-vector.js';

it('makes the same vector of components one by one as of all of them', () => {
  const component = fc.tuple(fc.nat(5000), fc.oneof(fc.constant(0), fc.double({ noNaN: true })));
  fc.assert(
    fc.property(fc.uniqueArray(component, { selector: ([place]) => place, maxLength: 40 }), (all) => {
      components.restart();
      for (const [place, value] of all) components.add(place, value);
      expect(components.direction()).toEqual(normalised(sparseVector(all)));
    }),
    { seed: 5 },
  );
});

it('leaves the zeros of a dense vector out', () => {
  expect(sparse([0, 2, 0, -1])).toEqual({ places: [1, 3], values: [2, -1] });
});
