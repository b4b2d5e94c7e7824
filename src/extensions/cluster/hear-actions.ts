import { nextActions, type AskedAction } from './actions.js';
import type { Query } from './database.js';
import type { WorkerState } from './worker-state.js';

/** Commands to a crawl, and the number of changes of them that were seen. */
export interface HeardActions {
  readonly asked: readonly AskedAction[];
  readonly seen: number;
}

/** Looks at once whether something was asked of the crawl, and at nothing else. */
export async function hearActions(state: Pick<WorkerState, 'identity' | 'steering'>): Promise<void> {
  const { database, crawl } = state.identity;
  const { actions } = state.steering;
  const heard = await database.transaction(async (query) => {
    const [row] = await query('SELECT asked FROM sfwc.crawls WHERE id = $1', [crawl]);
    return readActions(query, Number(row?.['asked'] ?? 0), state);
  });
  if (heard === undefined) return;
  actions.seen = heard.seen;
  actions.arrive(heard.asked);
}

/** Reads what was asked of the crawl, where that has changed. */
export async function readActions(
  query: Query,
  changes: number,
  { identity: { crawl, worker }, steering: { actions } }: Pick<WorkerState, 'identity' | 'steering'>,
): Promise<HeardActions | undefined> {
  if (changes === actions.seen) return undefined;
  const { actions: asked, isAll } = await nextActions(query, crawl, worker, actions.after);
  // What another worker is taking is looked for again, should that one be gone.
  return { asked, seen: isAll ? changes : -1 };
}
