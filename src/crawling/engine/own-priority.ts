import type { Priority, QueuedUrl } from '../../model/crawl-event.js';
import { unadjusted, type Steering } from '../steering/steering.js';
import { isSecondChoice, secondChoice } from './second-choice.js';

/** The priority that the strategy gave a queued URL. One drawn at random stands at the head of the queue by another one. */
export function ownPriority({ sample, priority }: Pick<QueuedUrl, 'sample' | 'priority'>): Priority {
  return sample ?? priority;
}

/** A queued URL with another priority of its own. One drawn at random stays at the head of the queue. */
export function withOwnPriority(entry: QueuedUrl, priority: Priority): QueuedUrl {
  return { ...entry, ...(entry.sample === undefined ? { priority } : { sample: priority }) };
}

/** What the strategy says of a queued URL, as a priority for its place in the queue: behind others, or where people want it. */
export function asQueued(entry: QueuedUrl, said: Priority, steering: Steering): Priority {
  const isSecond = isSecondChoice(unadjusted(ownPriority(entry)));
  return steering.adjusted(entry.url, isSecond ? secondChoice(said) : said);
}
