import type { CrawlCounts, CrawlCallbacks, CrawlReport } from '../app/crawl/crawl-topic.js';
import { PARTS } from '../judging/parts.js';
import { messageOf, shellWord } from '../model/errors.js';
import { crawlStanding, noPageText, reportText } from './crawl-text.js';
import { printResult, type CommandIo } from './io.js';
import { watchWork } from './work-watch.js';

/** Watches a crawl: its counts, and what it waits for. */
export function watchCrawl(io: CommandIo) {
  const { update, wait, logger, watchActivity, stop } = watchWork(io, 'crawling');
  const onProgress = (counts: CrawlCounts, maxPages: number): void => update(crawlStanding(counts, maxPages));
  return { deps: { onProgress, onWait: wait, logger, watchActivity, signal: io.signal }, stop };
}

/** Runs a crawl, and shows its progress and results. */
export async function runWatched(
  settings: { readonly json: boolean; readonly ui: boolean; readonly notify?: string | undefined },
  io: CommandIo,
  run: (deps: CrawlCallbacks) => Promise<CrawlReport>,
): Promise<number> {
  const { deps, stop } = watchCrawl(io);
  let room: Promise<(() => Promise<void>) | undefined> | undefined;
  try {
    const onBegun = (out: string): void => void (room = settings.ui ? openRoom(out, io) : undefined);
    const report = await run({ ...deps, onBegun });
    stop();
    if (settings.notify !== undefined) await (await PARTS.notify())(settings.notify, report, deps);
    printResult(io, settings.json, report, reportText);
    const { ended, noPage } = report.summary;
    // The shell's convention for Ctrl-C.
    if (ended === 'interrupted') return 130;
    if (noPage !== undefined) io.stderr(`error: ${noPageText(noPage)}`);
    return noPage === undefined ? 0 : 1;
  } finally {
    stop();
    void room?.then((close) => close?.());
  }
}

/** Opens the control room. The crawl continues where that fails. @returns closes it */
async function openRoom(out: string, { stderr }: CommandIo): Promise<(() => Promise<void>) | undefined> {
  try {
    const room = await (await PARTS.openRoomInThread())(out, { port: 0 });
    stderr(
      `control room: open ${room.link} (closes with the crawl; sfwc ui ${shellWord(out)} opens it again)\n`,
    );
    return () => room.close();
  } catch (thrown) {
    stderr(`the control room is not open: ${messageOf(thrown)}; sfwc ui ${shellWord(out)} tries again\n`);
    return undefined;
  }
}
