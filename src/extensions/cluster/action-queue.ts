import type { Command, TakenAction } from '../../model/steering.js';
import type { AskedAction } from './actions.js';

/** Commands of people to a crawl, on their way from the database to the engine of one worker. */
export interface ActionQueue {
  /** Place of the last action that came from the database with all before it taken. */
  readonly after: number;
  /** Count of changes of the crawl that was looked at. */
  seen: number;
  /** Takes in what came; an action that came before comes again only once it was taken by another worker. */
  arrive(asked: readonly AskedAction[]): void;
  /** Commands since the last call. */
  next(): readonly (Command | TakenAction)[];
  readonly isEmpty: boolean;
  /** Keeps an action that was taken up. */
  note(taken: TakenAction): void;
  /** Actions that were taken, in order. */
  all(): readonly TakenAction[];
  has(id: string): boolean;
  onArrival(ring: () => void): void;
}

/** A queue without actions. */
export function createActionQueue(): ActionQueue {
  const arrived = new Map<string, Command | TakenAction>();
  /** Those that this worker takes itself, and has not kept yet. */
  const underWay = new Set<string>();
  const taken = new Map<string, TakenAction>();
  let after = 0;
  let ring = (): void => undefined;
  return {
    get after() {
      return after;
    },
    seen: 0,
    arrive(asked) {
      for (const { place, action } of asked) {
        if ('effect' in action) after = Math.max(after, place);
        if (taken.has(action.id) || (underWay.has(action.id) && !('effect' in action))) continue;
        arrived.set(action.id, action);
      }
      if (arrived.size > 0) ring();
    },
    next() {
      const all = [...arrived.values()];
      arrived.clear();
      for (const one of all) if (!('effect' in one)) underWay.add(one.id);
      return all;
    },
    get isEmpty() {
      return arrived.size === 0;
    },
    note(action) {
      underWay.delete(action.id);
      taken.set(action.id, action);
    },
    all: () => [...taken.values()],
    has: (id) => taken.has(id),
    onArrival: (called) => (ring = called),
  };
}
