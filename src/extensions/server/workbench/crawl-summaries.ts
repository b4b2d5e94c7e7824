import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { crawlStatus } from '../../../app/crawl/crawl-status.js';
import { messageOf } from '../../../model/errors.js';
import { verdictOf, type Verdict } from '../../../model/verdict.js';
import { EVENTS } from '../../../support/crawl-folder.js';
import { openEventTail, type EventTail } from '../control-room/event-tail.js';
import type { NamedCrawl } from './crawl-list.js';

/** A crawl in a list of crawls. JSON. */
export interface CrawlSummary {
  readonly name: string;
  readonly out: string;
  /** Empty for a crawl without a topic. */
  readonly topic: string;
  readonly state: string;
  readonly paused: boolean;
  readonly requested: number;
  readonly accepted: number;
  /** Accepted pages per request; null before the first request. */
  readonly harvest: number | null;
  readonly maxPages: number;
  readonly startedAt: string;
  /** Time of its last event; absent before it. */
  readonly lastEventAt?: string;
  readonly bytes: number;
  /** Requests and accepted pages, by the last verdicts, in the order of the requests. */
  readonly curve: readonly (readonly [requests: number, accepted: number])[];
  /** Why the other figures are missing. */
  readonly problem?: string;
}

/** Points of a curve. */
const POINTS = 200;
/** Milliseconds during which the size of a folder is not looked up again. */
const FRESH_SIZE = 30_000;
/** Files whose sizes are summed. */
const MAX_FILES = 50_000;

/** Summarises crawls; of each, only what is new since the last time is read. */
export function createSummaries(): (crawl: NamedCrawl) => Promise<CrawlSummary> {
  const known = new Map<string, Followed>();
  return async (crawl) => {
    const followed = known.get(crawl.out) ?? follow(crawl.out);
    known.set(crawl.out, followed);
    return summaryOf(crawl, followed).catch((thrown: unknown) => unreadable(crawl, messageOf(thrown)));
  };
}

interface Followed {
  readonly curve: () => Promise<CrawlSummary['curve']>;
  readonly bytes: () => Promise<number>;
}

async function summaryOf({ name, out }: NamedCrawl, followed: Followed): Promise<CrawlSummary> {
  const { topic, state, paused, counts, maxPages, startedAt } = await crawlStatus(out);
  // The time of a crawl of a stored web is simulated.
  const written = await stat(path.join(out, EVENTS)).catch(() => undefined);
  return {
    ...{ name, out, topic, state, paused, maxPages, startedAt },
    requested: counts.fetched,
    accepted: counts.accepted,
    harvest: counts.harvestRate,
    ...(written === undefined ? {} : { lastEventAt: written.mtime.toISOString() }),
    bytes: await followed.bytes(),
    curve: await followed.curve(),
  };
}

function unreadable({ name, out }: NamedCrawl, problem: string): CrawlSummary {
  return {
    ...{ name, out, problem, topic: '', state: 'unreadable', paused: false },
    ...{ requested: 0, accepted: 0, harvest: null, maxPages: 0, startedAt: '', bytes: 0, curve: [] },
  };
}

/** Follows the events of a crawl: of each request, whether its page is accepted by the last verdict. */
function follow(out: string): Followed {
  let tail: EventTail | undefined;
  let places = new Map<string, number>();
  let accepted: boolean[] = [];
  const add = (url: string, fetched: boolean, verdict: Verdict): void => {
    const place = places.get(url);
    if (place !== undefined) accepted[place] = verdict === 'accepted';
    else if (fetched) {
      places.set(url, accepted.length);
      accepted.push(verdict === 'accepted');
    }
  };
  let size: { readonly at: number; readonly bytes: Promise<number> } | undefined;
  return {
    async curve() {
      const open = (tail ??= openEventTail(path.join(out, EVENTS)));
      const read = (): Promise<boolean> =>
        open.read((event) => add(event.url, event.fetched, verdictOf(event)));
      if (!(await read())) {
        places = new Map();
        accepted = [];
        await read();
      }
      return pointsOf(accepted);
    },
    bytes() {
      if (size === undefined || Date.now() - size.at > FRESH_SIZE)
        size = { at: Date.now(), bytes: bytesIn(out) };
      return size.bytes;
    },
  };
}

/** Points of the curve, evenly spread. */
export function pointsOf(accepted: readonly boolean[]): CrawlSummary['curve'] {
  const step = Math.max(1, Math.ceil(accepted.length / POINTS));
  const points: [number, number][] = accepted.length === 0 ? [] : [[0, 0]];
  let count = 0;
  for (const [place, is] of accepted.entries()) {
    count += Number(is);
    if ((place + 1) % step === 0 || place + 1 === accepted.length) points.push([place + 1, count]);
  }
  return points;
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const entry of entries.slice(0, MAX_FILES))
    if (entry.isFile())
      bytes += (await stat(path.join(entry.parentPath, entry.name)).catch(() => ({ size: 0 }))).size;
  return bytes;
}
