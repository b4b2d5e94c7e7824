import { mkdir } from 'node:fs/promises';
import { monitorFields, type MonitorSettings, type MonitorOptions } from './monitor-settings.js';
import { checkSettings } from '../../app/settings/resolve.js';
import { Interrupted, messageOf, SfwcError, UsageError } from '../../model/errors.js';
import { openCollectionStore } from './collection-store.js';
import { DAY } from './page-record.js';
import { countsText, type RoundReport } from './round-report.js';
import { checkArguments } from '../../support/check-arguments.js';
import { cannotWrite } from '../../support/files/cannot-write.js';
import { silentLogger } from '../../support/logger.js';
import { systemClock, type Clock } from '../../support/time/clock.js';
import { withResources } from '../../support/with-resources.js';
import type { CrawlSurroundings } from '../../app/crawl/crawl-topic.js';
import { readCollectionFile } from './collection-file.js';
import { publish } from './publish.js';
import { runRound, type OpenCollection } from './run-round.js';

/** What a monitor may be given from outside. */
export interface MonitorSurroundings extends Pick<
  CrawlSurroundings,
  'signal' | 'logger' | 'clock' | 'fetcher' | 'onProgress' | 'onWait' | 'watchActivity'
> {
  /** Called after each round, when it is committed. */
  readonly onRound?: (report: RoundReport) => void;
}

/** What a monitor did until it ended. */
export interface MonitorReport {
  /** Rounds that were committed. */
  readonly rounds: number;
  /** The last of them; undefined where there was none. */
  readonly last: RoundReport | undefined;
  /** Whether the signal ended it. */
  readonly interrupted: boolean;
  /** Whether it left an unfinished round, which the next start of the monitor continues. */
  readonly isUnderWay: boolean;
}

/** A timer waits for 24 days at most. */
const LONGEST_SLEEP = DAY;

/**
 * Keeps a collection of pages fresh: round by round, it discovers new pages, visits those again that are due, and reports what
 * is new, changed and gone. The state is in the folder of the collection; however the process ends, the next start continues.
 * With `once` it runs one round, otherwise until the signal. A round that fails after another has succeeded is warned of, and
 * tried again when the next one is due.
 *
 * @param file YAML file that describes the collection
 * @throws UsageError for options and settings in the file; InputError for the file, topic, seeds and folder; OutputError
 * @example await monitorCollection('diabetes.yaml', { once: true }, { onRound: ({ counts }) => console.log(counts) });
 */
export async function monitorCollection(
  file: string,
  options: MonitorOptions = {},
  surroundings: MonitorSurroundings = {},
): Promise<MonitorReport> {
  checkArguments('monitorCollection', {
    file: [file, 'string'],
    options: [options, 'object'],
    surroundings: [surroundings, 'object'],
  });
  const chosen = checkSettings(monitorFields, options);
  const settings = await readCollectionFile(file);
  const { out } = settings;
  await mkdir(out, { recursive: true }).catch((cause: unknown) => {
    throw cannotWrite(out, cause);
  });
  return withResources(async (own) => {
    const store = own(openCollectionStore(out));
    const { kbUser, kbPassword, kbToken } = chosen;
    const collection = { settings, store, credentials: { kbUser, kbPassword, kbToken } };
    const clock = clockAt(chosen.now, surroundings.clock ?? systemClock);
    return runRounds(collection, chosen, { ...surroundings, clock });
  });
}

/** The same clock, set to a time. */
function clockAt(time: string | undefined, clock: Clock): Clock {
  if (time === undefined) return clock;
  const ahead = Date.parse(time) - clock.now();
  return { now: () => clock.now() + ahead, sleep: (...wait) => clock.sleep(...wait) };
}

type Timed = MonitorSurroundings & { readonly clock: Clock };

async function runRounds(
  collection: OpenCollection,
  settings: MonitorSettings,
  surroundings: Timed,
): Promise<MonitorReport> {
  const { store } = collection;
  const { signal, logger = silentLogger, clock } = surroundings;
  let [rounds, last] = [0, undefined as RoundReport | undefined];
  /** When a round failed last. */
  let failedAt = -Infinity;
  while (!settings.once || rounds === 0) {
    if (!settings.once) await untilDue(collection, failedAt, surroundings);
    if (signal?.aborted === true) break;
    try {
      const report = await publishedRound(collection, settings.webhookSecret, surroundings);
      if (report === undefined) break;
      [rounds, last] = [rounds + 1, report];
    } catch (thrown) {
      if (rounds === 0 || !(thrown instanceof SfwcError) || thrown instanceof UsageError) throw thrown;
      failedAt = clock.now();
      logger.warn(`the round failed: ${messageOf(thrown)}; it is tried again when the next one is due`);
    }
  }
  const interrupted = signal?.aborted === true;
  return { rounds, last, interrupted, isUnderWay: store.begun() !== undefined };
}

/** Publishes what was not published before, and a further round. Undefined when it was interrupted. */
async function publishedRound(
  collection: OpenCollection,
  secret: string | undefined,
  surroundings: Timed,
): Promise<RoundReport | undefined> {
  const { logger = silentLogger, onRound } = surroundings;
  try {
    await publish(collection, secret, surroundings);
    const report = await runRound(collection, surroundings);
    if (report === undefined) return undefined;
    logger.info(`round ${report.round}: ${countsText(report)}`);
    onRound?.(report);
    await publish(collection, secret, surroundings);
    return report;
  } catch (thrown) {
    if (thrown instanceof Interrupted) return undefined;
    throw thrown;
  }
}

/** Waits until a round is due: a period after the beginning of the last one. One that was begun is due at once. */
async function untilDue(
  { settings, store }: OpenCollection,
  failedAt: number,
  { clock, signal, onWait }: Timed,
): Promise<void> {
  const last = store.lastRound();
  const begunAt = store.begun() === undefined && last !== undefined ? Date.parse(last.startedAt) : -Infinity;
  const due = Math.max(begunAt, failedAt) + settings.every * DAY;
  if (clock.now() < due) onWait?.(`the next round, due at ${new Date(due).toISOString()}`);
  while (signal?.aborted !== true && clock.now() < due)
    await clock.sleep(Math.min(LONGEST_SLEEP, due - clock.now()), signal);
  onWait?.(undefined);
}
