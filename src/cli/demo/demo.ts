import { existsSync } from 'node:fs';
import path from 'node:path';
import { readEvents } from '../../crawling/store/result-folder.js';
import { measureCrawl, type CrawlMetrics } from './metrics.js';
import type { OpenedWeb, WebServer, WebTopic } from '../../web/stored/virtual-web.js';
import { PARTS } from '../../judging/parts.js';
import type { CrawlEvent } from '../../model/crawl-event.js';
import { buildTopic, type BuildReport } from '../../app/topics/build-topic.js';
import { packagedPath } from '../../support/files/packaged-path.js';
import { crawlTopic, type CrawlDeps } from '../../app/crawl/crawl-topic.js';

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

/**
 * Builds the knowledge base of a sample topic, with the sample labels. The background is that of the samples and the texts of
 * the other topics: people who collect several topics have them at hand.
 */
export function buildSampleTopic({ name, folder }: SampleTopic, kb: string): Promise<BuildReport> {
  const others = SAMPLE_TOPICS.flatMap((topic) => (topic.folder === folder ? [] : [topic.folder]));
  return buildTopic([packagedPath(`corpora/${folder}`)], {
    topic: name,
    kb,
    labels: [packagedPath('corpora/labels.ttl')],
    background: ['background', ...others].map((each) => packagedPath(`corpora/${each}`)),
  });
}

/** Opens the web that comes with the package. */
export async function openPackagedWeb(): Promise<OpenedWeb> {
  return (await PARTS.webs()).openWeb(packagedPath('corpora/sample-web'));
}

/** Serves a sample web on loopback. */
export async function serveSampleWeb({ web }: OpenedWeb): Promise<WebServer> {
  return (await PARTS.webServer()).serveWeb(web);
}

/** A crawl of the demonstration: how it followed links, and what it found. */
export interface ComparedCrawl {
  readonly crawler: string;
  readonly isFocused: boolean;
  readonly metrics: CrawlMetrics;
}

/** Crawls of the sample web for one topic, with the same number of requests. */
export interface ComparedCrawls {
  readonly topic: string;
  /** The folder of the first crawl, by the default strategy. */
  readonly focusedOut: string;
  readonly crawls: readonly ComparedCrawl[];
}

/** The crawlers of the demonstration, the default one first. */
const CRAWLERS = [
  { crawler: 'learning', folder: 'crawl', isFocused: true, options: { strategy: 'learning' } },
  { crawler: 'KRS filter', folder: 'krs', isFocused: true, options: { strategy: 'krs', follow: 'accepted' } },
  {
    crawler: 'breadth-first',
    folder: 'breadth-first',
    isFocused: false,
    options: { strategy: 'breadth-first' },
  },
] as const;

/**
 * Crawls the sample web, served on loopback, for one topic: the published accept-and-follow crawl decides how many pages
 * are requested, since it ends by itself.
 */
export async function compareCrawls(
  topic: SampleTopic,
  web: OpenedWeb,
  server: WebServer,
  out: string,
  deps: Pick<CrawlDeps, 'onProgress'>,
): Promise<ComparedCrawls> {
  const folderOf = (name: string): string => path.join(out, `${name}-${topic.folder}`);
  const options = {
    kb: path.join(out, 'kb'),
    topic: topic.name,
    seeds: [...(topicOf(web, topic)?.seeds ?? [])],
    // The web is this process: there is nobody to be polite to, and one host at a time gives the same order every time.
    delay: 0,
    concurrency: 1,
    // A separate thread would have to start for each crawl, and this one has read the topics already.
    workers: 1,
    connectTo: [`*=${server.address}:${server.port}`],
    force: true,
  };
  const crawl = async (of: (typeof CRAWLERS)[number], maxPages: number): Promise<number> => {
    const given = { ...options, ...of.options, out: folderOf(of.folder), maxPages };
    return (await crawlTopic(given, deps)).summary.fetched;
  };
  const [learning, published, breadthFirst] = CRAWLERS;
  const requests = Math.max(1, await crawl(published, MAX_PAGES));
  await crawl(learning, requests);
  await crawl(breadthFirst, requests);
  const crawls: ComparedCrawl[] = [];
  for (const { crawler, folder, isFocused } of CRAWLERS)
    crawls.push({ crawler, isFocused, metrics: await measure(folderOf(folder), web, topic) });
  return { topic: topic.name, focusedOut: folderOf(learning.folder), crawls };
}

function topicOf({ topics }: OpenedWeb, { folder }: SampleTopic): WebTopic | undefined {
  return topics.find(({ name }) => name === folder);
}

function measure(out: string, web: OpenedWeb, topic: SampleTopic): Promise<CrawlMetrics> {
  const relevant = new Set(topicOf(web, topic)?.targets);
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
  return { accepted, rejected };
}

/** True when the samples are there: they are in a checkout and in the published package. */
export function hasSamples(): boolean {
  return existsSync(packagedPath('corpora/sample-web/manifest.json'));
}
