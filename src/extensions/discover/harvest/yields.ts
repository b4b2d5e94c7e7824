import type { CrawlEvent } from '../../../model/crawl-event.js';
import type { RunYields, SourceLists, SourceYield } from './lists.js';

/** Counts what hubs and sites brought, event by event. */
export interface YieldCounter {
  /** @param wasRelevant for a page that is unchanged: how it was judged before */
  observe(event: CrawlEvent, wasRelevant: boolean): void;
  yields(): RunYields;
  /** Addresses of relevant pages, including those after redirects. */
  readonly relevant: ReadonlySet<string>;
}

/** The front page of a page's site. */
export function siteOf(url: string): string {
  return `${new URL(url).origin}/`;
}

interface MetHub {
  readonly links: readonly string[];
  readonly asked: boolean;
}

/**
 * A hub's relevant pages are those that it links to, whatever way the run came to them; a site's are those on it.
 * Sites that had no relevant page count only when they are listed.
 */
export function createYieldCounter(lists: SourceLists): YieldCounter {
  const relevant = new Set<string>();
  const hubs = new Map<string, MetHub>();
  const onSite = new Map<string, number>();
  return {
    relevant,
    observe(event, wasRelevant) {
      const { url, finalUrl, state, code, judgement } = event;
      if (code === 'hub') hubs.set(url, { links: event.links ?? [], asked: event.depth === 0 });
      const isRelevant =
        code === 'unchanged' ? wasRelevant : state === 'done' && judgement?.accepted === true;
      const site = siteOf(url);
      if (state === 'done' || code === 'unchanged')
        onSite.set(site, (onSite.get(site) ?? 0) + (isRelevant ? 1 : 0));
      if (!isRelevant) return;
      relevant.add(url);
      if (finalUrl !== undefined) relevant.add(finalUrl);
    },
    yields() {
      const listed = new Set(lists.sites.map(({ url }) => url));
      const sites = [...onSite].filter(([url, count]) => count > 0 || listed.has(url));
      const ofHub = ({ links, asked }: MetHub): SourceYield => ({
        relevant: links.filter((link) => relevant.has(link)).length,
        asked,
      });
      return {
        hubs: new Map([...hubs].map(([url, hub]) => [url, ofHub(hub)])),
        sites: new Map(
          sites.map(([url, count]): [string, SourceYield] => [url, { relevant: count, asked: true }]),
        ),
      };
    },
  };
}
