import { z } from 'zod';
import { steerCrawl } from '../../../app/crawl/steer-crawl.js';
import { actionSchema, checkAction } from '../../../crawling/steering/command-folder.js';
import { REASONS, type ReasonCode } from '../../../model/crawl-event.js';
import { VERDICTS } from '../../../model/verdict.js';
import { Problem } from '../http.js';
import { checkedWish, searchWithin } from '../search-routes.js';
import type { CrawlList } from '../workbench/crawl-list.js';
import { operation, type Call, type Operation } from '../workbench/operation.js';
import { resumeCrawl } from '../workbench/own-process.js';
import type { CrawlWatch } from './crawl-watch.js';
import { HOST_ORDERS } from './host-list.js';

/** Services of the operations on crawls. */
export interface ControlRoom {
  readonly crawls: CrawlList;
  /** Aborted when the server closes. */
  readonly signal: AbortSignal;
}

/** Seconds that a search may take. */
const SEARCH_SECONDS = 60;
/** Limits of a list: entries in one answer, and characters of a text that is searched for. */
const MAX = { pages: 100, questions: 50, text: 200, hosts: 1000 };
/** Bytes of the body of a command. */
const MAX_COMMAND = 300_000;

const WHICH = z.enum(['all', 'near', ...VERDICTS, ...(Object.keys(REASONS) as ReasonCode[])]).catch('all');
const HOST_ORDER = z.enum(HOST_ORDERS).catch('accepted');
const COUNT = { count: 'entries at most' };

/** The operations on crawls: `/api/crawls/NAME/…`. */
export function roomOperations(room: ControlRoom): readonly Operation[] {
  return [
    operation({
      ...{ method: 'get', path: '/api/crawls', summary: 'The crawls, each under its name.' },
      run: async () => (await room.crawls.refreshed()).map(({ name, out }) => ({ name, out })),
    }),
    ...views(room),
    ...commands(room),
  ];
}

type View = (
  name: string,
  summary: string,
  query: Readonly<Record<string, string>>,
  show: (watch: CrawlWatch, call: Call<undefined>) => unknown,
) => Operation;

function viewsOf(crawls: CrawlList): View {
  return (name, summary, query, show) =>
    operation({
      ...{ method: 'get', path: `/api/crawls/:crawl/${name}`, summary, query },
      run: async (call) => {
        const { watch } = crawlNamed(crawls, call.value('crawl'));
        await watch.refresh();
        return show(watch, call);
      },
    });
}

/** Views for teaching and searching. */
function askingViews(view: View): readonly Operation[] {
  return [
    view(
      'questions',
      'Pages whose answers change most verdicts, each with pages that are alike.',
      COUNT,
      (watch, { value }) => watch.questions(whole(value('count'), 5, MAX.questions)),
    ),
    view(
      'preview',
      'Changes that another threshold would make.',
      { score: 'the threshold' },
      (watch, { value }) => {
        const score = Number(value('score') || Number.NaN);
        if (!Number.isFinite(score)) throw new Problem(400, 'score is missing or not a number');
        return watch.preview(score);
      },
    ),
    view(
      'search',
      'Searches the accepted pages; the index is brought up to date first.',
      {
        ...{ q: 'words and phrases', host: 'only pages of this host', topic: 'only pages of this topic' },
        ...{ noun: 'only pages with this noun', language: 'only pages in this language' },
        ...{ since: 'only pages published from this date on', start: 'number of the first hit, from 1 on' },
        ...COUNT,
      },
      ({ out }, { context, signal }) =>
        searchWithin([out], checkedWish(new URL(context.req.url).searchParams), SEARCH_SECONDS, signal),
    ),
  ];
}

function views({ crawls }: ControlRoom): readonly Operation[] {
  const view = viewsOf(crawls);
  return [
    view(
      'state',
      'A crawl at a glance: counts, curve, histogram of scores, what people asked of it.',
      {},
      (watch) => watch.state(),
    ),
    view(
      'pages',
      'Pages of a crawl, the latest first.',
      {
        which: 'all, near, accepted, rejected, skipped, failed, or a reason',
        text: 'a text in the address or title',
        ...COUNT,
        offset: 'entries before those in the answer',
      },
      (watch, { value }) =>
        watch.pages({
          which: WHICH.parse(value('which')),
          offset: whole(value('offset'), 0, Number.MAX_SAFE_INTEGER),
          count: whole(value('count'), 50, MAX.pages),
          text: value('text').slice(0, MAX.text),
        }),
    ),
    view(
      'page',
      'Everything about one page: the event, the reasons, the way to it, its text.',
      { url: 'its address' },
      (watch, { value }) => watch.page(value('url')),
    ),
    view('frontier', 'Addresses that wait to be requested, the best first.', {}, (watch) => watch.frontier()),
    view(
      'hosts',
      'Hosts with their figures.',
      { by: 'the order', text: 'a part of the name', ...COUNT },
      (watch, { value }) =>
        watch.hosts({
          by: HOST_ORDER.parse(value('by')),
          text: value('text').slice(0, MAX.text),
          count: whole(value('count'), 200, MAX.hosts),
        }),
    ),
    ...askingViews(view),
  ];
}

function commands({ crawls, signal }: ControlRoom): readonly Operation[] {
  return [
    operation({
      ...{ method: 'post', path: '/api/crawls/:crawl/actions', most: MAX_COMMAND },
      summary: 'Asks a crawl for something: pause, resume, stop, seed, block, boost, rate and others.',
      body: z.strictObject({ by: z.string().trim().min(1).max(40), action: actionSchema }),
      run: async ({ value, body: { by, action } }) => {
        const { out } = crawlNamed(crawls, value('crawl'));
        return steerCrawl(out, checkAction(action), { by, wait: 10, signal });
      },
    }),
    operation({
      ...{ method: 'post', path: '/api/crawls/:crawl/resume', most: MAX_COMMAND },
      summary: 'Continues a crawl that has ended or was interrupted, in a process of its own.',
      body: z.strictObject({ maxPages: z.number().int().min(1).optional() }),
      run: async ({ value, body }) => {
        const { watch, out } = crawlNamed(crawls, value('crawl'));
        const { resume } = await watch.state();
        if (resume === undefined)
          throw new Problem(409, 'the crawl is running, or has nothing left to request');
        return resumeCrawl(out, body.maxPages ?? resume.maxPages, signal);
      },
    }),
  ];
}

/** @throws Problem 404 */
export function crawlNamed(crawls: CrawlList, name: string) {
  const found = crawls.find(name);
  if (found === undefined) throw new Problem(404, `crawl ${name} does not exist`);
  return found;
}

function whole(written: string, usual: number, most: number): number {
  const value = written === '' ? usual : Number(written);
  return Number.isInteger(value) && value >= 0 ? Math.min(value, most) : usual;
}
