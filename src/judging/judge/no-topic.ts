import type { Judgement } from '../../model/topic.js';
import type { Judge } from './create-judge.js';

const KEPT: Judgement = {
  accepted: true,
  score: 1,
  classifier: 'none',
  reason: {
    summary: 'accepted: the crawl has no topic and keeps every page',
    meanIdf: null,
    band: { low: null, high: null },
    nouns: { distinct: 0, linked: 0, unknown: 0 },
    evidence: [],
  },
};

/** The judge of a crawl without a topic: it accepts every page. */
export const KEEPING_ALL: Judge = {
  annotate: (page) => Promise.resolve({ page, nouns: [] }),
  classifier: { name: KEPT.classifier, judge: () => Promise.resolve(KEPT) },
};
