import { without } from '../../support/without.js';
import type { QueuedUrl } from '../../model/crawl-event.js';
import { queuedUrlSchema, storedValue } from '../store/stored-value.js';

/** An entry with another value; its reason stays. */
export function withValue(entry: QueuedUrl, value: number): QueuedUrl {
  return { ...entry, priority: { ...entry.priority, value }, revalued: true };
}

/**
 * An entry of the queue from its JSON and the value column next to it. The column wins: it may hold a later value.
 * @param path the file of the database
 * @throws InputError for a damaged entry
 */
export function queuedUrlOf(path: string, text: unknown, value: unknown): QueuedUrl {
  const entry = storedValue(path, 'a queued URL', text, queuedUrlSchema) as QueuedUrl;
  return entry.priority.value === value ? entry : withValue(entry, Number(value));
}

/** As {@link queuedUrlOf}, for people: where the value is a later one, the reason says that it is not. */
export function shownUrlOf(path: string, text: unknown, value: unknown): QueuedUrl {
  const entry = storedValue(path, 'a queued URL', text, queuedUrlSchema) as QueuedUrl;
  if (entry.priority.value === value) return without(entry, 'revalued');
  const reason = `when it was found: ${entry.priority.reason}; valued again since`;
  return { ...without(entry, 'revalued'), priority: { value: Number(value), reason } };
}
