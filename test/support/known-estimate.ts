import type { EstimateBasis, KnownRemaining, RemainingPages } from '../../src/model/remaining-pages.js';

/** An estimate that has to have a figure. */
export function known(remaining: RemainingPages | undefined): EstimateBasis & KnownRemaining {
  if (remaining === undefined) throw new Error('nothing was estimated');
  if (remaining.notKnown !== undefined) throw new Error(`not known: ${remaining.notKnown}`);
  return remaining;
}
