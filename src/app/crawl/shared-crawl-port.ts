import type { CrawlReport } from './run-crawl.js';
import type { PlannedCrawl } from './setup/crawl-resources.js';
import type { CrawlSurroundings } from './setup/crawl-surroundings.js';

/** Begins a crawl that several workers share, as its first worker. @throws as `crawlTopic` */
export type SharedCrawlPort = (
  asked: Pick<PlannedCrawl, 'settings' | 'plugins' | 'seeds'>,
  place: { readonly frontier: string; readonly name: string },
  surroundings: CrawlSurroundings,
) => Promise<CrawlReport>;

declare module '../../judging/plugins/ports.js' {
  interface Ports {
    readonly beginSharedCrawl: SharedCrawlPort;
  }
}
