import type { CrawlView } from './shared-crawl-view.js';
import type { Query } from './database.js';
import { usedBy, type WorkerState } from './worker-state.js';

/**
 * Budget of pages that holds exactly, though several workers end pages at the same time. The database grants each worker
 * a number of pages, and the grants of all never exceed the limit. What a worker has not used it gives back when it ends;
 * what one that is gone has not used is given back with its hosts.
 */

/** A grant is changed where it differs from a worker's part by more than this share of what the worker has left. */
const SLACK = 1 / 8;

/**
 * The pages that a worker should be granted: what it has used, and its part of what is left.
 * @param used pages that it has ended or has under way
 */
export function fairGrant(
  { others, isFirst, requested, maxPages }: Pick<CrawlView, 'others' | 'isFirst' | 'requested' | 'maxPages'>,
  used: number,
): number {
  const left = Math.max(0, maxPages - requested - used);
  return used + Math.floor(left / (others + 1)) + (isFirst ? left % (others + 1) : 0);
}

/** The grant to ask for: the fair one, or the one that is there where it is near enough. */
export function wantedGrant(granted: number, fair: number, used: number): number {
  return Math.abs(fair - granted) > SLACK * (fair - used) ? fair : granted;
}

/**
 * Brings the grant of a worker to its part, in the transaction of the query. What is given back counts here at once, so
 * that nothing is requested by it any more; what is added counts when it is committed.
 * @returns the grant that counts after the commit
 */
export async function shareBudget(
  query: Query,
  { identity, hosts, progress, crew }: Pick<WorkerState, 'identity' | 'hosts' | 'progress' | 'crew'>,
): Promise<number> {
  const { worker, crawl } = identity;
  const { view } = crew;
  const used = usedBy({ progress, hosts });
  // Others may have freed what this worker had, while its machine was paused.
  progress.granted = Math.min(progress.granted, view.granted);
  const wanted = wantedGrant(progress.granted, fairGrant(view, used), used);
  progress.granted = Math.min(progress.granted, wanted);
  if (wanted <= progress.granted) {
    if (progress.granted < view.granted)
      await query('UPDATE sfwc.workers SET granted = $2 WHERE id = $1', [worker, progress.granted]);
    return progress.granted;
  }
  // One worker at a time, so that each sees what the one before was granted.
  await query('SELECT id FROM sfwc.crawls WHERE id = $1 FOR NO KEY UPDATE', [crawl]);
  const [row] = await query(
    `UPDATE sfwc.workers w SET granted = greatest(w.fetched, least($2::bigint, c.max_pages -
         (SELECT coalesce(sum(granted), 0) FROM sfwc.workers WHERE crawl = $3 AND id <> $1)))
       FROM sfwc.crawls c WHERE w.id = $1 AND c.id = $3 RETURNING w.granted`,
    [worker, wanted, crawl],
  );
  return Number(row?.['granted'] ?? 0);
}

/** True if a worker has used all that it was granted, and has nothing under way. */
export function isUsedUp({ hosts, progress }: Pick<WorkerState, 'hosts' | 'progress'>): boolean {
  return hosts.held.counts().leased === 0 && usedBy({ hosts, progress }) >= progress.granted;
}

/** True if other workers may give back pages that they were granted. */
export function mayBeGrantedMore({ crew, progress }: Pick<WorkerState, 'crew' | 'progress'>): boolean {
  return crew.view.maxPages - crew.view.ended - progress.granted > 0;
}
