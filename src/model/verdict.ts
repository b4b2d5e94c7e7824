import type { CrawlEvent } from './crawl-event.js';

/** What became of a URL. */
export const VERDICTS = ['accepted', 'rejected', 'skipped', 'failed'] as const;

/** One of {@link VERDICTS}. */
export type Verdict = (typeof VERDICTS)[number];

/** What an event says became of its URL. */
export function verdictOf({ state, judgement }: Pick<CrawlEvent, 'state' | 'judgement'>): Verdict {
  if (state !== 'done') return state;
  return judgement?.accepted === true ? 'accepted' : 'rejected';
}
