import { describe, expect, it } from '@jest/globals';
import { toProfile } from '../../../src/knowledge/krs/document-profile.js';

describe('toProfile', () => {
  it('merges mentions by lemma, in the order of the first, linked when any of them was', () => {
    expect(
      toProfile([
        { lemma: 'cell', mentions: 2 },
        { lemma: 'insulin', mentions: 1, iri: 'http://m.example/insulin' },
        { lemma: 'cell', mentions: 3, iri: 'http://m.example/cell' },
        { lemma: 'insulin', mentions: 1 },
        { lemma: 'day', mentions: 1 },
      ]),
    ).toEqual({ lemmas: ['cell', 'insulin', 'day'], mentions: [5, 2, 1], linked: [true, true, false] });
  });
});
