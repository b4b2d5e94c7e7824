import { describe, expect, it } from '@jest/globals';
import { documentsByLemma } from '../../../src/knowledge/krs/topic-quads.js';
import { fourDocuments, krsOf } from './small-topic.js';

describe('document frequencies', () => {
  const krs = krsOf(fourDocuments);

  it('joins the documents of all entities of a lemma, ascending and each once', () => {
    expect([...documentsByLemma(krs)]).toEqual([
      ['algol', [2, 3]],
      ['insulin', [0, 1, 2]],
      ['insulin pump', [3]],
      ['pump', [0]],
    ]);
  });
});
