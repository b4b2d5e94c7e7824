import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { CrawlStatus } from '../../../app/crawl/crawl-status.js';
import type { CrawlSurroundings } from '../../../app/crawl/crawl-topic.js';
import type { McpSettings } from '../mcp-settings.js';
import type { CrawlOptions } from '../../../app/settings/settings.js';
import { UsageError } from '../../../model/errors.js';
import { given } from '../../../support/given.js';
import type { RunningCrawl } from '../crawls.js';
import { Refusal } from '../refusal.js';
import { acceptArgument, crawlArgument, patternArgument, topicsArgument, urlArgument } from '../schemas.js';
import { addTool, type Call } from '../tool.js';
import { mayChange, type Workplace } from '../workplace.js';

/** Pages of a crawl unless the assistant says otherwise. */
const USUAL_PAGES = 100;
/** Seconds that crawl_status waits at most. */
const MOST_WAIT = 300;

const statusSchema = {
  crawl: z.string(),
  topic: z.string(),
  state: z
    .string()
    .describe(
      'running, stopped (can be continued), nothing-left, max-pages, max-seconds, until, gave-up or interrupted',
    ),
  paused: z.boolean().describe('It requests nothing until steer_crawl resumes it'),
  occupation: z.string().optional().describe('What it is occupied with, or waits for, while it runs'),
  fetched: z.number().describe('URLs that were requested'),
  accepted: z.number(),
  rejected: z.number(),
  skipped: z.number(),
  failed: z.number(),
  queued: z.number().describe('URLs known and not requested yet'),
  harvestRate: z.number().nullable().describe('Share of accepted pages among all requests'),
  reasons: z.record(z.string(), z.number()).describe('Skipped and failed URLs by reason'),
  maxPages: z.number(),
  maxSeconds: z.number().optional(),
  seconds: z.number().describe('For how long it ran'),
  startedAt: z.string(),
  lastEventAt: z.string().optional(),
  noPage: z.array(z.string()).optional().describe('Why not a single page could be read'),
  failure: z.string().optional().describe('Why the crawl failed'),
};

/** How a crawl stands, as tools and resources show it. */
export async function statusOf({ crawls }: Workplace, name: string) {
  const { crawlStatus } = await import('../../../app/crawl/crawl-status.js');
  const status: CrawlStatus = await crawlStatus(await crawls.folderOf(name));
  const { noPage, ...known } = status;
  return {
    ...known,
    ...status.counts,
    reasons: { ...status.counts.reasons } as Record<string, number>,
    crawl: name,
    ...(noPage && { noPage: [...noPage] }),
    ...given({ failure: crawls.failureOf(name) }),
  };
}

/** Adds the tools that start, watch and continue crawls. */
export function addCrawlTools(workplace: Workplace): void {
  addStart(workplace);
  addContinue(workplace);
  addList(workplace);
  addStatus(workplace);
}

function addList(workplace: Workplace): void {
  const { server, logger, crawls } = workplace;
  addTool(
    server,
    logger,
    'list_crawls',
    {
      title: 'List crawls',
      description: 'Lists the crawls, running and ended, with how they stand.',
      input: {},
      output: { crawls: z.array(z.object(statusSchema)), unreadable: z.array(z.string()) },
      reads: true,
    },
    async () => {
      const names = await crawls.names();
      const all = await Promise.allSettled(names.map((name) => statusOf(workplace, name)));
      return {
        crawls: all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
        unreadable: names.filter((_, index) => all[index]?.status === 'rejected'),
      };
    },
  );
}

function addStatus(workplace: Workplace): void {
  const { server, logger, crawls } = workplace;
  addTool(
    server,
    logger,
    'crawl_status',
    {
      title: 'Status of a crawl',
      description:
        'Says how a crawl stands: running or why it ended, pages requested and accepted, and what failed. With waitSeconds it ' +
        'answers when the crawl has ended or the time is over, and reports progress meanwhile.',
      input: { crawl: crawlArgument, waitSeconds: z.number().min(0).max(MOST_WAIT).default(0) },
      output: statusSchema,
      reads: true,
    },
    async ({ crawl, waitSeconds }, call) => {
      const running = crawls.running(crawl);
      if (running !== undefined && waitSeconds > 0) await waitFor(running, call, 1000 * waitSeconds);
      return statusOf(workplace, crawl);
    },
  );
}

const budget = {
  maxPages: z.number().int().min(1).optional().describe('URLs to request at most, failures included'),
  maxSeconds: z.number().positive().optional().describe('Duration in seconds at most'),
  wait: z
    .boolean()
    .default(false)
    .describe(
      'true: answer when the crawl has ended, with progress; cancelling stops it. false: answer at once',
    ),
};

const startInput = {
  crawl: crawlArgument.describe('Name for the crawl: letters, digits, dots, hyphens, underscores'),
  topics: topicsArgument,
  seeds: z.array(urlArgument).min(1).max(1000).describe('URLs to start from'),
  ...budget,
  maxDepth: z.number().int().min(0).max(100).optional().describe('Links from a seed at most'),
  scope: z
    .enum(['host', 'domain', 'any'])
    .optional()
    .describe("Links to follow: the seeds' hosts, their registered domains, or any (default)"),
  exclude: z.array(patternArgument).max(100).optional().describe('URLs not to follow'),
  accept: acceptArgument,
};

function addStart(workplace: Workplace): void {
  const { server, logger, settings, web, crawls } = workplace;
  addTool(
    server,
    logger,
    'start_crawl',
    {
      title: 'Start a crawl',
      description:
        `Crawls the Web for pages about topics, from seeds, politely and within a budget (default ${USUAL_PAGES} pages). It runs ` +
        'in the background: watch it with crawl_status, change it with steer_crawl, read what it finds with list_pages.',
      input: startInput,
      output: statusSchema,
      web: true,
    },
    async ({ crawl, topics, wait, seeds, maxPages, maxSeconds, ...rest }, call) => {
      mayChange(workplace, 'crawl');
      const out = await crawls.freshFolder(crawl);
      const checked = seeds.map(web.check);
      const limits = budgetOf(settings, {
        maxPages: maxPages ?? Math.min(USUAL_PAGES, settings.maxPages),
        maxSeconds,
      });
      const { crawlTopic } = await import('../../../app/crawl/crawl-topic.js');
      const { kb, delay, concurrency, userAgent } = settings;
      const { workers = (await import('node:os')).availableParallelism() } = settings;
      const options = {
        ...{ kb, delay, concurrency, userAgent, workers, out },
        ...{ topic: topics, seeds: checked, include: [...web.include] },
        ...limits,
        ...given(rest),
      };
      const running = await crawls.begin(crawl, (around) => crawlTopic(options, within(workplace, around)));
      return begun(workplace, crawl, running, wait, call);
    },
  );
}

function addContinue(workplace: Workplace): void {
  const { server, logger, settings, crawls } = workplace;
  addTool(
    server,
    logger,
    'continue_crawl',
    {
      title: 'Continue a crawl',
      description:
        'Continues a crawl that has ended or was stopped where it stood. maxPages and maxSeconds count what was done before.',
      input: { crawl: crawlArgument, ...budget },
      output: statusSchema,
      web: true,
    },
    async ({ crawl, wait, ...wanted }, call) => {
      mayChange(workplace, 'crawl');
      const out = await crawls.folderOf(crawl);
      const before = await statusOf(workplace, crawl);
      await checkKept(out, settings);
      const { maxPages = before.maxPages } = wanted;
      const limits = budgetOf(settings, { maxPages, maxSeconds: wanted.maxSeconds });
      const { resumeCrawl } = await import('../../../app/crawl/crawl-topic.js');
      const running = await crawls.begin(crawl, (around) =>
        resumeCrawl({ out, ...limits }, within(workplace, around)),
      );
      return begun(workplace, crawl, running, wait, call);
    },
  );
}

/** @throws Refusal for more than the limits allow */
function budgetOf(
  limits: McpSettings,
  {
    maxPages,
    maxSeconds = limits.maxSeconds,
  }: { readonly maxPages: number; readonly maxSeconds: number | undefined },
): { readonly maxPages: number; readonly maxSeconds: number } {
  if (maxPages > limits.maxPages)
    throw new Refusal('maxPages', `a crawl may request at most ${limits.maxPages} pages, not ${maxPages}`);
  if (maxSeconds > limits.maxSeconds)
    throw new Refusal('maxSeconds', `a crawl may last at most ${limits.maxSeconds} s, not ${maxSeconds}`);
  return { maxPages, maxSeconds };
}

/** A crawl that was not started here may have been allowed more. @throws Refusal */
async function checkKept(out: string, limits: McpSettings): Promise<void> {
  const { readStanding } = await import('../../../crawling/store/crawl-store.js');
  const { settings } = readStanding(out).plan as { readonly settings: CrawlOptions };
  const { kb, delay = limits.delay, concurrency = limits.concurrency, plugin = [] } = settings;
  const isOwn = kb !== undefined && path.resolve(kb) === path.resolve(limits.kb);
  if (!isOwn) throw new Refusal('kb', 'the crawl was started with another knowledge base');
  if (plugin.length > 0)
    throw new UsageError('a crawl with plugins can only be continued with sfwc crawl --resume');
  if (delay < limits.delay)
    throw new Refusal('delay', `the crawl pauses only ${delay} s between requests to a host`);
  if (concurrency > limits.concurrency)
    throw new Refusal('concurrency', `the crawl contacts ${concurrency} hosts in parallel`);
}

function within({ web, logger, clock }: Workplace, around: CrawlSurroundings): CrawlSurroundings {
  return { ...around, fetcher: web.fetcher, logger, ...given({ clock }) };
}

/** The answer to a crawl that has begun. */
async function begun(workplace: Workplace, name: string, running: RunningCrawl, wait: boolean, call: Call) {
  workplace.server.sendResourceListChanged();
  if (wait) {
    const stop = (): void => running.stop();
    call.signal.addEventListener('abort', stop, { once: true });
    if (call.signal.aborted) stop();
    await waitFor(running, call);
    await running.ended;
  }
  return statusOf(workplace, name);
}

/** Waits until a crawl has ended, the time in milliseconds is over, or the call was cancelled. */
async function waitFor(running: RunningCrawl, { signal, progress }: Call, time?: number): Promise<void> {
  const unwatch = running.watch(({ fetched, accepted }, maxPages) =>
    progress(fetched, maxPages, `${fetched} of ${maxPages} pages requested, ${accepted} accepted`),
  );
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  const pause = sleep(time ?? 2 ** 31 - 1, undefined, { signal: either }).catch(() => undefined);
  await Promise.race([running.ended, pause]);
  over.abort();
  unwatch();
}
