import type { CrawlEvent } from '../../../../model/crawl-event.js';
import type { PageLink } from '../../../../model/page.js';
import type { SparseVector } from '../../../../support/numeric/sparse-vector.js';
import type { BrowsedPage } from './path-model.js';

/** A page of the browse and its links. */
export interface BrowseStep extends BrowsedPage {
  readonly referrer?: string;
}

/** A link found during the browse. */
export interface MetLink {
  /** URL of the linking page. */
  readonly source: string;
  readonly anchorText: string;
}

/** {@link Browse} as JSON. */
export interface BrowseSnapshot {
  readonly steps: readonly BrowseStep[];
  readonly met: readonly (readonly [string, readonly MetLink[]])[];
}

/** The labelled browse at the beginning of an HMM crawl: the visited pages and the queued URLs. */
export interface Browse {
  meet(link: PageLink, source: string): void;
  /** Notes a page and its label. */
  visit(event: CrawlEvent, vector: SparseVector, relevant: boolean): void;
  /** Notes that a URL is no longer queued. */
  end(url: string): void;
  /** The pages in the order of the visits. */
  steps(): readonly BrowseStep[];
  /** The queued URLs, with all links to them. */
  waiting(): ReadonlyMap<string, readonly MetLink[]>;
  /** Discards everything, after learning. */
  clear(): void;
  snapshot(): BrowseSnapshot;
  /** Restores into a fresh browse. */
  restore(snapshot: BrowseSnapshot): void;
}

export function createBrowse(): Browse {
  const steps = new Map<string, BrowseStep>();
  const met = new Map<string, MetLink[]>();
  return {
    meet(link, source) {
      const links = met.get(link.url) ?? [];
      met.set(link.url, links);
      links.push({ source, anchorText: link.anchorText });
    },
    visit({ url, referrer, links = [] }, vector, relevant) {
      steps.set(url, { url, relevant, links, vector, referrer });
    },
    end: (url) => void met.delete(url),
    steps: () => [...steps.values()],
    waiting: () => met,
    clear() {
      steps.clear();
      met.clear();
    },
    snapshot: () => ({ steps: [...steps.values()], met: [...met] }),
    restore(saved) {
      for (const step of saved.steps) steps.set(step.url, step);
      for (const [url, links] of saved.met) met.set(url, [...links]);
    },
  };
}
