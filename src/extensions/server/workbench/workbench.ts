import path from 'node:path';
import { createExports, type ExportedFile, type Exports } from './exports.js';
import type { ArchivedPage } from './archived-page.js';
import type { CrawlList, NamedCrawl } from './crawl-list.js';
import { createSummaries, type CrawlSummary } from './crawl-summaries.js';
import { createJobs, type Jobs } from './jobs.js';
import { createCrawlStarts, type CrawlStarts } from './start-crawl.js';
import { createStoredWebs, type StoredWebs } from './stored-webs.js';
import { createTickets, type Tickets } from './tickets.js';
import { createTopics, type Topics } from './topics.js';

/** Things that a ticket lets a browser open. */
export type Ticketed =
  | { readonly kind: 'file'; readonly file: ExportedFile }
  | { readonly kind: 'page'; readonly page: ArchivedPage };

/** The parts of the workbench of a folder. */
export interface Workbench {
  readonly folder: string;
  readonly topics: Topics;
  readonly crawls: CrawlList;
  readonly starts: CrawlStarts;
  readonly webs: StoredWebs;
  readonly jobs: Jobs;
  readonly exports: Exports;
  readonly tickets: Tickets<Ticketed>;
  readonly summaryOf: (crawl: NamedCrawl) => Promise<CrawlSummary>;
  /** Ends jobs, and removes what was made to be downloaded. Crawls continue. */
  close(): Promise<void>;
}

/** @param kbs further folders of knowledge bases */
export function openWorkbench(folder: string, crawls: CrawlList, kbs: readonly string[] = []): Workbench {
  const root = path.resolve(folder);
  const topics = createTopics(
    root,
    kbs.map((kb) => path.resolve(kb)),
  );
  const webs = createStoredWebs(root);
  const [jobs, exports] = [createJobs(), createExports(root)];
  return {
    ...{ folder: root, topics, crawls, webs, jobs, exports },
    starts: createCrawlStarts(root, topics, webs),
    tickets: createTickets(),
    summaryOf: createSummaries(),
    async close() {
      await jobs.close();
      await exports.close();
    },
  };
}
