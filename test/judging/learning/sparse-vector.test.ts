import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sparseVector, vectorAt } from '../../../src/judging/learning/sparse-vector.js';

it('makes the same vector of places and values as of components', () => {
  const component = fc.tuple(fc.nat(5000), fc.oneof(fc.constant(0), fc.double({ noNaN: true })));
  fc.assert(
    fc.property(fc.uniqueArray(component, { selector: ([place]) => place, maxLength: 40 }), (components) => {
      const places = components.map(([place]) => place);
      const values = components.map(([, value]) => value);
      expect(vectorAt(places, values)).toEqual(sparseVector(components));
    }),
    { seed: 5 },
  );
});
