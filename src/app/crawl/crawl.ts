import type { CrawlOptions as CrawlSettingsGiven, ResumeOptions } from '../settings/settings.js';
import type { CrawlSummary } from '../../crawling/engine/crawl-counts.js';
import type { CrawlEvent } from '../../model/crawl-event.js';
import type { CrawlParts, WithParts } from '../settings/plugin-options.js';
import { createChannel, type Channel } from '../../support/channel.js';
import { checkArguments } from '../../support/check-arguments.js';
import { crawlTopic, resumeCrawl, type CrawlReport, type CrawlCallbacks } from './crawl-topic.js';

/** Options of {@link crawl}. */
export type CrawlOptions = WithParts<CrawlSettingsGiven, keyof CrawlParts> & CrawlCallbacks;

/** Options of {@link crawl} for a resumed crawl; all other options keep their original values. */
export type ResumeCrawlOptions = ResumeOptions & CrawlParts & CrawlCallbacks & { readonly resume: true };

/**
 * A crawl that runs: its events, one after the other, as they are saved. The crawl waits for the reader. Leaving the loop ends the
 * crawl cleanly, and so does the end of an `await using` block; it can then be resumed.
 */
export interface CrawlRun extends AsyncIterable<CrawlEvent, undefined>, AsyncDisposable {
  /** Summary of the crawl, once it has ended. Without a loop over the events, asking for it lets the crawl run to its end. */
  readonly summary: Promise<CrawlSummary>;
}

/** Events that a crawl may be ahead of the reader, besides one for each page that is under way. */
export const EVENTS_AHEAD = 16;

/**
 * Crawls for pages about a topic. Pages, events and RDF are written to the folder `out`, with the state from
 * which the crawl can be resumed however it ends. Errors come from the loop and from `summary`: UsageError for options;
 * InputError for the topic, the seeds and the folder; PluginError for a user-defined part that fails; OutputError.
 *
 * @example
 * await using run = crawl({ kb: 'kb', topic: 'diabetes', seeds: ['https://example.org/'], out: 'out', maxPages: 100 });
 * for await (const event of run) if (event.judgement?.accepted) console.log(event.url);
 * const { accepted } = await run.summary;
 *
 * @example
 * const { accepted } = await crawl({ resume: true, out: 'out', maxPages: 1000 }).summary;
 */
export function crawl(options: CrawlOptions | ResumeCrawlOptions): CrawlRun {
  const stop = new AbortController();
  const end = async (): Promise<void> => {
    stop.abort();
    await summary.catch(() => undefined);
  };
  const events = createChannel<CrawlEvent>(EVENTS_AHEAD, end);
  const summary = run(options, stop.signal, events).then(
    (report) => {
      events.end();
      return report.summary;
    },
    (error: unknown) => {
      events.end({ error });
      throw error;
    },
  );
  /** True if somebody reads events or summary, and so learns of a failure. */
  let isObserved = false;
  return {
    get summary() {
      isObserved = true;
      events.needNoReader();
      return summary;
    },
    [Symbol.asyncIterator]() {
      isObserved = true;
      // The reader gets the error there.
      summary.catch(() => undefined);
      return events[Symbol.asyncIterator]();
    },
    async [Symbol.asyncDispose]() {
      stop.abort();
      if (isObserved) await end();
      else await summary;
    },
  };
}

async function run(
  options: CrawlOptions | ResumeCrawlOptions,
  stop: AbortSignal,
  events: Channel<CrawlEvent>,
): Promise<CrawlReport> {
  checkArguments('crawl', { options: [options, 'object'] });
  const { signal: given, onProgress, logger, clock, fetcher, ...settings } = options;
  const { sinks = [] } = settings;
  checkArguments('crawl', {
    signal: [given, 'object?'],
    onProgress: [onProgress, 'function?'],
    logger: [logger, 'object?'],
    clock: [clock, 'object?'],
    fetcher: [fetcher, 'object?'],
    sinks: [sinks, 'iterable'],
  });
  const signal = given === undefined ? stop : AbortSignal.any([stop, given]);
  if (signal.aborted) events.stopWaiting();
  signal.addEventListener('abort', () => events.stopWaiting(), { once: true });
  const deps = { onProgress, logger, clock, fetcher, signal };
  const toReader = { name: 'loop over the events', write: (event: CrawlEvent) => events.put(event) };
  const all = { ...settings, sinks: [...sinks, toReader] };
  if ((all as { readonly resume?: unknown }).resume === true) return resumeCrawl(all, deps);
  return crawlTopic(all as WithParts<CrawlSettingsGiven, keyof CrawlParts>, deps);
}
