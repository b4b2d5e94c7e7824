import type { Steered, SteerOptions } from '../app/crawl/steer-crawl.js';
import { optionName } from '../app/settings/setting-names.js';
import { steerFields, type SteerSettings } from '../app/settings/crawl-settings.js';
import { UsageError } from '../model/errors.js';
import type { Action } from '../model/steering.js';
import { didYouMean } from '../support/did-you-mean.js';
import { command } from './command.js';
import { helpNotes } from './help.js';
import { printResult, type CommandIo } from './io.js';

type ActionSettings = Pick<
  SteerSettings,
  'times' | 'delay' | 'concurrency' | 'accept' | 'threshold' | 'alike'
>;

interface NamedAction {
  readonly summary: string;
  /** Settings that apply to it, besides those of all. */
  readonly settings?: readonly (keyof ActionSettings)[];
  /** @throws UsageError for words that do not fit */
  actions(words: readonly string[], settings: ActionSettings): readonly Action[];
}

const WHAT = 'a host, a URL or a pattern';

/** An action without words, or on one thing. */
function plain(kind: 'pause' | 'resume' | 'stop', summary: string): NamedAction {
  return {
    summary,
    actions: (words) => {
      refuseMore(kind, words);
      return [{ kind }];
    },
  };
}

function onTarget(kind: 'block' | 'unblock' | 'pin' | 'unpin', summary: string): NamedAction {
  return { summary, actions: (words) => [{ kind, what: targetOf(words) }] };
}

function onTerm(kind: 'ignore' | 'unignore', summary: string): NamedAction {
  return { summary, actions: (words) => [{ kind, term: required(words, 'a term').join(' ') }] };
}

/** Actions of `sfwc steer`, with the words after their names. */
const ACTIONS: Readonly<Record<string, NamedAction>> = {
  pause: plain('pause', 'request nothing more for now; requests under way are finished'),
  resume: plain('resume', 'continue a paused crawl; one that has ended continues with sfwc crawl --resume'),
  stop: plain('stop', 'end the crawl cleanly, as Ctrl-C does'),
  'seed URL…': { summary: 'add seeds', actions: (urls) => [{ kind: 'seed', urls: required(urls, 'a URL') }] },
  'block WHAT': onTarget('block', 'request nothing of a host, a URL, or URLs that match a pattern'),
  'unblock WHAT': onTarget('unblock', 'undo block'),
  'boost WHAT': {
    summary: 'request it earlier than others, or later (--times)',
    settings: ['times'],
    actions: (words, { times = 1 }) => [{ kind: 'boost', what: targetOf(words), by: times }],
  },
  'unboost WHAT': {
    summary: 'undo boost',
    actions: (words) => [{ kind: 'boost', what: targetOf(words), by: 0 }],
  },
  'pin WHAT': onTarget('pin', 'request it before all others'),
  'unpin WHAT': onTarget('unpin', 'undo pin'),
  adjust: {
    summary: 'change the pace (--delay, --concurrency), or how much is accepted (--accept, --threshold)',
    settings: ['delay', 'concurrency', 'accept', 'threshold'],
    actions: adjustments,
  },
  'ignore TERM': onTerm('ignore', 'take a term out of the scores of pages'),
  'unignore TERM': onTerm('unignore', 'undo ignore'),
  'rate URL yes|no|skip': {
    summary: 'say whether a page is about the topic; the crawl learns from it. skip takes an answer back',
    settings: ['alike'],
    actions: ([url, answer, ...more]) => [verdict(url, answer, more)],
  },
};

const BY_NAME = new Map(Object.entries(ACTIONS).map(([call, action]) => [call.split(' ')[0] ?? '', action]));

/** The help of the actions, for every command that steers crawls. */
export const ACTION_NOTES = [
  helpNotes(
    'Actions',
    Object.fromEntries(Object.entries(ACTIONS).map(([call, { summary }]) => [call, summary])),
  ),
];

/**
 * Reads what a command line asks of a crawl.
 * @param words after the name of the action
 * @throws UsageError for an unknown name, for words that do not fit, and for a setting of another action
 */
function readActions(name: string, words: readonly string[], settings: ActionSettings): readonly Action[] {
  const named = BY_NAME.get(name);
  const names = [...BY_NAME.keys()];
  if (named === undefined)
    throw new UsageError(`'${name}' is not one of ${names.join(', ')}${didYouMean(name, names)}`);
  for (const [other, { settings: own = [] }] of BY_NAME)
    for (const setting of own)
      if (other !== name && settings[setting] !== undefined)
        throw new UsageError(`--${optionName(setting)} does not apply to ${name}, but to ${other}`);
  return named.actions(words, settings);
}

function targetOf(words: readonly string[]): string {
  const [what = '', ...more] = required(words, WHAT);
  refuseMore(what, more);
  return what;
}

function required(words: readonly string[], what: string): readonly string[] {
  if (words.length === 0) throw new UsageError(`${what} is missing`);
  return words;
}

function refuseMore(after: string, words: readonly string[]): void {
  if (words.length > 0) throw new UsageError(`unexpected after '${after}': ${words.join(' ')}`);
}

function adjustments(words: readonly string[], settings: ActionSettings): readonly Action[] {
  const { delay, concurrency, accept, threshold } = settings;
  refuseMore('adjust', words);
  if (accept !== undefined && threshold !== undefined)
    throw new UsageError('--accept and --threshold exclude each other');
  const actions: Action[] = [];
  if (delay !== undefined || concurrency !== undefined) actions.push({ kind: 'pace', delay, concurrency });
  if (accept !== undefined) actions.push({ kind: 'accept', accept });
  if (threshold !== undefined) actions.push({ kind: 'threshold', score: threshold });
  if (actions.length > 0) return actions;
  throw new UsageError('nothing to adjust', {
    hint: 'give --delay, --concurrency, --accept or --threshold',
  });
}

function verdict(url: string | undefined, answer: string | undefined, more: readonly string[]): Action {
  if (url === undefined || (answer !== 'yes' && answer !== 'no' && answer !== 'skip'))
    throw new UsageError('say whether the page is about the topic: rate URL yes|no|skip');
  refuseMore(answer, more);
  return { kind: 'rate', url, answer };
}

export const steerCommand = command({
  examples: [
    'sfwc steer out pause',
    'sfwc steer out seed https://example.org/ https://example.com/',
    "sfwc steer out block 'https://example.org/calendar/*'",
    "sfwc steer out boost 'https://example.org/archive/*' --times -2",
    'sfwc steer out adjust --delay 2 --concurrency 4',
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

interface SteeredCrawl {
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
