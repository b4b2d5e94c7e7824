import { describe, expect, it } from '@jest/globals';
import { countBackground } from '../../../src/knowledge/krs/topic-quads.js';

describe('countBackground', () => {
  it('counts documents by lemma, ordered by code units', () => {
    const { documents, byLemma } = countBackground([
      ['goal', 'Äpfel', 'ball'],
      [],
      ['ball', 'Zug'],
      ['ball'],
    ]);
    expect(documents).toBe(4);
    expect([...byLemma]).toEqual([
      ['Zug', 1],
      ['ball', 3],
      ['goal', 1],
      ['Äpfel', 1],
    ]);
  });
});
