import type { CrawlReport, CrawlDeps } from '../app/crawl/crawl-topic.js';
import { PARTS } from '../judging/parts.js';
import { linesText, styled, type StyledText } from './colours.js';
import {
  byTopicText,
  copiesText,
  endingText,
  hostsText,
  limitedLinksText,
  notKeptText,
  rejudgedText,
  remainingText,
  searchesText,
  taughtText,
  topicText,
  trapsText,
} from './crawl-text.js';
import { watchCrawl, type WatchSettings } from './crawl-in-browser.js';
import { printResult, type CommandIo } from './io.js';
import { noPageText } from './no-page-text.js';
import { secondsText } from './numbers.js';

/** Runs a crawl, and shows its progress and results. */
export async function runWatched(
  settings: WatchSettings & {
    readonly json: boolean;
    readonly failOnLimit: boolean;
    readonly notify?: string | undefined;
  },
  io: CommandIo,
  run: (deps: CrawlDeps) => Promise<CrawlReport>,
): Promise<number> {
  const watch = watchCrawl(settings, io);
  try {
    const report = await run({
      signal: io.signal,
      logger: watch.logger,
      onProgress: watch.update,
      onBegun: watch.begun,
      onWait: watch.waiting,
      watchActivity: watch.watchActivity,
    });
    watch.stop();
    const { notify: to } = settings;
    if (to !== undefined) await (await PARTS.notify())(to, report, { logger: watch.logger });
    printResult(io, settings.json, report, reportText);
    const { ended, noPage } = report.summary;
    if (noPage === undefined || ended === 'interrupted') return exitCode(ended, settings.failOnLimit);
    io.stderr(`error: ${noPageText(noPage)}`);
    return 1;
  } finally {
    watch.stop();
  }
}

/** A limit that was reached. */
const AT_LIMIT = 3;

/** By how a crawl ended. 1 and 2 mean errors; 130 is the shell convention for Ctrl-C. */
function exitCode(ended: CrawlReport['summary']['ended'], failOnLimit: boolean): number {
  if (ended === 'interrupted') return 130;
  return failOnLimit && (ended === 'max-pages' || ended === 'max-seconds') ? AT_LIMIT : 0;
}

function reportText({ out, topic, summary, simulatedTime }: CrawlReport): StyledText {
  const { fetched, accepted, rejected, secondChoice, queued, seconds } = summary;
  return linesText([
    [
      `${topicText(topic)}: ${fetched} pages requested in ${secondsText(seconds, simulatedTime === true)}, `,
      styled('good', `${accepted} accepted${hostsText(summary)}`),
      `${byTopicText(summary)}, `,
      styled('bad', `${rejected} rejected`),
    ],
    `  ended: ${endingText(summary)}; ${queued} URLs still queued`,
    ...remainingText(summary).map((line) => `  ${line}`),
    ...searchesText(summary).map((line) => `  ${line}`),
    ...(secondChoice === 0 ? [] : [`  ${secondChoice} of them are linked to by rejected pages only`]),
    `  ${[...taughtText(summary), ...rejudgedText(summary), ...notKeptText(summary)].join('; ')}`,
    ...limitedLinksText(summary).map((line) => `  ${line}`),
    ...trapsText(summary).map((line) => `  ${line}`),
    ...copiesText(summary).map((line) => `  ${line}`),
    `  results in ${out}: events.jsonl, skipped.jsonl, pages.warc, crawl.nq.gz`,
    `  why a page was accepted or rejected: sfwc explain ${out} <url>`,
  ]);
}
