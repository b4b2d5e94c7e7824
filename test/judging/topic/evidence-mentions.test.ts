import { describe, expect, it } from '@jest/globals';
import type { LinkedNoun } from '../../../src/model/noun.js';
import type { Judgement } from '../../../src/model/topic.js';
import { emptyPage } from '../../../src/support/text/empty-page.js';
import { locateEvidence, MENTIONS_SHOWN } from '../../../src/judging/topic/evidence-mentions.js';

const TEXT = '😀 pump and pump and pump and pump and pump and pump';

function mention(begin: number, iri?: string): LinkedNoun {
  const linked = iri === undefined ? {} : { iri, linker: 'wordnet' };
  return {
    lemma: 'pump',
    surface: 'pump',
    kind: 'word',
    tag: 'NN',
    entityClass: 'other',
    begin,
    end: begin + 4,
    ...linked,
  };
}

const nouns = [...TEXT.matchAll(/pump/g)].map(({ index }, place) =>
  mention(index, place < 2 ? 'http://a.example/1' : 'http://a.example/2'),
);
const page = {
  page: { ...emptyPage('http://a.example/'), title: '😀', text: TEXT },
  nouns,
};

function judged(iri?: string): Judgement {
  const noun = { lemma: 'pump', documents: 1, idf: 1, pull: 1, ...(iri === undefined ? {} : { iri }) };
  return {
    accepted: true,
    score: 1,
    classifier: 'any',
    reason: {
      summary: 'So.',
      meanIdf: 1,
      band: { low: null, high: null },
      nouns: { distinct: 1, linked: 1, unknown: 0 },
      evidence: [noun, { ...noun, lemma: 'absent' }],
    },
  };
}
const mentionsOf = (judgement: Judgement) => judgement.reason.evidence.map(({ mentions }) => mentions);

describe('locateEvidence', () => {
  it('names the first mentions in code points, and none where there is none', () => {
    const [pump, absent] = mentionsOf(locateEvidence(judged(), page));
    expect(pump).toHaveLength(MENTIONS_SHOWN);
    expect(pump?.slice(0, 2)).toEqual([
      [2, 6],
      [11, 15],
    ]);
    expect(absent).toBeUndefined();
  });

  it('names only mentions of the meaning that counted', () => {
    expect(mentionsOf(locateEvidence(judged('http://a.example/1'), page))[0]).toEqual([
      [2, 6],
      [11, 15],
    ]);
  });
});
