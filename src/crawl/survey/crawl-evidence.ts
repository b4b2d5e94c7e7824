import type { CrawlEvent, Frontier } from '../../model/crawl.js';
import { hostOf } from '../urls/urls.js';
import type { Request } from './estimate.js';
import { createHostBook, type HostBook } from './host-book.js';
import { createLinkPanel, type LinkPanel } from './link-panel.js';

/** The last requests that estimates learn from. */
const MOST_REQUESTS = 4000;
/** The last random samples that count. */
const MOST_SAMPLES = 2000;

/** Which links count. */
export interface LinkLimits {
  /** Links of a page that are looked at. */
  readonly maxLinks: number;
  /** Whether the crawl may go to an address, by its scope and patterns. */
  readonly isInside: (url: string) => boolean;
}

/** What estimates learn from, taken from the events of a crawl, in bounded memory. */
export interface CrawlEvidence {
  readonly panel: LinkPanel;
  readonly hosts: HostBook;
  /** The requests so far. */
  readonly fetched: number;
  /** As in the parts of an estimate. */
  requests(): readonly Request[];
  samples(): readonly Request[];
  /** Takes in an event, in the order of the events. */
  note(event: CrawlEvent): void;
  /** Takes in URLs that were queued. */
  queued(urls: Iterable<string>): void;
  /** Looks up which of the URLs that pages link to are queued, where the events alone were noted. */
  lookUp(frontier: Frontier): void;
}

export function createCrawlEvidence({ maxLinks, isInside }: LinkLimits): CrawlEvidence {
  const panel = createLinkPanel();
  const hosts = createHostBook();
  const requests: Request[] = [];
  const samples: Request[] = [];
  let fetched = 0;

  function noteRequest({ url, sample }: CrawlEvent, accepted: boolean): void {
    fetched += 1;
    const known = panel.get(url);
    const host = hostOf(url);
    if (known !== undefined && known.byAccepted + known.byOther > 0) {
      const { byAccepted, byOther } = known;
      const { requests: asked, accepted: found } = hosts.of(host);
      const yielded = { requests: asked, accepted: found };
      const request = { byAccepted, byOther, host: yielded, accepted, sample: sample === true };
      keep(requests, request, MOST_REQUESTS);
      if (request.sample) keep(samples, request, MOST_SAMPLES);
    }
    hosts.request(host, accepted);
  }

  function noteLinks({ url, links = [] }: CrawlEvent, accepted: boolean): void {
    const host = hostOf(url);
    for (const target of links.slice(0, maxLinks)) {
      if (target === url || !isInside(target)) continue;
      panel.link(target, accepted);
      hosts.link(hostOf(target), host);
    }
  }

  return {
    panel,
    hosts,
    get fetched() {
      return fetched;
    },
    requests: () => requests.slice(-MOST_REQUESTS),
    samples: () => samples.slice(-MOST_SAMPLES),
    note(event) {
      // What a page was taken for when its links were followed stands.
      if (event.rejudged !== undefined && !event.fetched) return;
      const accepted = event.rejudged?.accepted ?? event.judgement?.accepted ?? false;
      if (event.fetched) noteRequest(event, accepted);
      const own = panel.follow(event.url);
      if (own !== undefined) own.state = 'ended';
      const target = event.finalUrl === undefined ? undefined : panel.get(event.finalUrl);
      if (target !== undefined) target.state = 'ended';
      noteLinks(event, accepted);
    },
    queued(urls) {
      for (const url of urls) {
        const known = panel.follow(url);
        if (known?.state === 'seen') known.state = 'queued';
      }
    },
    lookUp(frontier) {
      for (const [url, known] of panel.urls())
        if (known.state === 'seen' && frontier.waiting(url) !== undefined) known.state = 'queued';
    },
  };
}

/** Adds to a list that holds twice as many at most. */
function keep<T>(list: T[], item: T, most: number): void {
  list.push(item);
  if (list.length > 2 * most) list.splice(0, most);
}
