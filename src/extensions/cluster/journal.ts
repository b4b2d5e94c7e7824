import type { TakenAction } from '../../model/steering.js';
import type { MemoryKind } from '../../crawling/store/crawl-memory.js';

/** A URL that was found, or found again by a better link. */
export interface FoundUrl {
  /** With port. */
  readonly host: string;
  readonly url: string;
  readonly value: number;
  /** Its place in the order of discovery. */
  readonly place: number;
  /** The entry as JSON. */
  readonly entry: string;
}

/** A URL that came to its end, with its event. */
export interface EndedUrl {
  readonly host: string;
  readonly url: string;
  /** True if it was requested. */
  readonly fetched: boolean;
}

/** An event on its way into the database. */
export interface NotedEvent {
  readonly sequence: number;
  readonly event: string;
  /** Lesson for the strategies of other workers. */
  readonly lesson: string | null;
}

/** A value that travels with its host; null where it was dropped. */
export interface KeptValue {
  readonly host: string;
  readonly kind: MemoryKind;
  readonly name: string;
  readonly value: string | null;
}

/**
 * Changes that are made together. Findings are true whichever worker made them; everything else counts only as long as the worker
 * holds the hosts that it concerns.
 */
export interface Step {
  readonly found: FoundUrl[];
  readonly kept: KeptValue[];
  /** Targets of redirects that end with the URL. */
  readonly claimed: { readonly host: string; readonly url: string }[];
  ended?: EndedUrl;
  event?: NotedEvent;
  /** Command of somebody to the crawl, as this worker took it. */
  taken?: TakenAction;
}

/** An empty step. */
export function newStep(): Step {
  return { found: [], kept: [], claimed: [] };
}

/** An event that does not count, by its number. */
export interface LostEvent {
  readonly sequence: number;
  /** True if its URL was requested. */
  readonly fetched: boolean;
}

/** Steps as the rows that they write. */
export interface Batch {
  readonly found: readonly FoundUrl[];
  readonly kept: readonly KeptValue[];
  readonly claimed: readonly { readonly host: string; readonly url: string }[];
  readonly ended: readonly EndedUrl[];
  /** Events by the URL that ended with them; those that end none come without. */
  readonly events: readonly (NotedEvent & { readonly url?: string; readonly fetched: boolean })[];
  /** The events of steps that do not count. */
  readonly lost: readonly LostEvent[];
}

/** All hosts that steps concern. */
export function hostsOf(steps: readonly Step[]): ReadonlySet<string> {
  return new Set(
    steps.flatMap(({ found, kept, claimed, ended }) =>
      [...found, ...kept, ...claimed, ...(ended === undefined ? [] : [ended])].map(({ host }) => host),
    ),
  );
}

/**
 * The rows of steps: those that end a URL at a host that is not held any more count only for what they found.
 * @param isHeld whether the worker holds a host, by the database
 */
export function batchOf(steps: readonly Step[], isHeld: (host: string) => boolean): Batch {
  const whole = steps.filter(
    ({ ended, claimed }) =>
      (ended === undefined || isHeld(ended.host)) && claimed.every(({ host }) => isHeld(host)),
  );
  const lost = steps.filter((step) => !whole.includes(step));
  return {
    found: bestOf(steps.flatMap(({ found }) => found)),
    kept: lastOf(steps.flatMap(({ kept }) => kept).filter(({ host }) => isHeld(host))),
    claimed: whole.flatMap(({ claimed }) => claimed),
    ended: whole.flatMap(({ ended }) => ended ?? []),
    events: whole.flatMap(({ event, ended }) =>
      event === undefined
        ? []
        : [
            ended === undefined
              ? { ...event, fetched: false }
              : { ...event, url: ended.url, fetched: ended.fetched },
          ],
    ),
    lost: lost.flatMap(({ event, ended }) =>
      event === undefined ? [] : [{ sequence: event.sequence, fetched: ended?.fetched === true }],
    ),
  };
}

/** Each URL once: with its best value, at its first place. */
function bestOf(found: readonly FoundUrl[]): readonly FoundUrl[] {
  const best = new Map<string, FoundUrl>();
  for (const one of found) {
    const earlier = best.get(one.url);
    if (earlier === undefined) best.set(one.url, one);
    else if (one.value > earlier.value) best.set(one.url, { ...one, place: earlier.place });
  }
  return [...best.values()];
}

/** Each value once: as it was kept last. */
function lastOf(kept: readonly KeptValue[]): readonly KeptValue[] {
  return [...new Map(kept.map((one) => [`${one.kind} ${one.name}`, one])).values()];
}
