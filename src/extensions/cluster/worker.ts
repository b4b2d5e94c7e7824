import type { LinkPriority } from '../../model/crawl-event.js';
import type { CrawlStore } from '../../crawling/store/crawl-store.js';
import { askAction, nextActions } from './actions.js';
import { addWorker, databaseTime, type SharedCrawl } from './catalog.js';
import { createCrew, type Crew } from './crew.js';
import type { DatabaseClock } from './database-clock.js';
import type { Database } from './database.js';
import { hearActions } from './hear-actions.js';
import type { Step } from './journal.js';
import { packLesson } from './lessons.js';
import { tablesOf } from './schema.js';
import type { SharedActions } from './shared-control.js';
import { createSharedFrontier } from './shared-frontier.js';
import { createSharedMemory } from './shared-memory.js';
import { newWorkerState, takeBlock, type WorkerState } from './worker-state.js';
import { createRounds } from './write-rounds.js';

/** One worker of a shared crawl: what stands for the store of a crawl by one process. */
export interface SharedWorker {
  readonly id: number;
  readonly store: CrawlStore;
  readonly crew: Crew;
  readonly asked: SharedActions;
  /** True if an event was not taken, because another worker ends its URL. */
  readonly isLost: (sequence: number) => boolean;
}

/** Parts of a worker. */
export interface WorkerParts {
  readonly database: Database;
  readonly crawl: SharedCrawl;
  /** Set by the time of the database. */
  readonly clock: DatabaseClock;
  /** For those who look at the crawl. */
  readonly name: string;
  readonly priority: LinkPriority;
  /** Milliseconds that its hosts stay its own without a word from it, and that a request may take. */
  readonly lease: number;
  readonly timeout: number;
}

/** Takes part in a crawl. Its events are in the database; `leave` of its crew ends it. */
export async function joinAsWorker(parts: WorkerParts): Promise<SharedWorker> {
  const { database, crawl, clock, name, priority, lease, timeout } = parts;
  const tables = tablesOf(crawl.id);
  const { worker, block, asked } = await database.transaction(async (query) => {
    const id = await addWorker(query, crawl, name, lease);
    clock.set(await databaseTime(query));
    const { actions } = await nextActions(query, crawl.id, id, 0);
    return { worker: id, block: await takeBlock(query, tables), asked: actions };
  });
  let note: (add: (step: Step) => void) => void = () => undefined;
  const memory = createSharedMemory((kept) => note((step) => step.kept.push(kept)));
  const state = newWorkerState({ database, tables, crawl: crawl.id, worker, lease, timeout }, memory, block);
  const round = createRounds(state);
  const shared = createSharedFrontier(state, round);
  note = shared.note;
  const { progress, unwritten, steering } = state;
  const { actions } = steering;
  // What was taken before is how the crawl is when this worker begins.
  for (const { action } of asked) if ('effect' in action) actions.note(action);
  actions.arrive(asked);
  const store: CrawlStore = {
    frontier: shared.frontier,
    memory,
    actions: {
      all: () => actions.all(),
      has: (id) => actions.has(id),
      note(taken) {
        if (taken.worker === undefined) shared.note((step) => (step.taken = taken));
        actions.note({ worker, ...taken });
      },
    },
    note(heard, noted) {
      const { event } = heard;
      if (event.fetched && event.rejudged === undefined) progress.fetched += 1;
      unwritten.part = noted;
      const lesson = priority.observe === undefined ? null : packLesson(heard);
      shared.note((step) => {
        step.event = { sequence: event.sequence, event: JSON.stringify(event), lesson };
        if (step.ended !== undefined) step.ended = { ...step.ended, fetched: event.fetched };
      });
    },
    // The control room looks at crawls in folders; `sfwc explain` shows hosts of workers.
    watchHosts: () => undefined,
    occupied: () => undefined,
    keepPlan: () => undefined,
    kept: () => [],
    eventsAfter: () => [],
    forgetEvents: () => undefined,
    queued: () => [],
    snapshot: () => undefined,
    *heard() {
      // A worker that joins hears of what was before from the events of all.
    },
    close: () => undefined,
  };
  return {
    id: worker,
    store,
    crew: createCrew(state, round),
    asked: actionsOf(state),
    isLost: (sequence) => progress.lostEvents.has(sequence),
  };
}

function actionsOf(state: Pick<WorkerState, 'identity' | 'steering'>): SharedActions {
  const { database, crawl } = state.identity;
  const { actions } = state.steering;
  return {
    hasNews: () => !actions.isEmpty,
    news: () => actions.next(),
    onNews: (ring) => actions.onArrival(ring),
    async ask(command) {
      await database.transaction((query) => askAction(query, crawl, command));
      await hearActions(state);
    },
  };
}
