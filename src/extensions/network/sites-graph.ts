import type { CrawlEvent } from '../../model/crawl-event.js';
import { inBatches } from '../../support/batches.js';
import { parseUrl } from '../../support/parse-url.js';
import { lineOf, type Graph, type GraphEdge, type GraphNode } from './graph.js';
import { largest, otherAddress, verdictValues, type LinkSource } from './link-source.js';
import type { PagesChoice } from './pages-graph.js';
import type { SiteOf } from './site-rules.js';

/** Sites that a network has at most; pairs of sites are kept as one number. */
const MOST_SITES = 2 ** 26;
/** Anchor texts of a pair of sites that are kept. */
const MOST_ANCHORS = 3;

/** Nodes or edges of a batch. */
const BATCH = 1000;

/** What is known of a site. */
interface Site {
  readonly key: string;
  /** The address that it begins at. */
  readonly url: string;
  accepted: number;
  rejected: number;
  /** Addresses that came to an end without a page. */
  failed: number;
  /** Links within it. */
  within: number;
  /** That of the page nearest to a seed. */
  title: string;
  depth: number;
  /** The best of its pages, and the topic of that page. */
  score?: number | undefined;
  topic?: string;
  /** When its first page was fetched. */
  fetched?: string;
}

/** Links between sites, by pairs of sites: an object for each pair would take several times the memory. */
interface SiteLinks {
  readonly counts: Map<number, number>;
  /** Texts of some of them, of pairs that have some. */
  readonly anchors: Map<number, string[]>;
}

/**
 * The sites of a crawl and the links between their pages. A link to an address that redirects to another site is one to that
 * site. Links within a site are counted in its node.
 */
export async function sitesGraph(source: LinkSource, siteOf: SiteOf, choice: PagesChoice): Promise<Graph> {
  const { sites, links } = await readSites(source, siteOf, choice);
  const linking = new Map<number, number>();
  for (const pair of links.counts.keys())
    linking.set(pair % MOST_SITES, (linking.get(pair % MOST_SITES) ?? 0) + 1);
  const untried = new Map<number, number>();
  const ids = new Set<number>();
  for (const [id, site] of sites.entries())
    if (site.accepted + site.rejected + site.failed === 0) untried.set(id, linking.get(id) ?? 0);
    else if (!choice.accepted || site.accepted > 0) ids.add(id);
  const found = largest(untried, choice.found);
  for (const id of found) ids.add(id);
  return {
    isDirected: true,
    description: `Sites of a crawl about ${source.topics} and the links between their pages.`,
    nodeAttributes: [
      { name: 'url', type: 'string' },
      { name: 'host', type: 'string' },
      { name: 'title', type: 'string' },
      { name: 'state', type: 'string' },
      { name: 'accepted', type: 'integer' },
      { name: 'rejected', type: 'integer' },
      { name: 'failed', type: 'integer' },
      { name: 'score', type: 'double' },
      { name: 'topic', type: 'string' },
      { name: 'fetched', type: 'string' },
      { name: 'linking', type: 'integer' },
      { name: 'within', type: 'integer' },
    ],
    edgeAttributes: [{ name: 'anchors', type: 'string' }],
    nodes: () => nodesOf(sites, ids, linking),
    edges: () => edgesOf(links, ids),
    found: found.map((id) => sites[id]?.url ?? ''),
  };
}

async function readSites(
  source: LinkSource,
  siteOf: SiteOf,
  { accepted }: PagesChoice,
): Promise<{ readonly sites: readonly Site[]; readonly links: SiteLinks }> {
  const book = createSiteBook(siteOf);
  for await (const event of source.events()) book.note(event, source.topics);
  const links: SiteLinks = { counts: new Map(), anchors: new Map() };
  for await (const event of source.events()) {
    if (event.links === undefined || (accepted && event.judgement?.accepted !== true)) continue;
    const own = book.siteAt(event.url);
    if (own === undefined) continue;
    const anchors = await source.anchorsOf?.(event);
    for (const link of event.links) {
      const target = book.siteAt(link);
      if (target === own) book.within(own);
      else if (target !== undefined)
        addLink(links, own * MOST_SITES + target, anchors?.get(link) ?? book.anchorOf(event.url, link));
    }
  }
  return { sites: book.sites, links };
}

function addLink({ counts, anchors }: SiteLinks, pair: number, anchor = ''): void {
  counts.set(pair, (counts.get(pair) ?? 0) + 1);
  const known = anchors.get(pair) ?? [];
  const line = known.length < MOST_ANCHORS ? lineOf(anchor) : '';
  if (line !== '' && !known.includes(line)) anchors.set(pair, [...known, line]);
}

interface SiteBook {
  readonly sites: readonly Site[];
  /** The number of the site of an address, or of where it leads. */
  readonly siteAt: (url: string) => number | undefined;
  readonly note: (event: CrawlEvent, topics: string) => void;
  /** Counts a link within a site. */
  readonly within: (id: number) => void;
  /** The text of the link that led from a page to another one, where the other one was reached by it. */
  readonly anchorOf: (source: string, target: string) => string | undefined;
}

function createSiteBook(siteOf: SiteOf): SiteBook {
  const sites: Site[] = [];
  const ids = new Map<string, number>();
  /** Addresses that lead to another site. */
  const elsewhere = new Map<string, number>();
  const reachedBy = new Map<string, readonly [referrer: string, anchorText: string]>();
  const idOf = (url: string): number | undefined => {
    const key = siteOf(url);
    const known = key === undefined ? undefined : ids.get(key);
    if (key === undefined || known !== undefined || sites.length >= MOST_SITES) return known;
    const address = `${parseUrl(url)?.protocol ?? 'https:'}//${key.includes('/') ? key : `${key}/`}`;
    const nothing = { accepted: 0, rejected: 0, failed: 0, within: 0, title: '', depth: Infinity };
    sites.push({ key, url: address, ...nothing });
    ids.set(key, sites.length - 1);
    return sites.length - 1;
  };
  return {
    sites,
    siteAt: (url) => elsewhere.get(url) ?? idOf(url),
    note(event, topics) {
      const { url, finalUrl = otherAddress(event) ?? url, referrer, anchorText = '' } = event;
      const id = idOf(finalUrl);
      if (id === undefined) return;
      if (siteOf(url) !== siteOf(finalUrl)) elsewhere.set(url, id);
      // Links within a site have no text in a network of sites.
      if (referrer !== undefined && anchorText !== '' && siteOf(referrer) !== siteOf(finalUrl))
        reachedBy.set(url, [referrer, anchorText.slice(0, 1000)]);
      const site = sites[id];
      if (site !== undefined) notePage(site, event, topics);
    },
    within(id) {
      const site = sites[id];
      if (site !== undefined) site.within += 1;
    },
    anchorOf(source, target) {
      const reached = reachedBy.get(target);
      return reached?.[0] === source ? reached[1] : undefined;
    },
  };
}

function notePage(site: Site, event: CrawlEvent, topics: string): void {
  if (event.state !== 'done') {
    site.failed += 1;
    return;
  }
  const { state, score, topic, fetched } = verdictValues(event, topics);
  site[state] += 1;
  if (event.depth < site.depth) [site.title, site.depth] = [lineOf(event.title ?? ''), event.depth];
  if (site.score === undefined || (score ?? -Infinity) > site.score)
    [site.score, site.topic] = [score, topic];
  if (site.fetched === undefined || fetched < site.fetched) site.fetched = fetched;
}

function* nodesOf(
  sites: readonly Site[],
  ids: ReadonlySet<number>,
  linking: ReadonlyMap<number, number>,
): Generator<readonly GraphNode[]> {
  for (const batch of inBatches(
    [...ids].sort((a, b) => a - b),
    BATCH,
  ))
    yield batch.flatMap((id) => {
      const site = sites[id];
      return site === undefined ? [] : [siteNode(site, id, linking.get(id) ?? 0)];
    });
}

function siteNode(site: Site, id: number, linking: number): GraphNode {
  const { key, url, accepted, rejected, failed, within, title, score, topic, fetched } = site;
  const crawled = accepted + rejected > 0;
  const state = accepted > 0 ? 'accepted' : crawled ? 'rejected' : failed > 0 ? 'failed' : 'found';
  return {
    id,
    label: lineOf(key),
    values: [
      ...[url, key.split('/', 1)[0], title === '' ? undefined : title, state],
      ...[accepted, rejected, failed, score, topic, fetched, linking, within],
    ],
  };
}

function* edgesOf({ counts, anchors }: SiteLinks, ids: ReadonlySet<number>): Generator<readonly GraphEdge[]> {
  let batch: GraphEdge[] = [];
  for (const [pair, weight] of counts) {
    const [source, target] = [Math.floor(pair / MOST_SITES), pair % MOST_SITES];
    if (!ids.has(source) || !ids.has(target)) continue;
    batch.push({ source, target, weight, values: [anchors.get(pair)?.join(' | ')] });
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}
