import type { CrawlCounts } from '../app/crawl/crawl-topic.js';
import { activityText } from '../crawling/engine/activity.js';
import type { CrawlActivity } from '../model/crawl-activity.js';
import { PARTS } from '../judging/parts.js';
import { messageOf } from '../model/errors.js';
import { systemClock } from '../support/time/clock.js';
import { jsonLine, type Logger } from '../support/logger.js';
import { loggerOf } from './command.js';
import { crawlStanding } from './crawl-text.js';
import type { CommandIo } from './io.js';
import { createRate } from './progress-line.js';
import { createProgress, LINE_INTERVAL } from './progress.js';
import { createWaits } from './waits.js';

/** Settings of watching a crawl. */
export interface WatchSettings {
  readonly logFormat: 'text' | 'json';
  readonly ui: boolean;
}

/** Shows the progress of a crawl on stderr and, if requested, in a browser. */
export interface CrawlWatch {
  readonly logger: Logger;
  readonly update: (counts: CrawlCounts, maxPages: number) => void;
  /** As in the surroundings of a crawl. */
  readonly waiting: (what: string | undefined) => void;
  readonly watchActivity: (activity: () => CrawlActivity | undefined) => void;
  /** To be called when the folder of the crawl is there. */
  readonly begun: (out: string) => void;
  readonly stop: () => void;
}

/** Milliseconds between two looks whether a bar has to say what a crawl waits for. */
const REDRAW_EVERY = 1000;

export function watchCrawl(settings: WatchSettings, io: CommandIo): CrawlWatch {
  const logger = loggerOf(settings.logFormat, io);
  const { stop, ...progress } = showProgress(settings, io, logger);
  let room: Promise<(() => Promise<void>) | undefined> | undefined;
  return {
    logger,
    ...progress,
    begun(out) {
      if (settings.ui) room = openRoom(out, io);
    },
    stop() {
      stop();
      void room?.then((close) => close?.());
      room = undefined;
    },
  };
}

/** Shows how far a crawl is, and what it waits for: a bar in a terminal, else lines. */
function showProgress(
  { logFormat }: WatchSettings,
  io: CommandIo,
  logger: Logger,
): Pick<CrawlWatch, 'update' | 'waiting' | 'watchActivity' | 'stop'> {
  const show = logFormat === 'json' ? jsonProgress(io) : textProgress(io);
  const rate = createRate(() => performance.now() / 1000);
  let activity: () => CrawlActivity | undefined = () => undefined;
  // Without a bar, and before there is anything to draw one of, waits are lines.
  const drawsBar = io.terminal !== undefined && logFormat === 'text';
  let last: Parameters<CrawlWatch['update']> | undefined;
  const occupation = (): string | undefined => activityText(activity() ?? {}).join('; ') || undefined;
  const waits = createWaits((line) => logger.info(line), {
    ask: () => (drawsBar && last !== undefined ? undefined : occupation()),
  });
  const draw = ([counts, maxPages]: Parameters<CrawlWatch['update']>): void => {
    waits.heard();
    show.update(counts, maxPages, rate(counts.fetched), activity() ?? {});
  };
  // While a crawl waits, nothing happens that would draw the bar.
  const redrawing = setInterval(() => {
    if (drawsBar && last !== undefined && occupation() !== undefined) draw(last);
  }, REDRAW_EVERY).unref();
  return {
    update(...standing) {
      last = standing;
      draw(standing);
    },
    waiting: (what) => waits.set(what === undefined ? undefined : `waiting: ${what}`),
    watchActivity: (ask) => void (activity = ask),
    stop() {
      clearInterval(redrawing);
      waits.stop();
      show.stop();
    },
  };
}

/** Opens the control room. The crawl continues where that fails. @returns closes it */
async function openRoom(out: string, { stderr }: CommandIo): Promise<(() => Promise<void>) | undefined> {
  const openControlRoom = await PARTS.openRoomInThread();
  try {
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

interface Shown {
  update(counts: CrawlCounts, maxPages: number, rate: number, activity: CrawlActivity): void;
  stop(): void;
}

function textProgress(io: CommandIo): Shown {
  const progress = createProgress(io, 'crawling');
  return {
    update: (...standing) => progress.update(crawlStanding(...standing)),
    stop: () => progress.stop(),
  };
}

function jsonProgress(io: CommandIo): Shown {
  let last = performance.now();
  return {
    update(counts, maxPages, rate, activity) {
      if (performance.now() - last < LINE_INTERVAL * 1000) return;
      last = performance.now();
      const occupation = activityText(activity);
      const time = new Date(systemClock.now()).toISOString();
      io.stderr(
        jsonLine({
          time,
          level: 'info',
          message: 'progress',
          rate: Number(rate.toFixed(2)),
          maxPages,
          ...(occupation.length === 0 ? {} : { occupation: occupation.join('; ') }),
          ...counts,
        }),
      );
    },
    stop: () => undefined,
  };
}
