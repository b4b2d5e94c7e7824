import path from 'node:path';
import { checkSettings } from '../../app/settings/resolve.js';
import type { CallOptions } from '../../app/settings/call-options.js';
import { openArchiveOf, openPagesOf } from '../../crawling/store/kept-crawl.js';
import { readDescription } from '../../crawling/store/crawl-description.js';
import { readEventsSoFar } from '../../crawling/store/result-folder.js';
import { normaliseUrl } from '../../crawling/urls/urls.js';
import { UsageError } from '../../model/errors.js';
import { checkArguments } from '../../support/check-arguments.js';
import { requireCrawl } from '../../support/crawl-folder.js';
import { replaceFile } from '../../support/files/replace-file.js';
import { interruptible } from '../../support/interruptible.js';
import { withResources, type Own } from '../../support/with-resources.js';
import { z } from 'zod';
import { csvEdges, csvNodes } from './csv-network.js';
import type { Graph } from './graph.js';
import type { LinkSource } from './link-source.js';
import { networkFields, type NetworkOptions, type NetworkSettings } from './network-settings.js';
import { nounsGraph } from './nouns-graph.js';
import { pagesGraph } from './pages-graph.js';
import { createSites, readSiteRules } from './site-rules.js';
import { sitesGraph } from './sites-graph.js';
import { suggestSites, type SuggestedSite } from './suggest-sites.js';
import { gexfOf, graphMlOf } from './xml-network.js';

/** What was written. */
export interface NetworkReport {
  readonly nodes: number;
  /** Nodes that were found and not crawled. */
  readonly found: number;
  readonly edges: number;
}

const descriptionSchema = z.object({ topic: z.union([z.string(), z.array(z.string())]).default([]) });

/**
 * Writes the network of a crawl to the file that `to` names, or as text to `print`. A crawl that runs is written as it stands.
 * @throws UsageError for settings; InputError when the folder is not of a crawl, or its events or the rules of sites are damaged;
 *   OutputError; what `signal` says
 */
export async function writeNetwork(
  out: string,
  options: NetworkOptions,
  how: CallOptions = {},
  print?: (pieces: AsyncIterable<string>) => Promise<void>,
): Promise<NetworkReport> {
  checkArguments('writeNetwork', { out: [out, 'string'] });
  const settings = checkSettings(networkFields, options);
  refuseContradictions(settings);
  return withResources(async (own) => {
    const graph = counted(await graphOf(out, settings, how, own));
    const { format, to } = settings;
    if (format === 'csv' && to !== undefined) {
      await replaceFile(path.join(to, 'nodes.csv'), csvNodes(graph.graph));
      await replaceFile(path.join(to, 'edges.csv'), csvEdges(graph.graph));
    } else {
      const pieces = inLargePieces(textOf(graph.graph, settings));
      if (to !== undefined) await replaceFile(to, pieces);
      else if (print !== undefined) await print(pieces);
      else throw new UsageError('no place to write to', { hint: 'name one with --to' });
    }
    return graph.report();
  });
}

/** Folders of hosts that may be sites of their own. @throws as {@link writeNetwork} */
export async function suggestSitesOf(out: string, how: CallOptions = {}): Promise<readonly SuggestedSite[]> {
  checkArguments('suggestSites', { out: [out, 'string'] });
  return withResources(async (own) => suggestSites(await openSource(out, false, how, own)));
}

function refuseContradictions({ of, format, to, sites }: NetworkSettings): void {
  if (sites !== undefined && of !== 'sites')
    throw new UsageError('--sites applies to a network of sites', { hint: 'add --of sites' });
  if (format === 'seeds' && of === 'nouns')
    throw new UsageError('nouns cannot be seeds', { hint: 'add --of sites, or --of pages' });
  if (format === 'csv' && to === undefined)
    throw new UsageError('--format csv writes nodes.csv and edges.csv: name a folder with --to');
}

async function graphOf(out: string, settings: NetworkSettings, how: CallOptions, own: Own): Promise<Graph> {
  const prefixes = settings.sites === undefined ? [] : await readSiteRules(settings.sites);
  const source = await openSource(out, settings.anchors, how, own);
  if (settings.of === 'nouns') return nounsGraph(source, settings.nouns);
  return settings.of === 'sites'
    ? sitesGraph(source, createSites(prefixes), settings)
    : pagesGraph(source, settings);
}

async function openSource(
  out: string,
  anchors: boolean,
  { signal, logger }: CallOptions,
  own: Own,
): Promise<LinkSource> {
  requireCrawl(out);
  const { topic } = await readDescription(out, descriptionSchema);
  return {
    events: () => interruptible(readEventsSoFar(out), signal),
    topics: [topic].flat().join(', '),
    anchorsOf: anchors ? await openAnchors(out, (message) => logger?.warn(message), own) : undefined,
  };
}

/** Reads the texts of the links of pages from the bodies that the crawl kept; of others there are none. */
async function openAnchors(
  out: string,
  warn: (message: string) => void,
  own: Own,
): Promise<LinkSource['anchorsOf']> {
  const archive = await openArchiveOf(out);
  own(archive && { close: () => archive.close?.() });
  for (const problem of archive?.problems ?? []) warn(problem);
  const kept = await openPagesOf(out, { archive });
  return async (event) => {
    const { page, missing } = await kept.pageOf(event);
    const anchors = new Map<string, string>();
    if (missing !== undefined) return anchors;
    for (const { url, anchorText } of page.links) {
      const address = normaliseUrl(url);
      if (address !== undefined && anchorText !== '' && !anchors.has(address))
        anchors.set(address, anchorText);
    }
    return anchors;
  };
}

function textOf(graph: Graph, { format, of }: NetworkSettings): AsyncIterable<string> | Iterable<string> {
  if (format === 'seeds') return seedsOf(graph, of);
  return format === 'graphml' ? graphMlOf(graph) : gexfOf(graph);
}

/** What was found and not crawled as a list that `--seeds` reads. */
function* seedsOf(graph: Graph, of: NetworkSettings['of']): Generator<string> {
  yield `# ${of === 'sites' ? 'Sites' : 'Pages'} that were found and not crawled, the most linked first.\n`;
  for (const url of graph.found) {
    const seed = normaliseUrl(url);
    if (seed !== undefined) yield `${seed}\n`;
  }
}

/** A network that counts what is read of it. */
function counted(graph: Graph): { readonly graph: Graph; readonly report: () => NetworkReport } {
  let [nodes, edges] = [0, 0];
  return {
    graph: {
      ...graph,
      nodes: async function* () {
        for await (const batch of graph.nodes()) {
          nodes += batch.length;
          yield batch;
        }
      },
      edges: async function* () {
        for await (const batch of graph.edges()) {
          edges += batch.length;
          yield batch;
        }
      },
    },
    report: () => ({ nodes, edges, found: graph.found.length }),
  };
}

/** Characters that are written at once. */
const PIECE = 65_536;

async function* inLargePieces(texts: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  let piece = '';
  for await (const text of texts) {
    piece += text;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}
