import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { CrawlList } from './crawl-list.js';
import { createExports } from './exports.js';
import { createJobs } from './jobs.js';
import { createCrawlStarts } from './start-crawl.js';
import { createStoredWebs } from './stored-webs.js';
import { createTopics } from './topics.js';

/** The parts of the workbench of a folder. */
export type Workbench = ReturnType<typeof openWorkbench>;

/** @param kbs further folders of knowledge bases */
export function openWorkbench(folder: string, crawls: CrawlList, kbs: readonly string[] = []) {
  const root = path.resolve(folder);
  const topics = createTopics(
    root,
    kbs.map((kb) => path.resolve(kb)),
  );
  const webs = createStoredWebs(root);
  const [jobs, exports] = [createJobs(), createExports(root)];
  return {
    ...{ folder: root, topics, crawls, webs, jobs, exports, tickets: createTickets() },
    starts: createCrawlStarts(root, topics, webs),
    /** Ends jobs, and removes what was made to be downloaded. Crawls continue. */
    async close(): Promise<void> {
      await jobs.close();
      await exports.close();
    },
  };
}

/** Milliseconds during which a ticket is good, and tickets that are good at the same time. */
const [GOOD_FOR, MAX_TICKETS] = [10 * 60_000, 500];

/**
 * Addresses that a browser can open without the token: what a frame shows, what is downloaded. Each has a secret of its own
 * and is good for ten minutes.
 * @param now milliseconds
 */
export function createTickets(now: () => number = Date.now) {
  const issued = new Map<string, { readonly open: () => Response; readonly until: number }>();
  return {
    /** @returns the secret */
    issue(open: () => Response): string {
      for (const [secret, { until }] of issued)
        if (until < now() || issued.size >= MAX_TICKETS) issued.delete(secret);
      const secret = randomBytes(18).toString('base64url');
      issued.set(secret, { open, until: now() + GOOD_FOR });
      return secret;
    },
    find(secret: string): (() => Response) | undefined {
      const found = issued.get(secret);
      return found === undefined || found.until < now() ? undefined : found.open;
    },
  };
}
