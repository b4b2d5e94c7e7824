import { describe, expect, it } from '@jest/globals';
import { measureRetrieval, retrievalQuality } from '../../../../src/extensions/lab/evaluation/league.js';

describe('precision, recall, accuracy', () => {
  it('follow from the four counts', () => {
    const quality = retrievalQuality({
      relevantRetrieved: 80,
      irrelevantRetrieved: 20,
      relevantMissed: 15,
      irrelevantMissed: 85,
    });
    expect(quality.precision).toBe(0.8);
    expect(quality.recall).toBeCloseTo(80 / 95);
    expect(quality.accuracy).toBe(0.825);
  });

  it('counts on a closed web', () => {
    // Retrieved 1, 2, 3; relevant 2, 3, 4; ten pages: 2 right, 1 wrong, 1 missed, 6 rightly left.
    const quality = measureRetrieval({ retrieved: [1, 2, 3, 3], relevant: new Set([2, 3, 4]), pages: 10 });
    expect(quality.precision).toBeCloseTo(2 / 3);
    expect(quality.recall).toBeCloseTo(2 / 3);
    expect(quality.accuracy).toBe(0.8);
  });

  it('divides nothing by nothing', () => {
    const nothing = measureRetrieval({ retrieved: [], relevant: new Set(), pages: 5 });
    expect(nothing).toEqual({ precision: null, recall: null, accuracy: 1 });
  });
});
