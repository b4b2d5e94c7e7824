import type { Query } from './database.js';
import type { CrawlTables } from './schema.js';

/** State of a crawl, as a worker sees it. */
export interface CrawlView {
  /** Other workers that were heard of lately, and whether all of them joined later. */
  readonly others: number;
  readonly isFirst: boolean;
  /** Pages that others have ended or have under way; of those that are gone, what they ended. */
  readonly requested: number;
  /** Pages that others ended. */
  readonly ended: number;
  /** Pages that this worker may end. */
  readonly granted: number;
  readonly maxPages: number;
  /** Counts up with every command to the crawl, and with its effect. */
  readonly asked: number;
  /** Hosts with URLs queued that others hold, or nobody; and these URLs. Both up to a limit. */
  readonly hosts: number;
  readonly urls: number;
}

/** Before the first look. */
export const NO_VIEW: CrawlView = {
  ...{ others: 0, isFirst: true, requested: 0, ended: 0, granted: 0, maxPages: 0, asked: 0 },
  ...{ hosts: 0, urls: 0 },
};

/** Hosts that are counted at most, of those that nobody holds. */
const MAX_COUNTED = 20_000;

/** The workers, and the limits of the crawl. */
export type CrewView = Omit<CrawlView, 'hosts' | 'urls'>;
/** Hosts that can be taken. */
export type OpenHosts = Pick<CrawlView, 'hosts' | 'urls'>;

/** Reads how the workers of a crawl stand. */
export async function readCrew(query: Query, crawl: number, worker: number): Promise<CrewView> {
  const [row] = await query(
    `SELECT w.*, (SELECT granted FROM sfwc.workers WHERE id = $2) AS granted, c.max_pages, c.asked
     FROM sfwc.crawls c, (SELECT count(*) FILTER (WHERE alive) AS others,
         count(*) FILTER (WHERE alive AND id < $2) AS earlier,
         sum(CASE WHEN alive THEN greatest(requested, fetched) ELSE fetched END) AS requested,
         sum(fetched) AS ended
       FROM (SELECT *, deadline > clock_timestamp() AND ended IS NULL AS alive
         FROM sfwc.workers WHERE crawl = $1 AND id <> $2) o) w
     WHERE c.id = $1`,
    [crawl, worker],
  );
  const number = (name: string): number => Number(row?.[name] ?? 0);
  return {
    others: number('others'),
    isFirst: number('earlier') === 0,
    requested: number('requested'),
    ended: number('ended'),
    granted: number('granted'),
    maxPages: number('max_pages'),
    asked: number('asked'),
  };
}

/** Reads which hosts are there that the worker does not hold. */
export async function readOpenHosts(
  query: Query,
  { hosts }: CrawlTables,
  worker: number,
): Promise<OpenHosts> {
  const [row] = await query(
    `SELECT count(*) AS hosts, coalesce(sum(queued), 0) AS urls FROM (
       (SELECT queued FROM ${hosts} WHERE worker IS NULL AND queued > 0 LIMIT ${MAX_COUNTED})
       UNION ALL SELECT queued FROM ${hosts} WHERE worker IS NOT NULL AND worker <> $1 AND queued > 0) l`,
    [worker],
  );
  return { hosts: Number(row?.['hosts'] ?? 0), urls: Number(row?.['urls'] ?? 0) };
}

/** Hosts with so many URLs altogether, as they are on the average. @param most URLs of a host that are read */
export function hostsWithin(urls: number, open: OpenHosts, most: number): number {
  const each = open.hosts === 0 ? 1 : Math.min(most, Math.max(1, open.urls / open.hosts));
  return Math.max(0, Math.floor(urls / each));
}
