import type { CrawlOptions as CrawlSettingsGiven, ResumeOptions } from '../settings/settings.js';
import type { CrawlSummary } from '../../crawling/engine/crawl-types.js';
import type { CrawlEvent } from '../../model/crawl.js';
import { UsageError } from '../../model/errors.js';
import type { OwnParts, WithParts } from '../settings/plugin-options.js';
import { createChannel, type Channel } from '../../support/channel.js';
import { checkArguments } from '../../support/check-arguments.js';
import { didYouMean } from '../../support/did-you-mean.js';
import { given } from '../../support/given.js';
import { crawlTopic, resumeCrawl, type CrawlReport, type CrawlSurroundings } from './crawl-topic.js';

/** How far a crawl may go. */
export interface CrawlLimits {
  /**
   * Pages to request at most, failures included.
   * @default 1000
   */
  readonly pages?: number | undefined;
  /** For how long the crawl runs at most, in seconds, earlier runs included. Default: no limit. */
  readonly seconds?: number | undefined;
  /**
   * Links away from the seeds at most.
   * @default 20
   */
  readonly depth?: number | undefined;
  /** Pages of one host to request at most. Default: no limit. */
  readonly pagesPerHost?: number | undefined;
  /** Links of a page that are looked at, the first ones. */
  readonly linksPerPage?: number | undefined;
}

/** Options of {@link crawl}. */
export type CrawlOptions = WithParts<CrawlSettingsGiven, keyof OwnParts> &
  CrawlSurroundings & {
    /** The same as maxPages, maxSeconds, maxDepth, maxPagesPerHost and maxLinks. */
    readonly limits?: CrawlLimits | undefined;
  };

/** Options of {@link crawl} for a resumed crawl; all other options keep their original values. */
export type ResumeCrawlOptions = ResumeOptions &
  OwnParts &
  CrawlSurroundings & {
    readonly resume: true;
    readonly limits?: Pick<CrawlLimits, 'pages' | 'seconds'> | undefined;
  };

/**
 * A crawl that runs: its events, one after the other, as they are saved. The crawl waits for the reader, so that
 * at most {@link EVENTS_AHEAD} events are ahead of the reader. Leaving the loop ends the crawl cleanly, and so does the end
 * of an `await using` block; it can then be resumed.
 */
export interface CrawlRun extends AsyncIterable<CrawlEvent, undefined>, AsyncDisposable {
  /**
   * How the crawl went, once it has ended. Without a loop over the events, asking for it lets the crawl run to its end;
   * the events are in `events.jsonl`.
   */
  readonly summary: Promise<CrawlSummary>;
}

/** Events that a crawl may be ahead of the reader, besides one for each page that is under way. */
export const EVENTS_AHEAD = 16;

/**
 * Crawls for pages about a topic. Pages, events and RDF are written to the folder `out`, with the state from
 * which the crawl can be resumed however it ends.
 *
 * Errors come from the loop and from `summary`: UsageError for options; InputError for the topic, the seeds and the
 * folder; PluginError for a user-defined part that fails; OutputError when results cannot be written. What was done before
 * is saved, and `resume: true` continues.
 *
 * @example
 * await using run = crawl({ kb: 'kb', topic: 'diabetes', seeds: ['https://example.org/'], out: 'out', limits: { pages: 100 } });
 * for await (const event of run) if (event.judgement?.accepted) console.log(event.url);
 * const { accepted } = await run.summary;
 *
 * @example
 * const { accepted } = await crawl({ resume: true, out: 'out', limits: { pages: 1000 } }).summary;
 */
export function crawl(options: CrawlOptions | ResumeCrawlOptions): CrawlRun {
  const stop = new AbortController();
  const end = async (): Promise<void> => {
    stop.abort();
    await summary.catch(() => undefined);
  };
  const events = createChannel<CrawlEvent>(EVENTS_AHEAD, end);
  stop.signal.addEventListener('abort', () => events.stopWaiting(), { once: true });
  const summary = run(options, stop, events).then(
    (report) => {
      events.end();
      return report.summary;
    },
    (error: unknown) => {
      events.end({ error });
      throw error;
    },
  );
  /** Whether someone hears of a failure. */
  let isHeard = false;
  return {
    get summary() {
      isHeard = true;
      events.needNoReader();
      return summary;
    },
    [Symbol.asyncIterator]() {
      isHeard = true;
      // The reader gets the error there.
      summary.catch(() => undefined);
      return events[Symbol.asyncIterator]();
    },
    async [Symbol.asyncDispose]() {
      stop.abort();
      if (isHeard) await end();
      else await summary;
    },
  };
}

async function run(
  options: CrawlOptions | ResumeCrawlOptions,
  stop: AbortController,
  events: Channel<CrawlEvent>,
): Promise<CrawlReport> {
  checkArguments('crawl', { options: [options, 'object'] });
  const { signal, onProgress, logger, clock, fetcher, limits = {}, ...settings } = options;
  checkArguments('crawl', {
    signal: [signal, 'object?'],
    onProgress: [onProgress, 'function?'],
    logger: [logger, 'object?'],
    clock: [clock, 'object?'],
    fetcher: [fetcher, 'object?'],
    limits: [limits, 'object'],
    sinks: [settings.sinks ?? [], 'iterable'],
  });
  if (signal?.aborted === true) stop.abort(signal.reason);
  const abort = (): void => stop.abort(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  const surroundings = { ...given({ onProgress, logger, clock, fetcher }), signal: stop.signal };
  const toReader = { name: 'loop over the events', write: (event: CrawlEvent) => events.put(event) };
  const all = {
    ...settings,
    ...settingsOf(limits, settings),
    sinks: [...(settings.sinks ?? []), toReader],
  };
  try {
    return await (isResume(all) ? resumeCrawl(all, surroundings) : crawlTopic(all, surroundings));
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

function isResume(options: object): options is ResumeOptions & OwnParts {
  return (options as { readonly resume?: unknown }).resume === true;
}

const LIMITS: Readonly<Record<keyof CrawlLimits, string>> = {
  pages: 'maxPages',
  seconds: 'maxSeconds',
  depth: 'maxDepth',
  pagesPerHost: 'maxPagesPerHost',
  linksPerPage: 'maxLinks',
};

/** The settings that limits stand for. @throws UsageError for an unknown limit, or one that is given twice */
function settingsOf(limits: CrawlLimits, settings: object): Readonly<Record<string, unknown>> {
  const entries = Object.entries(limits).map(([limit, value]) => {
    if (!(limit in LIMITS)) {
      const known = Object.keys(LIMITS);
      throw new UsageError(`limits: unknown limit ${limit}${didYouMean(limit, known)}`, {
        hint: `limits are ${known.join(', ')}`,
      });
    }
    const setting = LIMITS[limit as keyof CrawlLimits];
    if (setting in settings)
      throw new UsageError(`limits.${limit} and ${setting} are the same; give one of them`);
    return [setting, value as unknown];
  });
  return Object.fromEntries(entries) as Readonly<Record<string, unknown>>;
}
