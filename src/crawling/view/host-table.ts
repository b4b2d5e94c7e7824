import type { CrawlEvent, ReasonCode } from '../../model/crawl-event.js';
import { parseUrl } from '../../support/parse-url.js';
import type { Verdict } from './verdict.js';

/** What a crawl did at one host. */
export interface HostRow {
  /** With its port; the last row stands for all hosts beyond {@link MOST_HOSTS}. */
  readonly host: string;
  readonly fetched: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly skipped: number;
  readonly failed: number;
  /** Time of the last request, ISO 8601; absent before the first. */
  readonly lastAt?: string;
  /** Why a URL of the host failed last. */
  readonly lastFailure?: ReasonCode;
}

/** The host of an address with its port; an address without one has to be shown as well. */
export function hostNamed(url: string): string {
  const host = parseUrl(url)?.host ?? '';
  return host === '' ? 'no host' : host;
}

/** Hosts that are counted one by one. */
export const MOST_HOSTS = 5000;
const OTHERS = 'other hosts';

type Counts = { -readonly [Name in keyof HostRow]: HostRow[Name] };

/** Counts by host, of so many hosts at most. */
export interface HostTable {
  /** @param before the verdict of the event that this one takes the place of */
  add(host: string, event: CrawlEvent, verdict: Verdict, before: Verdict | undefined): void;
  rows(): readonly HostRow[];
}

/** A table without rows. */
export function createHostTable(): HostTable {
  const rows = new Map<string, Counts>();
  return {
    add(host, { fetched, time, code }, verdict, before) {
      const name = rows.has(host) || rows.size < MOST_HOSTS ? host : OTHERS;
      const row = rows.get(name) ?? {
        host: name,
        fetched: 0,
        accepted: 0,
        rejected: 0,
        skipped: 0,
        failed: 0,
      };
      rows.set(name, row);
      row[verdict] += 1;
      if (before !== undefined) row[before] -= 1;
      if (verdict === 'failed' && code !== undefined) row.lastFailure = code;
      if (!fetched) return;
      row.fetched += 1;
      row.lastAt = time;
    },
    rows: () => [...rows.values()],
  };
}
