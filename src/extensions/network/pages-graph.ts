import { hostNamed } from '../../crawling/urls/urls.js';
import type { CrawlEvent } from '../../model/crawl-event.js';
import { lineOf, type Graph, type GraphEdge, type GraphNode } from './graph.js';
import { verdictValues, type LinkSource } from './link-source.js';
import { indexPages, type PageIndex } from './page-index.js';

/** Which pages a network has. */
export interface PagesChoice {
  /** How many of the addresses that were found and not crawled. */
  readonly found: number;
  /** Accepted pages alone, and what they link to. */
  readonly accepted: boolean;
}

/**
 * The judged pages of a crawl and the links between them. A link to an address that redirects, or whose page names another
 * address as its own, is one to the page. Links of a page to itself are left out.
 */
export async function pagesGraph(source: LinkSource, { found, accepted }: PagesChoice): Promise<Graph> {
  const wanted = ({ judgement }: CrawlEvent): boolean => !accepted || judgement?.accepted === true;
  const index = await indexPages(source, wanted, found);
  const addresses = await foundAddresses(source, index, wanted);
  return {
    isDirected: true,
    description: `${accepted ? 'Accepted pages' : 'Pages'} of a crawl about ${source.topics} and the links between them.`,
    nodeAttributes: [
      { name: 'url', type: 'string' },
      { name: 'host', type: 'string' },
      { name: 'title', type: 'string' },
      { name: 'state', type: 'string' },
      { name: 'score', type: 'double' },
      { name: 'topic', type: 'string' },
      { name: 'depth', type: 'integer' },
      { name: 'fetched', type: 'string' },
      { name: 'linking', type: 'integer' },
    ],
    edgeAttributes: [{ name: 'anchor', type: 'string' }],
    nodes: () => nodesOf(source, index, wanted, addresses),
    edges: () => edgesOf(source, index, wanted),
    found: addresses,
  };
}

/** The addresses of what was found, of which the index knows numbers alone. */
async function foundAddresses(
  source: LinkSource,
  index: PageIndex,
  wanted: (event: CrawlEvent) => boolean,
): Promise<readonly string[]> {
  const addresses: string[] = [];
  if (index.found === 0) return addresses;
  for await (const event of source.events()) {
    if (ownNumber(event, index, wanted) === undefined) continue;
    for (const link of event.links ?? []) {
      const number = index.foundAt(link);
      if (number !== undefined) addresses[number - index.pages] ??= link;
    }
  }
  return addresses;
}

async function* nodesOf(
  source: LinkSource,
  index: PageIndex,
  wanted: (event: CrawlEvent) => boolean,
  addresses: readonly string[],
): AsyncGenerator<readonly GraphNode[]> {
  for await (const event of source.events()) {
    const id = ownNumber(event, index, wanted);
    if (id === undefined) continue;
    yield [pageNode(event, id, index, source.topics)];
  }
  yield addresses.map((url, place) => foundNode(url, index.pages + place, index));
}

/** The number of the page of an event; undefined where it has none, or is not wanted. */
function ownNumber(
  event: CrawlEvent,
  index: PageIndex,
  wanted: (event: CrawlEvent) => boolean,
): number | undefined {
  return event.state === 'done' && wanted(event) ? index.pageAt(event.url) : undefined;
}

function pageNode(event: CrawlEvent, id: number, index: PageIndex, topics: string): GraphNode {
  const { url, finalUrl = url, depth } = event;
  const title = lineOf(event.title ?? '');
  const { state, score, topic, fetched } = verdictValues(event, topics);
  const address = finalUrl;
  return {
    id,
    label: title === '' ? lineOf(address) : title,
    values: [
      ...[address, hostNamed(finalUrl), title, state, score, topic],
      ...[depth, fetched, index.linksTo(id)],
    ],
  };
}

function foundNode(url: string, id: number, index: PageIndex): GraphNode {
  return {
    id,
    label: lineOf(url),
    values: [
      ...[url, hostNamed(url), undefined, 'found', undefined, undefined],
      ...[undefined, undefined, index.linksTo(id)],
    ],
  };
}

async function* edgesOf(
  source: LinkSource,
  index: PageIndex,
  wanted: (event: CrawlEvent) => boolean,
): AsyncGenerator<readonly GraphEdge[]> {
  for await (const event of source.events()) {
    const id = ownNumber(event, index, wanted);
    if (id === undefined || event.links === undefined) continue;
    const anchors = await source.anchorsOf?.(event);
    const edges = new Map<number, GraphEdge>();
    for (const link of event.links) {
      const target = index.pageAt(link) ?? index.foundAt(link);
      if (target === undefined || target === id || edges.has(target)) continue;
      const anchor = lineOf(anchors?.get(link) ?? index.anchorOf(event.url, target) ?? '');
      edges.set(target, { source: id, target, weight: 1, values: [anchor === '' ? undefined : anchor] });
    }
    yield [...edges.values()];
  }
}
