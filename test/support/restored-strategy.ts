import type { LinkPriority } from '../../src/model/crawl-event.js';

/** What a crawl keeps of a strategy: its last snapshot, and what belongs to it, by URL. */
export interface KeptStrategy {
  /** Takes a snapshot. */
  take(from: LinkPriority): void;
  /** Brings a fresh strategy to where it was at the last snapshot. */
  restore(to: LinkPriority): void;
}

export function keptStrategy(): KeptStrategy {
  let snapshot = 'null';
  const kept = new Map<string, Uint8Array>();
  return {
    take(from) {
      snapshot = JSON.stringify(from.snapshot?.());
      for (const [url, bytes] of from.changes?.() ?? [])
        if (bytes === undefined) kept.delete(url);
        else kept.set(url, bytes);
    },
    restore: (to) => to.restore?.(JSON.parse(snapshot), kept),
  };
}
