import { userInfo } from 'node:os';
import { awaitTaken, checkAction, sendCommand } from '../../crawl/steering/command-folder.js';
import { readWorkerPart } from '../../crawl/store/crawl-description.js';
import { isCrawlRunning, readStanding } from '../../crawl/store/crawl-store.js';
import { isElsewhere } from '../../crawl/store/frontier-view.js';
import { requireWebAddress } from '../../crawl/urls/urls.js';
import { UsageError } from '../../model/errors.js';
import type { Action, TakenAction } from '../../model/steering.js';
import { keepAnswers, raterFile } from '../../ratings/ratings-folder.js';

/** How a crawl is asked. */
export interface SteerOptions {
  /** Who asks. Default: the user that the process belongs to. */
  readonly by?: string | undefined;
  /** Seconds to wait until the crawl has taken the action. Default 10. */
  readonly wait?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What became of an action. */
export interface Steered {
  /** Present where the crawl has taken it. */
  readonly taken?: TakenAction;
  /** Whether the crawl runs. Where it does not, it takes the action when it is resumed. */
  readonly running: boolean;
}

/**
 * Asks something of the crawl that writes to a folder: to pause, to request other URLs first, to accept more … The
 * action, who asked for it and what it did are part of the crawl's results: `actions.jsonl` and its RDF.
 *
 * What a person says of a page is kept as a rating as well, which `sfwc rate` and `sfwc train` read.
 *
 * @throws UsageError for what makes no sense of a crawl that does not run; InputError when the folder is not of a crawl, and for an
 *   invalid action; OutputError
 */
export async function steerCrawl(
  out: string,
  action: Action,
  { by = userInfo().username, wait = 10, signal }: SteerOptions = {},
): Promise<Steered> {
  const running = await isRunning(out);
  if (!running) refuseAtRest(out, action);
  const checked = checkAction(action);
  const written = checked.kind === 'rate' ? { ...checked, url: requireWebAddress(checked.url) } : checked;
  // First, since not every name can be a rater's.
  if (written.kind === 'rate') {
    raterFile(out, by);
    await keepAnswers(out, [{ ...written, by }]);
  }
  const command = await sendCommand(out, written, by);
  const taken = running ? await awaitTaken(out, command, 1000 * wait, signal) : undefined;
  return { running, ...(taken && { taken }) };
}

/** @throws UsageError for the results of a worker of a shared crawl that has ended, since nobody would look there again */
async function isRunning(out: string): Promise<boolean> {
  if (!isElsewhere(out)) return readStanding(out).running;
  if (isCrawlRunning(out)) return true;
  const { name = 'NAME' } = (await readWorkerPart(out)) ?? {};
  throw new UsageError(`the worker of ${out} does not run`, {
    hint: `name the crawl instead of the folder: --frontier URL ${name}`,
  });
}

function refuseAtRest(out: string, { kind }: Action): void {
  if (kind !== 'pause' && kind !== 'resume' && kind !== 'stop') return;
  throw new UsageError(`the crawl in ${out} does not run`, {
    hint:
      kind === 'resume' ? `continue it with: sfwc crawl --resume --out ${out}` : `see: sfwc status ${out}`,
  });
}
