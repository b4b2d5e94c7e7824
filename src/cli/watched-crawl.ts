import type { CrawlCounts, CrawlCallbacks, CrawlReport } from '../app/crawl/crawl-topic.js';
import { PARTS } from '../judging/parts.js';
import { messageOf } from '../model/errors.js';
import { crawlStanding, noPageText, reportText } from './crawl-text.js';
import { printResult, type CommandIo } from './io.js';
import { createRate, watchWork, type WorkWatch } from './work-watch.js';

export interface CrawlWatch extends Pick<WorkWatch, 'logger' | 'watchActivity' | 'stop'> {
  readonly update: (counts: CrawlCounts, maxPages: number) => void;
  readonly waiting: (what: string | undefined) => void;
}

/** Watches a crawl: its counts, and what it waits for. */
export async function watchCrawl(io: CommandIo): Promise<CrawlWatch> {
  const { update, wait, ...watch } = await watchWork(io, 'crawling');
  const rate = createRate(() => performance.now() / 1000);
  return {
    ...watch,
    update: (counts, maxPages) => update(crawlStanding(counts, maxPages, rate(counts.fetched))),
    waiting: (what) => wait(what),
  };
}

/** Runs a crawl, and shows its progress and results. */
export async function runWatched(
  settings: { readonly json: boolean; readonly ui: boolean; readonly notify?: string | undefined },
  io: CommandIo,
  run: (deps: CrawlCallbacks) => Promise<CrawlReport>,
): Promise<number> {
  const watch = await watchCrawl(io);
  let room: Promise<(() => Promise<void>) | undefined> | undefined;
  try {
    const report = await run({
      signal: io.signal,
      logger: watch.logger,
      onProgress: watch.update,
      onBegun: (out) => void (room = settings.ui ? openRoom(out, io) : undefined),
      onWait: watch.waiting,
      watchActivity: watch.watchActivity,
    });
    watch.stop();
    if (settings.notify !== undefined)
      await (
        await PARTS.notify()
      )(settings.notify, report, { logger: watch.logger });
    printResult(io, settings.json, report, reportText);
    const { ended, noPage } = report.summary;
    // The shell's convention for Ctrl-C.
    if (ended === 'interrupted') return 130;
    if (noPage !== undefined) io.stderr(`error: ${noPageText(noPage)}`);
    return noPage === undefined ? 0 : 1;
  } finally {
    watch.stop();
    void room?.then((close) => close?.());
  }
}

/** Opens the control room. The crawl continues where that fails. @returns closes it */
async function openRoom(out: string, { stderr }: CommandIo): Promise<(() => Promise<void>) | undefined> {
  try {
    const openControlRoom = await PARTS.openRoomInThread();
    const room = await openControlRoom(out, { port: 0 });
    stderr(`control room: open ${room.link}\n`);
    return () => {
      stderr(`the control room was closed with the crawl; sfwc ui ${out} opens it again\n`);
      return room.close();
    };
  } catch (thrown) {
    stderr(
      `the control room is not open: ${messageOf(thrown)}; the crawl continues; sfwc ui ${out} tries again\n`,
    );
    return undefined;
  }
}
