import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { crawlStatus } from '../../../app/crawl/crawl-status.js';
import { messageOf } from '../../../model/errors.js';
import { EVENTS } from '../../../support/crawl-folder.js';
import type { CurvePoint } from '../control-room/crawl-columns.js';
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

/** Milliseconds during which the size of a folder is not looked up again. */
const FRESH_SIZE = 30_000;
/** Files whose sizes are summed. */
const MAX_FILES = 50_000;

/** Summarises crawls; of each, only what is new since the last time is read. */
export function createSummaries(): (crawl: NamedCrawl) => Promise<CrawlSummary> {
  const sizes = new Map<string, { readonly at: number; readonly bytes: Promise<number> }>();
  const bytesOf = (out: string): Promise<number> => {
    const known = sizes.get(out);
    if (known !== undefined && Date.now() - known.at <= FRESH_SIZE) return known.bytes;
    const bytes = bytesIn(out);
    sizes.set(out, { at: Date.now(), bytes });
    return bytes;
  };
  return (crawl) =>
    summaryOf(crawl, bytesOf).catch((thrown: unknown) => unreadable(crawl, messageOf(thrown)));
}

async function summaryOf(
  { name, out, watch }: NamedCrawl,
  bytesOf: (out: string) => Promise<number>,
): Promise<CrawlSummary> {
  const { topic, state, paused, counts, maxPages, startedAt } = await crawlStatus(out);
  // The time of a crawl of a stored web is simulated.
  const written = await stat(path.join(out, EVENTS)).catch(() => undefined);
  await watch.refresh();
  return {
    ...{ name, out, topic, state, paused, maxPages, startedAt },
    requested: counts.fetched,
    accepted: counts.accepted,
    harvest: counts.harvestRate,
    ...(written === undefined ? {} : { lastEventAt: written.mtime.toISOString() }),
    bytes: await bytesOf(out),
    curve: watch.view.size === 0 ? [] : [[0, 0], ...curveOf(watch.view.curve())],
  };
}

function curveOf(points: readonly CurvePoint[]): CrawlSummary['curve'] {
  return points.map(([requests, accepted]) => [requests, accepted]);
}

function unreadable({ name, out }: NamedCrawl, problem: string): CrawlSummary {
  return {
    ...{ name, out, problem, topic: '', state: 'unreadable', paused: false },
    ...{ requested: 0, accepted: 0, harvest: null, maxPages: 0, startedAt: '', bytes: 0, curve: [] },
  };
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const entry of entries.slice(0, MAX_FILES))
    if (entry.isFile())
      bytes += (await stat(path.join(entry.parentPath, entry.name)).catch(() => ({ size: 0 }))).size;
  return bytes;
}
