import type { CrawlDeps, CrawlRecord } from '../../src/crawling/engine/crawl-types.js';
import { createFrontier } from '../../src/crawling/frontier/frontier.js';
import { judgeHere } from '../../src/extensions/lab/comparison/judge-here.js';
import { createRobots } from '../../src/crawling/politeness/robots.js';
import type { CrawlEvent, FetchedResponse, Fetcher, FetchOptions } from '../../src/model/crawl-event.js';
import { FetchError } from '../../src/model/errors.js';
import type { Page, PageReader } from '../../src/model/page.js';
import type { Judgement, TopicClassifier } from '../../src/model/topic.js';
import { breadthFirst } from '../../src/crawling/priority/simple-strategies.js';
import { systemClock } from '../../src/support/time/clock.js';
import { silentLogger } from '../../src/support/logger.js';
import { followRedirects, redirectTarget } from '../../src/web/http/redirects.js';
import { manualClock, type ManualClock } from './manual-clock.js';

/** One address of a web that exists in memory only. A page is on topic when its text holds `topic`. */
export interface TinyPage {
  readonly text?: string;
  readonly title?: string;
  /** Addresses; a leading `nofollow:` sets the link's attribute. */
  readonly links?: readonly string[];
  readonly noIndex?: boolean;
  readonly noFollow?: boolean;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Markup to answer with; the reader of the crawl has to be one of HTML then. */
  readonly html?: string;
  /** Instead of an answer. */
  readonly failure?: Error;
  /** Milliseconds of real time until the answer. */
  readonly wait?: number;
}

export type TinyPages = Readonly<Record<string, TinyPage>>;

/** What was asked for, and when by the clock of the crawl. */
export interface Asked {
  readonly url: string;
  readonly at: number;
}

/** Pages by address; a `robots.txt` is a page whose text is the file. Everything else is 404. */
export function tinyFetcher(pages: TinyPages, now: () => number, asked: Asked[]): Fetcher {
  async function ask(
    url: string,
    { wantBody, signal }: FetchOptions,
  ): Promise<{ redirect: string } | { answer: FetchedResponse }> {
    stopIfAborted(url, signal);
    asked.push({ url, at: now() });
    const page = pages[url] ?? { status: 404 };
    if (page.wait !== undefined) await delay(page.wait, signal);
    if (page.failure !== undefined) throw page.failure;
    stopIfAborted(url, signal);
    const head = {
      url,
      status: page.status ?? 200,
      headers: { 'content-type': 'text/html', ...page.headers },
    };
    const redirect = redirectTarget(url, head.status, page.headers?.['location']);
    if (redirect !== undefined) return { redirect };
    const isRobots = url.endsWith('/robots.txt');
    const body = new TextEncoder().encode(isRobots ? (page.text ?? '') : (page.html ?? JSON.stringify(page)));
    return { answer: { ...head, body: wantBody?.(head) === false ? new Uint8Array() : body } };
  }
  return { fetch: (url, options = {}) => followRedirects(url, (u) => ask(u, options), options) };
}

function stopIfAborted(url: string, signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new FetchError('network', url, 'interrupted');
}

function delay(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return systemClock.sleep(milliseconds, signal);
}

/** Reads the pages of {@link tinyFetcher}. A page with the text `broken` cannot be read. */
export const tinyReader: PageReader = {
  read(body, url): Page {
    const page = JSON.parse(new TextDecoder().decode(body)) as TinyPage;
    if (page.text === 'broken') throw new Error('this page\nis broken');
    return {
      url,
      title: page.title ?? `Title of ${url}`,
      headline: '',
      blocks: [],
      keywords: '',
      text: page.text ?? '',
      links: (page.links ?? []).map((link) => ({
        url: new URL(link.replace(/^nofollow:/, ''), url).href,
        anchorText: 'a link',
        noFollow: link.startsWith('nofollow:'),
      })),
      robots: { noIndex: page.noIndex === true, noFollow: page.noFollow === true },
    };
  },
};

/** Accepts a page whose text holds `topic`. */
export const tinyClassifier: TopicClassifier = {
  name: 'tiny',
  async judge({ page }): Promise<Judgement> {
    const accepted = page.text.includes('topic');
    const nouns = { distinct: 0, linked: 0, unknown: 0 };
    const reason = { summary: 'test', meanIdf: null, band: { low: null, high: null }, nouns, evidence: [] };
    return { accepted, score: accepted ? 1 : 0, classifier: 'tiny', reason };
  },
};

/** A crawl's parts on a tiny web, and what they saw. */
export interface TinyCrawl {
  readonly parts: CrawlDeps;
  readonly clock: ManualClock;
  readonly asked: Asked[];
  readonly records: CrawlRecord[];
  readonly events: () => CrawlEvent[];
  readonly warnings: string[];
}

/** Parts of a crawl with others in their place. */
export function withParts(parts: CrawlDeps, replaced: Partial<CrawlDeps>): CrawlDeps {
  return { ...parts, ...replaced };
}

/** Parts for a crawl of these pages. */
export function tinyCrawl(pages: TinyPages, replaced: Partial<CrawlDeps> = {}): TinyCrawl {
  const clock = manualClock();
  const asked: Asked[] = [];
  const records: CrawlRecord[] = [];
  const warnings: string[] = [];
  const fetcher = replaced.fetcher ?? tinyFetcher(pages, () => clock.now(), asked);
  const parts: CrawlDeps = {
    fetcher,
    robots: createRobots({ fetcher, userAgent: 'sfwc/0' }),
    judge: judgeHere({ reader: tinyReader, classifier: tinyClassifier }),
    ...{ priority: breadthFirst(), frontier: createFrontier() },
    sink: async (handed) => void records.push(...handed),
    clock,
    logger: { ...silentLogger, warn: (message) => void warnings.push(message) },
  };
  return {
    parts: withParts(parts, replaced),
    clock,
    asked,
    records,
    events: () => records.map((record) => record.event),
    warnings,
  };
}
