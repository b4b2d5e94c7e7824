import type { Contribution } from '../../model/crawl-event.js';

/** Amounts that features added to a value, the largest first. */
export function contributions(parts: Readonly<Record<string, number>>): readonly Contribution[] {
  return Object.entries(parts)
    .map(([feature, value]) => ({ feature, value }))
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
}
