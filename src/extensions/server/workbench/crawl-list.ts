import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { crawlStatus } from '../../../app/crawl/crawl-status.js';
import { isCrawlFolder } from '../../../crawling/store/crawl-description.js';
import { messageOf } from '../../../model/errors.js';
import { EVENTS } from '../../../support/crawl-folder.js';
import { given } from '../../../support/given.js';
import type { CurvePoint } from '../control-room/crawl-view.js';
import { watchCrawlFolder, type CrawlWatch } from '../control-room/crawl-watch.js';

/** A crawl that is shown, under a name that addresses use. */
export interface NamedCrawl {
  readonly name: string;
  readonly out: string;
  readonly watch: CrawlWatch;
}

/** Folders that are looked into, and folders in one folder that are looked at. */
const MAX_FOLDERS = 500;
/** Folders whose content is not crawls. */
const PASSED_OVER = /^(?:\.|node_modules$|corpora$|webs$|kb$)/;

export type CrawlList = ReturnType<typeof createCrawlList>;

/**
 * The crawls in folders that were named, and those below a folder. Their order and names stay; new ones are added at the end.
 * @param folder where to look for crawls; undefined: only the named ones are shown
 */
export function createCrawlList(outs: readonly string[], folder?: string) {
  const crawls: NamedCrawl[] = [];
  const add = (out: string): void => {
    if (crawls.some((known) => path.resolve(known.out) === path.resolve(out))) return;
    crawls.push({ name: freeName(out, crawls), out, watch: watchCrawlFolder(out) });
  };
  for (const out of outs) add(out);
  return {
    all: (): readonly NamedCrawl[] => crawls,
    /** Looks for new crawls first. */
    async refreshed(): Promise<readonly NamedCrawl[]> {
      if (folder !== undefined) for (const out of await crawlsBelow(folder)) add(out);
      return crawls;
    },
    /** By its name, else by its number in the order. */
    find: (key: string): NamedCrawl | undefined =>
      crawls.find(({ name }) => name === key) ?? (/^\d+$/.test(key) ? crawls[Number(key)] : undefined),
  };
}

/** The name of the folder; with that of the folder above where several are called the same. */
function freeName(out: string, crawls: readonly NamedCrawl[]): string {
  const parts = path.resolve(out).split(path.sep);
  const isTaken = (name: string): boolean => crawls.some((known) => known.name === name);
  for (let count = 1; count <= parts.length; count += 1) {
    const name = parts.slice(-count).join('~');
    if (!isTaken(name)) return name;
  }
  return `${parts.at(-1) ?? ''}~${crawls.length}`;
}

/** Folders with crawls: the folder itself, and those one or two levels below it, in their order. */
async function crawlsBelow(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  const first = await foldersIn(folder);
  const second = (await Promise.all(first.map(foldersIn))).flat();
  for (const candidate of [folder, ...first, ...second].slice(0, MAX_FOLDERS))
    if (await isCrawlFolder(candidate)) found.push(path.relative(process.cwd(), candidate) || '.');
  return found;
}

async function foldersIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() && !PASSED_OVER.test(entry.name))
    .map((entry) => path.join(folder, entry.name))
    .sort()
    .slice(0, MAX_FOLDERS);
}

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
  /** Requests and accepted pages, by the last verdicts, in the order of the requests. */
  readonly curve: readonly CurvePoint[];
  /** Why the other figures are missing. */
  readonly problem?: string;
}

/** Summarises a crawl; only what is new since the last time is read. */
export async function summaryOf({ name, out, watch }: NamedCrawl): Promise<CrawlSummary> {
  try {
    const { topic, state, paused, counts, maxPages, startedAt } = await crawlStatus(out);
    // The time of a crawl of a stored web is simulated.
    const written = await stat(path.join(out, EVENTS)).catch(() => undefined);
    await watch.refresh();
    return {
      ...{ name, out, topic, state, paused, maxPages, startedAt },
      requested: counts.fetched,
      accepted: counts.accepted,
      harvest: counts.harvestRate,
      ...given({ lastEventAt: written?.mtime.toISOString() }),
      curve: watch.view.size === 0 ? [] : [[0, 0], ...watch.view.curve()],
    };
  } catch (thrown) {
    return {
      ...{ name, out, problem: messageOf(thrown), topic: '', state: 'unreadable', paused: false },
      ...{ requested: 0, accepted: 0, harvest: null, maxPages: 0, startedAt: '', curve: [] },
    };
  }
}
