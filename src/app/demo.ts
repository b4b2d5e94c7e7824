import { existsSync } from 'node:fs';
import path from 'node:path';
import { readEvents } from '../crawl/store/result-folder.js';
import { measureCrawl, type CrawlMetrics } from '../evaluation/metrics.js';
import { openSampleWeb, type SampleWeb } from '../virtual-web/sample-web.js';
import { serveWeb, type WebServer } from '../virtual-web/server.js';
import type { CrawlEvent } from '../model/crawl.js';
import { buildTopic, type BuildReport } from './build/build-topic.js';
import { packagedPath } from '../support/files/packaged-path.js';
import { crawlTopic, type CrawlSurroundings } from './crawl/crawl-topic.js';

export { packagedPath };

/** The topics that come with the package: name, and folder of texts under `corpora/`. */
export const SAMPLE_TOPICS = [
  { name: 'diabetes', folder: 'diabetes' },
  { name: 'computer science', folder: 'computer-science' },
  { name: 'politics', folder: 'politics' },
] as const;
export type SampleTopic = (typeof SAMPLE_TOPICS)[number];

/** Pages that a crawl of the demonstration requests at most. */
const MAX_PAGES = 80;

/** Builds the knowledge base of a sample topic, with the sample background and labels. */
export function buildSampleTopic({ name, folder }: SampleTopic, kb: string): Promise<BuildReport> {
  return buildTopic([packagedPath(`corpora/${folder}`)], {
    topic: name,
    kb,
    labels: [packagedPath('corpora/labels.ttl')],
    background: [packagedPath('corpora/background')],
  });
}

/** Opens the web that comes with the package. */
export function openPackagedWeb(): Promise<SampleWeb> {
  return openSampleWeb(packagedPath('corpora/sample-web'));
}

/** Serves a sample web on loopback. */
export function serveSampleWeb(web: SampleWeb): Promise<WebServer> {
  return serveWeb(web);
}

/** A focused crawl of the sample web beside a breadth-first crawl of the same number of requests. */
export interface ComparedCrawls {
  readonly topic: string;
  readonly focusedOut: string;
  readonly focused: CrawlMetrics;
  readonly breadthFirst: CrawlMetrics;
}

/** Crawls the sample web, served on loopback, for one topic: accept-and-follow, then the same number of pages in order. */
export async function compareCrawls(
  topic: SampleTopic,
  web: SampleWeb,
  server: WebServer,
  out: string,
  surroundings: Pick<CrawlSurroundings, 'onProgress'>,
): Promise<ComparedCrawls> {
  const focusedOut = path.join(out, `crawl-${topic.folder}`);
  const breadthOut = path.join(out, `breadth-first-${topic.folder}`);
  const options = {
    kb: path.join(out, 'kb'),
    topic: topic.name,
    seeds: [...(web.manifest.seeds[topic.folder] ?? [])],
    // The web is this process: there is nobody to be polite to, and one host at a time gives the same order every time.
    delay: 0,
    concurrency: 1,
    // A thread of its own would have to start anew for each crawl, and this one has read the topics already.
    workers: 1,
    connectTo: [`*=${server.address}:${server.port}`],
    force: true,
  };
  const { summary } = await crawlTopic(
    { ...options, out: focusedOut, follow: 'accepted', maxPages: MAX_PAGES },
    surroundings,
  );
  await crawlTopic(
    { ...options, out: breadthOut, follow: 'all', maxPages: Math.max(summary.fetched, 1) },
    surroundings,
  );
  return {
    topic: topic.name,
    focusedOut,
    focused: await measure(focusedOut, web, topic),
    breadthFirst: await measure(breadthOut, web, topic),
  };
}

function measure(out: string, web: SampleWeb, { folder }: SampleTopic): Promise<CrawlMetrics> {
  const relevant = new Set(web.topics.find(({ name }) => name === folder)?.targets);
  return measureCrawl(readEvents(out), { truth: (url) => relevant.has(url), relevant });
}

/** An accepted and a rejected page of a crawl that are worth explaining: the clearest of either. */
export async function tellingEvents(
  out: string,
): Promise<{ readonly accepted?: CrawlEvent; readonly rejected?: CrawlEvent }> {
  const judged: CrawlEvent[] = [];
  for await (const event of readEvents(out)) {
    if (event.judgement !== undefined && event.depth > 0) judged.push(event);
  }
  judged.sort((a, b) => (a.judgement?.score ?? 0) - (b.judgement?.score ?? 0));
  const accepted = judged.findLast((event) => event.judgement?.accepted === true);
  const rejected = judged.find((event) => event.judgement?.accepted === false);
  return { ...(accepted === undefined ? {} : { accepted }), ...(rejected === undefined ? {} : { rejected }) };
}

/** True when the samples are there: they are in a checkout and in the published package. */
export function hasSamples(): boolean {
  return existsSync(packagedPath('corpora/sample-web/manifest.json'));
}
