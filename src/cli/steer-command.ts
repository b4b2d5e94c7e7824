import { steerFields, type SteerSettings } from '../app/settings/steer-settings.js';
import type { Steered, SteerOptions } from '../app/crawl/steer-crawl.js';
import type { Action } from '../model/steering.js';
import { command } from './command.js';
import { helpNotes } from './help.js';
import { printResult, type CommandIo } from './io.js';
import { ACTION_SUMMARIES, readActions } from './steer-actions.js';

/** The help of the actions, for every command that steers crawls. */
export const ACTION_NOTES = [helpNotes('Actions', ACTION_SUMMARIES)];

export const steerCommand = command({
  examples: [
    'sfwc steer out pause',
    'sfwc steer out seed https://example.org/ https://example.com/',
    "sfwc steer out block 'https://example.org/calendar/*'",
    'sfwc steer out unblock example.org',
    "sfwc steer out boost 'https://example.org/archive/*' --times -2",
    'sfwc steer out pin https://example.org/insulin.html',
    'sfwc steer out adjust --delay 2 --concurrency 4',
    'sfwc steer out adjust --accept broad',
    'sfwc steer out rate https://example.org/insulin.html yes',
    'sfwc steer out rate https://example.org/insulin.html yes --alike',
  ],
  notes: ACTION_NOTES,
  fields: steerFields,
  run: async (settings, [out = '', name = '', ...words], io) => {
    const { steerCrawl } = await import('../app/crawl/steer-crawl.js');
    const crawl = { shown: `the crawl in ${out}`, again: 'it is resumed' };
    return steer(crawl, name, words, settings, io, (action, options) => steerCrawl(out, action, options));
  },
});

/** A crawl that is steered, for messages. */
export interface SteeredCrawl {
  /** `the crawl in out` */
  readonly shown: string;
  /** Event before it takes an action, if it is not running: `it is resumed`. */
  readonly again: string;
}

/**
 * Asks a crawl for what a command line says, and prints what became of it. The exit code is 1 where the crawl refused or did
 * not answer.
 * @param name of the action
 * @param words after it
 * @throws UsageError as `readActions`
 */
export async function steer(
  crawl: SteeredCrawl,
  name: string,
  words: readonly string[],
  settings: SteerSettings,
  io: CommandIo,
  ask: (action: Action, options: SteerOptions) => Promise<Steered>,
): Promise<number> {
  const { by, wait, json, alike } = settings;
  let code = 0;
  for (const action of readActions(name, words, settings)) {
    const steered = await ask(action, { by, wait, alike, signal: io.signal });
    if (json) printResult(io, true, steered, () => '');
    else io.stderr(`${steeredText(crawl, wait, steered)}\n`);
    const isTaken = steered.taken !== undefined && steered.taken.refused !== true;
    if (steered.running && !isTaken) code = 1;
  }
  return code;
}

function steeredText({ shown, again }: SteeredCrawl, wait: number, { running, taken }: Steered): string {
  if (taken !== undefined) return `${taken.refused === true ? 'refused: ' : ''}${taken.effect}`;
  if (!running) return `${shown} is not running; it takes this when ${again}`;
  return `${shown} has not answered within ${wait} s; it takes this as soon as it can`;
}
