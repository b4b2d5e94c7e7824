import type { Steered } from '../app/crawl/steer-crawl.js';
import { optionName } from '../app/settings/setting-names.js';
import { steerFields, type SteerSettings } from '../app/settings/crawl-settings.js';
import { UsageError } from '../model/errors.js';
import type { Action } from '../model/steering.js';
import { didYouMean } from '../support/did-you-mean.js';
import { command } from './command.js';
import { helpNotes } from './help.js';
import { printResult } from './io.js';

interface NamedAction {
  /** Its name and the words after it; the last one may be several: `seed URL…`. */
  readonly call: string;
  readonly summary: string;
  /** Settings that apply to it, besides those of all. */
  readonly settings?: readonly ('times' | 'delay' | 'concurrency' | 'accept' | 'threshold' | 'alike')[];
  /** @throws UsageError for words that do not fit */
  actions(words: readonly [string, ...string[]], settings: SteerSettings): Action | readonly Action[];
}

/** Actions of `sfwc steer`. */
const ACTIONS: readonly NamedAction[] = [
  ...(
    [
      ['pause', 'request nothing more for now; requests under way are finished'],
      ['resume', 'continue a paused crawl; one that has ended continues with sfwc crawl --resume'],
      ['stop', 'end the crawl cleanly, as Ctrl-C does'],
    ] as const
  ).map(([kind, summary]) => ({ call: kind, summary, actions: () => ({ kind }) })),
  { call: 'seed URL…', summary: 'add seeds', actions: (urls) => ({ kind: 'seed', urls }) },
  ...(
    [
      ['block', 'request nothing of a host, a URL, or URLs that match a pattern'],
      ['unblock', 'undo block'],
      ['pin', 'request it before all others'],
      ['unpin', 'undo pin'],
    ] as const
  ).map(([kind, summary]): NamedAction => ({
    call: `${kind} WHAT`,
    summary,
    actions: ([what]) => ({ kind, what }),
  })),
  {
    call: 'boost WHAT',
    summary: 'request it earlier than others, or later (--times)',
    settings: ['times'],
    actions: ([what], { times = 1 }) => ({ kind: 'boost', what, by: times }),
  },
  { call: 'unboost WHAT', summary: 'undo boost', actions: ([what]) => ({ kind: 'boost', what, by: 0 }) },
  {
    call: 'adjust',
    summary: 'change the pace (--delay, --concurrency), or how much is accepted (--accept, --threshold)',
    settings: ['delay', 'concurrency', 'accept', 'threshold'],
    actions: (_words, settings) => adjustments(settings),
  },
  {
    call: 'ignore TERM…',
    summary: 'take a term out of the scores of pages',
    actions: (words) => ({ kind: 'ignore', term: words.join(' ') }),
  },
  {
    call: 'unignore TERM…',
    summary: 'undo ignore',
    actions: (words) => ({ kind: 'unignore', term: words.join(' ') }),
  },
  {
    call: 'rate URL yes|no|skip',
    summary: 'say whether a page is about the topic; the crawl learns from it. skip takes an answer back',
    settings: ['alike'],
    actions: ([url, answer]) => {
      if (answer === 'yes' || answer === 'no' || answer === 'skip') return { kind: 'rate', url, answer };
      throw new UsageError('say whether the page is about the topic: yes, no or skip');
    },
  },
];

function adjustments({ delay, concurrency, accept, threshold }: SteerSettings): readonly Action[] {
  if (accept !== undefined && threshold !== undefined)
    throw new UsageError('--accept and --threshold exclude each other');
  const actions: Action[] = [];
  if (delay !== undefined || concurrency !== undefined) actions.push({ kind: 'pace', delay, concurrency });
  if (accept !== undefined) actions.push({ kind: 'accept', accept });
  if (threshold !== undefined) actions.push({ kind: 'threshold', score: threshold });
  if (actions.length > 0) return actions;
  throw new UsageError('nothing to adjust: give --delay, --concurrency, --accept or --threshold');
}

const nameOf = ({ call }: NamedAction): string => call.split(' ')[0] ?? '';

/** @throws UsageError for an unknown name, for words that do not fit, and for a setting of another action */
function readActions(name: string, words: readonly string[], settings: SteerSettings): readonly Action[] {
  const action = ACTIONS.find((one) => nameOf(one) === name);
  const names = ACTIONS.map(nameOf);
  if (action === undefined)
    throw new UsageError(`'${name}' is not one of ${names.join(', ')}${didYouMean(name, names)}`);
  for (const other of ACTIONS)
    for (const setting of other.settings ?? [])
      if (other !== action && settings[setting] !== undefined)
        throw new UsageError(`--${optionName(setting)} does not apply to ${name}, but to ${nameOf(other)}`);
  const wanted = action.call.split(' ').slice(1);
  const missing = wanted[words.length];
  if (missing !== undefined) throw new UsageError(`${missing} is missing: ${action.call}`);
  const more = action.call.endsWith('…') ? [] : words.slice(wanted.length);
  if (more.length > 0) throw new UsageError(`unexpected after '${action.call}': ${more.join(' ')}`);
  return [action.actions(words as [string, ...string[]], settings)].flat();
}

/** The exit code is 1 where the crawl refused or did not answer. */
export const steerCommand = command({
  examples: [
    'sfwc steer out pause',
    'sfwc steer out seed https://example.org/ https://example.com/',
    "sfwc steer out block 'https://example.org/calendar/*'",
    "sfwc steer out boost 'https://example.org/archive/*' --times -2",
    'sfwc steer out adjust --delay 2 --concurrency 4',
    'sfwc steer out rate https://example.org/insulin.html yes --alike',
  ],
  notes: [helpNotes('Actions', Object.fromEntries(ACTIONS.map(({ call, summary }) => [call, summary])))],
  fields: steerFields,
  run: async (settings, [out = '', name = '', ...words], io) => {
    const { steerCrawl } = await import('../app/crawl/steer-crawl.js');
    const { by, wait, json, alike } = settings;
    let code = 0;
    for (const action of readActions(name, words, settings)) {
      const steered = await steerCrawl(out, action, { by, wait, alike, signal: io.signal });
      if (json) printResult(io, true, steered, () => '');
      else io.stderr(`${steeredText(`the crawl in ${out}`, wait, steered)}\n`);
      const isTaken = steered.taken !== undefined && steered.taken.refused !== true;
      if (steered.running && !isTaken) code = 1;
    }
    return code;
  },
});

function steeredText(crawl: string, wait: number, { running, taken }: Steered): string {
  if (taken !== undefined) return `${taken.refused === true ? 'refused: ' : ''}${taken.effect}`;
  if (!running) return `${crawl} is not running; it takes this when it is resumed`;
  return `${crawl} has not answered within ${wait} s; it takes this as soon as it can`;
}
