import { mkdir } from 'node:fs/promises';
import type { CrawlDeps } from '../../app/crawl/crawl-topic.js';
import { checkSettings } from '../../app/settings/resolve.js';
import { Interrupted, messageOf, SfwcError, UsageError } from '../../model/errors.js';
import { checkArguments } from '../../support/check-arguments.js';
import { cannotWrite } from '../../support/files/cannot-write.js';
import { silentLogger } from '../../support/logger.js';
import { systemClock, type Clock } from '../../support/time/clock.js';
import { withResources } from '../../support/with-resources.js';
import { monitorFields, readCollectionFile, type MonitorOptions } from './collection.js';
import { notify } from './notify.js';
import { DAY } from './page-outcome.js';
import { countsText, type RoundReport, runRound, type OpenCollection } from './run-round.js';
import { openCollectionStore } from './state.js';

/** Injected services of a monitor, and its listeners. */
export interface MonitorDeps extends Pick<
  CrawlDeps,
  'signal' | 'logger' | 'clock' | 'fetcher' | 'onProgress' | 'onWait' | 'watchActivity'
> {
  /** Called after each round, when it is committed. */
  readonly onRound?: (report: RoundReport) => void;
}

/** Results of a monitor. */
export interface MonitorReport {
  /** Rounds that were committed. */
  readonly rounds: number;
  /** The last of them; undefined where there was none. */
  readonly last: RoundReport | undefined;
  /** True if the signal ended it. */
  readonly interrupted: boolean;
  /** True if it left an unfinished round, which the next start of the monitor continues. */
  readonly isUnderWay: boolean;
}

/**
 * Keeps a collection of pages fresh: round by round, it visits pages again that are due, discovers new ones, and reports what
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
  deps: MonitorDeps = {},
): Promise<MonitorReport> {
  checkArguments('monitorCollection', {
    ...{ file: [file, 'string'], options: [options, 'object'], deps: [deps, 'object'] },
  });
  const { once, kbUser, kbPassword, kbToken } = checkSettings(monitorFields, options);
  const settings = await readCollectionFile(file);
  const { out } = settings;
  await mkdir(out, { recursive: true }).catch((cause: unknown) => {
    throw cannotWrite(out, cause);
  });
  return withResources(async (own) => {
    const store = own(openCollectionStore(out));
    const collection = { settings, store, credentials: { kbUser, kbPassword, kbToken } };
    return runRounds(collection, once, { ...deps, clock: deps.clock ?? systemClock });
  });
}

type Timed = MonitorDeps & { readonly clock: Clock };

async function runRounds(collection: OpenCollection, once: boolean, deps: Timed): Promise<MonitorReport> {
  const { store } = collection;
  const { signal, logger = silentLogger, clock } = deps;
  let [rounds, last] = [0, undefined as RoundReport | undefined];
  let failedAt = -Infinity;
  while (!once || rounds === 0) {
    if (!once) await untilDue(collection, failedAt, deps);
    if (signal?.aborted === true) break;
    try {
      const report = await reportedRound(collection, deps);
      if (report === undefined) break;
      [rounds, last] = [rounds + 1, report];
    } catch (thrown) {
      if (rounds === 0 || !(thrown instanceof SfwcError) || thrown instanceof UsageError) throw thrown;
      failedAt = clock.now();
      logger.warn(`the round failed: ${messageOf(thrown)}; it is tried again when the next one is due`);
    }
  }
  return { rounds, last, interrupted: signal?.aborted === true, isUnderWay: store.state.begun !== undefined };
}

/** Runs a round, and sends its report where something has changed. Undefined when it was interrupted. */
async function reportedRound(collection: OpenCollection, deps: Timed): Promise<RoundReport | undefined> {
  const { logger = silentLogger, onRound, clock, signal, fetcher } = deps;
  try {
    const report = await runRound(collection, deps);
    if (report === undefined) return undefined;
    logger.info(`round ${report.round}: ${countsText(report)}`);
    onRound?.(report);
    const { notify: to } = collection.settings;
    if (to !== undefined && report.changes.length > 0)
      await notify(to, report, { logger, clock, signal, fetcher });
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
  const { begun, last } = store.state;
  const begunAt = begun === undefined && last !== undefined ? last.startedAt : -Infinity;
  const due = Math.max(begunAt, failedAt) + settings.every * DAY;
  if (clock.now() < due) onWait?.(`the next round, due at ${new Date(due).toISOString()}`);
  // A timer waits for 24 days at most.
  while (signal?.aborted !== true && clock.now() < due)
    await clock.sleep(Math.min(DAY, due - clock.now()), signal);
  onWait?.(undefined);
}
