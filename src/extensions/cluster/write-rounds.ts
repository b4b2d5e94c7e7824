import type { Query } from './database.js';
import { NOTHING_LOST, writeRound } from './rounds.js';
import { lose, usedBy, type WorkerState } from './worker-state.js';

/** State from which rounds are written, and which they change. */
type RoundState = Pick<WorkerState, 'identity' | 'hosts' | 'elsewhere' | 'unwritten' | 'progress'>;

/** Writes what a worker has done, in rounds: what comes while one is under way is in the next. */
export function createRounds(state: RoundState): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    next ??= running.then(() => {
      next = undefined;
      running = write(state);
      // The failure reaches those who wait for the next round.
      running.catch(() => undefined);
      return running;
    });
    return next;
  };
}

async function write(state: RoundState): Promise<void> {
  const { identity, hosts, elsewhere, unwritten, progress } = state;
  const { steps, rests: until, part } = unwritten;
  unwritten.steps = [];
  unwritten.rests = new Map();
  unwritten.part = undefined;
  for (const step of steps) for (const { url } of step.found) elsewhere.parked.delete(url);
  unwritten.rounds += 1;
  const number = unwritten.rounds;
  const { database, tables, crawl, worker, lease } = identity;
  const before = new Map(hosts.holdings);
  let isAgain = false;
  let outcome = NOTHING_LOST;
  await database.transaction(async (query) => {
    if (isAgain && (await isWritten(query, worker, number))) return;
    isAgain = true;
    const now = performance.now();
    const rests = new Map([...until].map(([host, time]) => [host, Math.max(0, time - now)]));
    const requested = usedBy(state);
    outcome = await writeRound(query, tables, {
      ...{ number, crawl, worker, lease, requested, steps, rests, holdings: before },
      state: part && JSON.stringify(part),
    });
  });
  for (const { sequence, fetched } of outcome.lostEvents) {
    progress.lostEvents.add(sequence);
    if (fetched) progress.lostPages += 1;
  }
  for (const host of outcome.lostHosts) lose(host, hosts);
}

/** The answer to the commit may have been lost, and not the commit. */
async function isWritten(query: Query, worker: number, number: number): Promise<boolean> {
  const [row] = await query('SELECT flushed FROM sfwc.workers WHERE id = $1', [worker]);
  return Number(row?.['flushed'] ?? 0) >= number;
}
