import type { Frontier } from '../../model/frontier.js';

/** A frontier to which further addresses are known, as if they had come to their end; they count under no state. */
export function knownFrontier(frontier: Frontier, isKnown: (url: string) => boolean): Frontier {
  return {
    ...frontier,
    enqueue: (entry) => !isKnown(entry.url) && frontier.enqueue(entry),
    enqueueAll(entries) {
      const unknown = new Set(entries.filter(({ url }) => !isKnown(url)));
      const added = frontier.enqueueAll([...unknown]).values();
      return entries.map((entry) => unknown.has(entry) && added.next().value === true);
    },
    knows: (url) => frontier.knows(url) || isKnown(url),
    claim: (url, by) => !isKnown(url) && frontier.claim(url, by),
  };
}
