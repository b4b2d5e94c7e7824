import { userInfo } from 'node:os';
import { awaitTaken, checkAction, sendCommand } from '../../crawling/steering/command-folder.js';
import { isCrawlRunning, readStanding, readWaiting } from '../../crawling/store/crawl-store.js';
import { findEvent } from '../../crawling/store/result-folder.js';
import { isElsewhere } from '../../crawling/store/frontier-view.js';
import { requireWebAddress } from '../../crawling/urls/urls.js';
import { PARTS } from '../../judging/parts.js';
import { InputError, UsageError, shellWord } from '../../model/errors.js';
import type { Action, TakenAction } from '../../model/steering.js';
import { keepAnswers, raterFile } from '../../crawling/ratings/ratings-folder.js';

/** Options of sending a command to a crawl. */
interface SteerOptions {
  /** Name of the person who asks. Default: the user that the process belongs to. */
  readonly by?: string;
  /** Seconds to wait until the crawl has taken the action. Default 10. */
  readonly wait?: number;
  /** Extends an answer to the pages that are alike, and `skip` to those that were answered together. */
  readonly alike?: boolean;
  readonly signal?: AbortSignal;
}

/** Outcome of an action. */
export interface Steered {
  /** Present where the crawl has taken it. */
  readonly taken?: TakenAction;
  /** True if the crawl runs. Where it does not, it takes the action when it is resumed. */
  readonly running: boolean;
}

/**
 * Asks something of the crawl that writes to a folder. The action, who asked for it and what it did are part of the crawl's
 * results. The answer of a person about a page is kept as a rating as well.
 * @throws UsageError where the crawl is not running; InputError for the folder, the action and an unknown URL; OutputError
 */
export async function steerCrawl(
  out: string,
  action: Action,
  { by = userInfo().username, wait = 10, alike, signal }: SteerOptions = {},
): Promise<Steered> {
  const running = isElsewhere(out) ? isCrawlRunning(out) : readStanding(out).running;
  // Nobody would look into the folder of a worker of a shared crawl again.
  if (!running && (isElsewhere(out) || ['pause', 'resume', 'stop'].includes(action.kind)))
    throw new UsageError(`the crawl in ${out} is not running`, {
      hint: `see: sfwc explain ${shellWord(out)}; to continue it: sfwc crawl --resume --out ${shellWord(out)}`,
    });
  let written = checkAction(action);
  if (written.kind === 'rate') {
    // First, since not every name can be a rater's.
    raterFile(out, by);
    const answer = { ...written, url: await knownPage(out, written.url) };
    written = alike === true ? await (await PARTS.pagesToRate()).withAlike(out, answer) : answer;
    await keepAnswers(out, [{ ...written, by }]);
  }
  const command = await sendCommand(out, written, by);
  const taken = running ? await awaitTaken(out, command, 1000 * wait, signal) : undefined;
  return { running, ...(taken && { taken }) };
}

/**
 * The page that an answer is about, by the URL of its event: of a redirect's target, the URL that led there.
 * @throws UsageError for anything but a web address; InputError for a URL that the crawl does not know
 */
async function knownPage(out: string, written: string): Promise<string> {
  const url = requireWebAddress(written);
  const event = await findEvent(out, url);
  if (event !== undefined) return event.url;
  // The queue of a shared crawl is not in the folder.
  if (isElsewhere(out) || readWaiting(out, url) !== undefined) return url;
  if (url.includes('#')) return knownPage(out, url.split('#', 1).join(''));
  throw new InputError(`the crawl in ${out} has neither requested nor queued ${url}`, {
    hint: `rate one of its pages, or add the URL first: sfwc steer ${shellWord(out)} seed ${shellWord(url)}`,
  });
}
