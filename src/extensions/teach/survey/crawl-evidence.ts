import type { CrawlEvent } from '../../../model/crawl-event.js';
import type { Frontier } from '../../../model/frontier.js';
import { sum } from '../../../support/statistics.js';
import { hostOf } from '../../../crawling/urls/urls.js';
import { createCurveCounter, type AcceptanceCurve } from './acceptance-curve.js';
import { createHostBook, hasAnswered, type HostBook } from './host-book.js';
import type { Request } from './link-estimate.js';
import { createLinkPanel, type LinkPanel } from './link-panel.js';

/** The last requests that estimates learn from. */
const MAX_REQUESTS = 4000;
/** The last random samples that count. */
const MAX_SAMPLES = 2000;

/** Which links count. */
export interface LinkLimits {
  /** Links of a page that are looked at. */
  readonly maxLinks: number;
  /** True if the crawl may go to an address, by its scope and patterns. */
  readonly isInside: (url: string) => boolean;
}

/** Evidence that estimates learn from, taken from the events of a crawl, in bounded memory. */
export interface CrawlEvidence {
  readonly panel: LinkPanel;
  readonly hosts: HostBook;
  /** The requests so far. */
  readonly fetched: number;
  /** Results of the requests that the strategy chose: without those that were drawn at random. */
  curve(): AcceptanceCurve;
  /** URLs that were linked to for the first time, per request in the later half of the crawl. */
  growth(): number;
  /** As in the parts of an estimate. */
  requests(): readonly Request[];
  samples(): readonly Request[];
  /** Takes in an event, in the order of the events. */
  note(event: CrawlEvent): void;
  /** Takes in URLs that were queued. */
  queued(urls: Iterable<string>): void;
  /** Looks up which of the URLs that pages link to are queued, where the events alone were noted. */
  lookUp(frontier: Pick<Frontier, 'valueOf'>): void;
}

/** Evidence of the events so far. */
interface Learned {
  readonly limits: LinkLimits;
  readonly panel: LinkPanel;
  readonly hosts: HostBook;
  readonly requests: Request[];
  readonly samples: Request[];
  /** Counter of the results of requests, and of the URLs that they found. */
  readonly counter: ReturnType<typeof createCurveCounter>;
  readonly discoveries: ReturnType<typeof createCurveCounter>;
  fetched: number;
}

export function createCrawlEvidence(limits: LinkLimits): CrawlEvidence {
  const [panel, hosts] = [createLinkPanel(), createHostBook()];
  const [counter, discoveries] = [createCurveCounter(), createCurveCounter()];
  const lists = { requests: [], samples: [] };
  const learned: Learned = { limits, panel, hosts, ...lists, counter, discoveries, fetched: 0 };
  return {
    panel,
    hosts,
    get fetched() {
      return learned.fetched;
    },
    curve: () => counter.curve(),
    growth: () => growthOf(discoveries.curve()),
    requests: () => learned.requests.slice(-MAX_REQUESTS),
    samples: () => learned.samples.slice(-MAX_SAMPLES),
    note: (event) => note(event, learned),
    queued(urls) {
      for (const url of urls) {
        const known = panel.follow(url);
        if (known?.state === 'seen') known.state = 'queued';
      }
    },
    lookUp(frontier) {
      for (const [url, known] of panel.urls())
        if (known.state === 'seen' && frontier.valueOf(url) !== undefined) known.state = 'queued';
    },
  };
}

function note(event: CrawlEvent, learned: Learned): void {
  // What a page was taken for when its links were followed stands.
  if (event.rejudged !== undefined && !event.fetched) return;
  const accepted = event.rejudged?.accepted ?? event.judgement?.accepted ?? false;
  noteEnd(event, accepted, learned);
  const { panel } = learned;
  const own = panel.follow(event.url);
  if (own !== undefined) own.state = 'ended';
  const target = event.finalUrl === undefined ? undefined : panel.get(event.finalUrl);
  if (target !== undefined) target.state = 'ended';
  noteLinks(event, accepted, learned);
}

function noteEnd(event: CrawlEvent, accepted: boolean, learned: Learned): void {
  const { url, sample } = event;
  const { panel, hosts } = learned;
  learned.fetched += Number(event.fetched);
  if (event.fetched && sample !== true) learned.counter.request(Number(accepted));
  const known = panel.get(url);
  const host = hostOf(url);
  if (known !== undefined && known.byAccepted + known.byOther > 0) {
    const { byAccepted, byOther } = known;
    const { requests: asked, accepted: found, answers } = hosts.of(host);
    const yielded = { requests: asked, accepted: found, answers };
    const request = { byAccepted, byOther, host: yielded, accepted, sample: sample === true };
    keep(learned.requests, request, MAX_REQUESTS);
    if (request.sample) keep(learned.samples, request, MAX_SAMPLES);
  }
  hosts.ended(host, accepted, hasAnswered(event));
}

function noteLinks(
  { url, links = [], fetched: isRequest }: CrawlEvent,
  accepted: boolean,
  { panel, hosts, discoveries, limits: { maxLinks, isInside } }: Learned,
): void {
  const host = hostOf(url);
  let discovered = 0;
  for (const target of links.slice(0, maxLinks)) {
    if (target === url || !isInside(target)) continue;
    if (panel.link(target, accepted)) discovered += panel.scale;
    hosts.link(hostOf(target), host);
  }
  if (isRequest) discoveries.request(discovered);
}

/** URLs that each request of the later half found. */
function growthOf({ width, accepted: discovered, requests }: AcceptanceCurve): number {
  const from = Math.floor(discovered.length / 2);
  return requests === 0 ? 0 : sum(discovered.slice(from)) / Math.max(1, requests - from * width);
}

/** Adds to a list that holds twice as many at most. */
function keep<T>(list: T[], item: T, most: number): void {
  list.push(item);
  if (list.length > 2 * most) list.splice(0, most);
}
