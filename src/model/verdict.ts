import type { CrawlEvent } from './crawl-event.js';

/** Outcomes of a URL. */
export const VERDICTS = ['accepted', 'rejected', 'skipped', 'failed'] as const;

export type Verdict = (typeof VERDICTS)[number];

export function verdictOf({ state, judgement }: Pick<CrawlEvent, 'state' | 'judgement'>): Verdict {
  if (state !== 'done') return state;
  return judgement?.accepted === true ? 'accepted' : 'rejected';
}
