import type { LinkPriority } from '../../src/model/crawl-event.js';

/** What a crawl keeps of a strategy: its last snapshot, and what belongs to it, by URL. */
interface KeptStrategy {
  /** Takes a snapshot. */
  take(from: LinkPriority): void;
  /** Brings a fresh strategy to where it was at the last snapshot. */
  restore(to: LinkPriority): void;
}

export function keptStrategy(): KeptStrategy {
  let snapshot = 'null';
  const kept = new Map<string, unknown>();
  return {
    take(from) {
      snapshot = JSON.stringify(from.snapshot?.());
      for (const [url, value] of from.changes?.() ?? [])
        if (value === undefined) kept.delete(url);
        else kept.set(url, structuredClone(value));
    },
    restore: (to) => to.restore?.(JSON.parse(snapshot), kept),
  };
}
