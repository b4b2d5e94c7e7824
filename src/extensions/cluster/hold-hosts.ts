import { URLS_A_HOST, type HostContent, type TakenHost } from './holdings.js';
import { PLACES_A_BLOCK } from './schema.js';
import type { WorkerState } from './worker-state.js';

/** State into which hosts and their URLs arrive. */
export type HoldState = Pick<WorkerState, 'hosts' | 'places' | 'elsewhere' | 'steering' | 'crew'>;

/** Takes a host, and what the database has of it, into memory. */
export function hold(taken: TakenHost, content: HostContent | undefined, state: HoldState): void {
  const { host, key, epoch, isOwn, pages } = taken;
  const { urls = [], ended, kept = [] } = content ?? {};
  const { holdings, held, memory } = state.hosts;
  for (const one of ended ?? []) held.markEnded(one);
  const hasMore = addUrls(urls, !isOwn, state);
  holdings.set(host, {
    host,
    key,
    epoch,
    isComplete: ended !== undefined,
    hasMore,
    claims: 0,
    busyUntil: 0,
  });
  if (isOwn) return;
  memory.arrive(host, kept);
  state.crew.news.hosts.push({ host, pages });
}

/** Queues URLs that the database has; tells whether it may have more. @param isOthers whether another worker may have valued them */
export function addUrls(
  urls: HostContent['urls'],
  isOthers: boolean,
  { hosts: { held }, places: { blocks }, elsewhere, steering }: Omit<HoldState, 'crew'>,
): boolean {
  for (const { queued, place } of urls) {
    const isMine = blocks.has(Math.floor(place / PLACES_A_BLOCK));
    const own = held.waiting(queued.url);
    if (own !== undefined) {
      if (own.referrer !== queued.referrer && queued.priority.value > own.priority.value)
        held.requeue(queued);
      continue;
    }
    // Seeds are not the strategy's to value.
    const mayRevalue = isOthers && !isMine && queued.referrer !== undefined;
    const valued = mayRevalue ? elsewhere.valued.get(queued.url) : undefined;
    const entry = valued === undefined ? queued : { ...queued, priority: valued };
    held.add({ queued: queued.referrer === undefined ? entry : steering.adjusted(entry), place });
  }
  return urls.length >= URLS_A_HOST;
}
