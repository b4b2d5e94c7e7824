import { expect, it } from '@jest/globals';
import { sparse } from '../../../src/support/numeric/sparse-vector.js';

it('leaves the zeros of a dense vector out', () => {
  expect(sparse([0, 2, 0, -1])).toEqual({ places: [1, 3], values: [2, -1] });
});
