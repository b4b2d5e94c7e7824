import type { CrawlEvent } from '../../src/model/crawl-event.js';
import type { NounEvidence } from '../../src/model/topic.js';

/** What an event of a test is about; the rest is made up. */
export interface EventWish extends Partial<Omit<CrawlEvent, 'judgement'>> {
  readonly url: string;
  /** Absent for a page that was not judged. */
  readonly score?: number;
  readonly threshold?: number;
  readonly summary?: string;
  readonly evidence?: readonly NounEvidence[];
}

/** An event of a crawl, judged by a threshold of 0.5 where it has a score. */
export function crawlEvent({
  score,
  threshold = 0.5,
  summary,
  evidence = [],
  ...rest
}: EventWish): CrawlEvent {
  const accepted = score !== undefined && score >= threshold;
  const judgement = {
    accepted,
    score: score ?? 0,
    classifier: 'ensemble',
    reason: {
      summary: summary ?? `${accepted ? 'accepted' : 'rejected'}: made up`,
      meanIdf: null,
      band: { low: threshold, high: null },
      nouns: { distinct: 1, linked: 1, unknown: 0 },
      evidence,
    },
  } as const;
  return {
    sequence: 1,
    time: '2024-01-01T00:00:00.000Z',
    state: 'done',
    depth: 1,
    fetched: true,
    ...rest,
    ...(score === undefined ? {} : { judgement }),
  };
}

/** A noun that speaks for a page. */
export function noun(lemma: string, pull = 1): NounEvidence {
  return { lemma, iri: `http://dbpedia.org/resource/${lemma}`, documents: 3, idf: 1, pull, mentions: [] };
}

/** Events as the lines of a file. */
export function eventLines(events: readonly CrawlEvent[]): string {
  return events.map((event) => `${JSON.stringify(event)}\n`).join('');
}
