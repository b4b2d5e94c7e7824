import type { CrawlEvent } from '../../model/crawl-event.js';
import type { TakenAction } from '../../model/steering.js';
import type { CrawlContext } from '../../crawling/engine/crawl-context.js';
import type { CrawlFeature } from '../../crawling/engine/crawl-feature.js';
import { learnFrom } from '../../crawling/engine/judge-again.js';
import { revise } from '../../crawling/engine/settle.js';
import { takeAccepted } from '../../crawling/pages/page-watch.js';
import { NO_MEMORY } from '../../crawling/store/crawl-memory.js';
import type { CrawlStore } from '../../crawling/store/crawl-store.js';
import { addWorker, tablesOf, type SharedCrawl } from './catalog.js';
import { createCrew, type Crew } from './crew.js';
import { databaseTime, type Database, type DatabaseClock } from './database.js';
import { createRounds } from './rounds.js';
import { createSharedFrontier } from './shared-frontier.js';
import { newWorkerState, takeBlock } from './worker-state.js';

/** One worker of a shared crawl: what stands for the store of a crawl by one process. */
export interface SharedWorker {
  readonly id: number;
  readonly store: CrawlStore;
  readonly crew: Crew;
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
  /** Milliseconds that its hosts stay its own without a word from it, and that a request may take. */
  readonly lease: number;
  readonly timeout: number;
}

/** Takes part in a crawl. Its events are in the database; `leave` of its crew ends it. */
export async function joinAsWorker(parts: WorkerParts): Promise<SharedWorker> {
  const { database, crawl, clock, name, lease, timeout } = parts;
  const tables = tablesOf(crawl.id);
  const { worker, block } = await database.transaction(async (query) => {
    const id = await addWorker(query, crawl, name, lease);
    clock.set(await databaseTime(query));
    return { worker: id, block: await takeBlock(query, tables) };
  });
  const state = newWorkerState({ database, tables, crawl: crawl.id, worker, lease, timeout }, block);
  const round = createRounds(state);
  const { frontier, note } = createSharedFrontier(state, round);
  const actions = new Map<string, TakenAction>();
  const store: CrawlStore = {
    frontier,
    // Who takes a host over reads its robots.txt again.
    memory: NO_MEMORY,
    // What people ask of a worker concerns this one.
    actions: {
      all: () => [...actions.values()],
      has: (id) => actions.has(id),
      note: (taken) => void actions.set(taken.id, taken),
    },
    note({ event }, { tally }) {
      if (event.fetched && event.rejudged === undefined) state.fetched += 1;
      state.accepted = tally.accepted;
      note((step) => {
        step.event = { sequence: event.sequence, event: JSON.stringify(event) };
        if (step.ended !== undefined) step.ended = { ...step.ended, fetched: event.fetched };
      });
    },
    watchHosts: () => undefined,
    occupied: () => undefined,
    keepPlan: () => undefined,
    kept: () => [],
    eventsAfter: () => [],
    forgetEvents: () => undefined,
    queued: () => [],
    snapshot: () => undefined,
    heard: () => [],
    close: () => undefined,
  };
  return {
    ...{ id: worker, store, crew: createCrew(state, round) },
    isLost: (sequence) => state.lostEvents.has(sequence),
  };
}

/**
 * Before URLs are chosen: takes in what came from the other workers of the crawl, in the order of all events, so that every
 * worker knows what all of them found.
 */
export function crewNews(crew: Pick<Crew, 'meet' | 'news'>): CrawlFeature {
  return {
    name: 'crew-news',
    begin(context) {
      const { untimed = <T>(work: Promise<T>): Promise<T> => work } = context.parts;
      return {
        async beforeChoice() {
          await untimed(crew.meet());
          const { events, hosts } = crew.news();
          for (const { host, pages } of hosts)
            if (context.plan.maxPagesPerHost < Infinity) context.hosts.hostPages.set(host, pages);
          for (const one of events) if (one.rejudged === undefined) hear(one, context);
          if (events.length > 0) revise(context);
        },
      };
    },
  };
}

/** Learns from what another worker recorded. Counters are each worker's own. */
function hear(event: CrawlEvent, context: CrawlContext): void {
  const { parts, deciding, known, progress } = context;
  const { judgement, fetched, bytes = 0, depth, state, finalUrl } = event;
  if (fetched) progress.elsewhere.fetched += 1;
  progress.elsewhere.bytes += bytes;
  parts.priority.observe?.(event, undefined);
  if (judgement !== undefined) deciding.acceptance?.note(judgement);
  takeAccepted(event, known.pageWatch);
  // The targets of redirects of seeds belong to the scope of all.
  if (depth === 0 && state === 'done' && finalUrl !== undefined) known.scope.add(finalUrl);
  learnFrom(event, context);
}
