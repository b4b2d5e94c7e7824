import type { Judgement } from '../../model/topic.js';

/** The judgement of every page by a crawl without a topic. */
export const KEPT: Judgement = {
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
