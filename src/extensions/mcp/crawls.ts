import { readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CrawlReport, CrawlSurroundings } from '../../app/crawl/crawl-topic.js';
import { isCrawlFolder } from '../../crawling/store/crawl-description.js';
import type { McpSettings } from './mcp-settings.js';
import { InputError, messageOf, UsageError } from '../../model/errors.js';
import { fileExists } from '../../support/files/file-exists.js';
import { isWithin } from './readable-files.js';
import { Refusal } from './refusal.js';

/** Called as a crawl continues. */
export type Watcher = NonNullable<CrawlSurroundings['onProgress']>;

/** A crawl of this process that has not ended. */
export interface RunningCrawl {
  /** Resolved when it has ended and all is saved, however it ended. */
  readonly ended: Promise<void>;
  /** Calls the watcher with what is known at once, and until the crawl ends or the returned function is called. */
  readonly watch: (watcher: Watcher) => () => void;
  /** Ends it cleanly; it can be continued. */
  readonly stop: () => void;
}

/** The crawls below the folder of results. */
export interface Crawls {
  /** A folder for a new crawl. @throws Refusal; UsageError when a crawl of this name exists */
  readonly freshFolder: (name: string) => Promise<string>;
  /** The folder of a crawl that exists. @throws Refusal, InputError */
  readonly folderOf: (name: string) => Promise<string>;
  /** The names of all crawls. */
  readonly names: () => Promise<readonly string[]>;
  /**
   * Lets a crawl run in the background. Resolves when it has begun.
   * @throws Refusal when too many run; whatever keeps it from beginning
   */
  readonly begin: (
    name: string,
    run: (around: CrawlSurroundings) => Promise<CrawlReport>,
  ) => Promise<RunningCrawl>;
  readonly running: (name: string) => RunningCrawl | undefined;
  /** Why a crawl of this process failed; undefined for one that did not. */
  readonly failureOf: (name: string) => string | undefined;
  /** Stops all crawls of this process, and waits until they are saved. */
  readonly close: () => Promise<void>;
}

/** What may be the name of a crawl: also the name of its folder. */
export const CRAWL_NAME = /^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/i;

/** Milliseconds between two looks whether a crawl has begun. */
const LOOK_EVERY = 20;

/** The crawls that this process runs, and why others of it failed, by name. */
interface Jobs {
  readonly running: Map<string, RunningCrawl>;
  readonly failures: Map<string, string>;
}

/** Keeps the crawls of a server. */
export function createCrawls({ out, maxCrawls }: Pick<McpSettings, 'out' | 'maxCrawls'>): Crawls {
  const jobs: Jobs = { running: new Map(), failures: new Map() };
  const { running, failures } = jobs;
  return {
    freshFolder: async (name) => {
      const { folder } = placeOf(out, name);
      if (!(await fileExists(folder))) return folder;
      throw new UsageError(`crawl ${name} exists already`, { hint: 'choose another name' });
    },
    folderOf: (name) => existingFolder(out, name),
    names: () => namesIn(out),
    begin: async (name, run) => {
      if (running.has(name)) throw new UsageError(`the crawl ${name} is running`);
      if (running.size >= maxCrawls)
        throw new Refusal('maxCrawls', `${running.size} of at most ${maxCrawls} crawls are running`);
      const { job, outcome } = start(name, run, jobs);
      await Promise.race([outcome, hasBegun(placeOf(out, name).folder, () => running.get(name) === job)]);
      return job;
    },
    running: (name) => running.get(name),
    failureOf: (name) => failures.get(name),
    close: async () => {
      for (const job of running.values()) job.stop();
      await Promise.all([...running.values()].map(({ ended }) => ended));
    },
  };
}

function start(
  name: string,
  run: (around: CrawlSurroundings) => Promise<CrawlReport>,
  { running, failures }: Jobs,
): { readonly job: RunningCrawl; readonly outcome: Promise<CrawlReport> } {
  const [stopping, watchers] = [new AbortController(), new Set<Watcher>()];
  let latest: Parameters<Watcher> | undefined;
  const outcome = run({
    signal: stopping.signal,
    onProgress: (...counts) => {
      latest = counts;
      watchers.forEach((watcher) => watcher(...counts));
    },
  });
  failures.delete(name);
  const ended = outcome.then(
    () => void running.delete(name),
    (thrown: unknown) => {
      running.delete(name);
      failures.set(name, messageOf(thrown));
    },
  );
  const job: RunningCrawl = {
    ended,
    stop: () => stopping.abort(),
    watch: (watcher) => {
      watchers.add(watcher);
      if (latest !== undefined) watcher(...latest);
      return () => void watchers.delete(watcher);
    },
  };
  running.set(name, job);
  return { job, outcome };
}

async function existingFolder(out: string | undefined, name: string): Promise<string> {
  const { out: root, folder } = placeOf(out, name);
  const [realRoot, real] = await Promise.all(
    [root, folder].map((one) => realpath(one).catch(() => undefined)),
  );
  if (realRoot === undefined || real === undefined)
    throw new InputError(`crawl ${name} does not exist`, { hint: 'list_crawls names the crawls' });
  if (!isWithin(real, realRoot)) throw new Refusal('out', `${name} lies outside of the folder for crawls`);
  return folder;
}

/** A folder for crawls, and the folder of one of them. */
interface Place {
  readonly out: string;
  readonly folder: string;
}

function placeOf(out: string | undefined, name: string): Place {
  if (out === undefined) throw new Refusal('out', 'no folder for crawls was given');
  if (!CRAWL_NAME.test(name) || name.includes('..'))
    throw new UsageError(`'${name}' cannot be the name of a crawl`, {
      hint: 'use letters, digits, dots, hyphens and underscores; at most 64',
    });
  return { out, folder: path.join(out, name) };
}

/** The crawls below a folder. */
async function namesIn(out: string | undefined): Promise<readonly string[]> {
  if (out === undefined) return [];
  const found = (await readdir(out).catch((): string[] => [])).filter((name) => CRAWL_NAME.test(name));
  const are = await Promise.all(found.map((name) => isCrawlFolder(path.join(out, name))));
  return found.filter((_, index) => are[index]).sort();
}

/** Waits until a crawl writes to its folder, or has ended. */
async function hasBegun(folder: string, isUnderWay: () => boolean): Promise<void> {
  const { crawlStatus } = await import('../../app/crawl/crawl-status.js');
  while (isUnderWay()) {
    const status = await crawlStatus(folder).catch(() => undefined);
    if (status?.state === 'running') return;
    await sleep(LOOK_EVERY);
  }
}
