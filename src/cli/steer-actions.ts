import type { SteerSettings } from '../app/settings/steer-settings.js';
import { optionName } from '../app/settings/setting-names.js';
import { UsageError } from '../model/errors.js';
import type { Action } from '../model/steering.js';
import { didYouMean } from '../support/did-you-mean.js';

/** Settings that apply to some actions alone. */
type ActionSettings = Pick<
  SteerSettings,
  'times' | 'delay' | 'concurrency' | 'accept' | 'threshold' | 'alike'
>;

/** An action as the command line names it. */
interface NamedAction {
  /** Words after its name. */
  readonly words: string;
  readonly summary: string;
  /** Settings that apply to it, besides those of all. */
  readonly settings?: readonly (keyof ActionSettings)[];
  /** @throws UsageError for words that do not fit */
  actions(words: readonly string[], settings: ActionSettings): readonly Action[];
}

/** Actions of `sfwc steer`. */
const NAMED = {
  pause: {
    words: '',
    summary: 'request nothing more for now; requests under way are finished',
    actions: plain('pause'),
  },
  resume: {
    words: '',
    summary: 'continue a paused crawl; one that has ended continues with sfwc crawl --resume',
    actions: plain('resume'),
  },
  stop: { words: '', summary: 'end the crawl cleanly, as Ctrl-C does', actions: plain('stop') },
  seed: {
    words: 'URL…',
    summary: 'add seeds',
    actions: (urls) => [{ kind: 'seed', urls: required(urls, 'a URL') }],
  },
  block: {
    words: 'WHAT',
    summary: 'request nothing of a host, a URL, or URLs that match a pattern',
    actions: onTarget('block'),
  },
  unblock: { words: 'WHAT', summary: 'undo block', actions: onTarget('unblock') },
  boost: {
    words: 'WHAT',
    summary: 'request it earlier than others, or later (--times)',
    settings: ['times'],
    actions: (words, { times = 1 }) => [{ kind: 'boost', what: targetOf(words), by: times }],
  },
  unboost: {
    words: 'WHAT',
    summary: 'undo boost',
    actions: (words) => [{ kind: 'boost', what: targetOf(words), by: 0 }],
  },
  pin: { words: 'WHAT', summary: 'request it before all others', actions: onTarget('pin') },
  unpin: { words: 'WHAT', summary: 'undo pin', actions: onTarget('unpin') },
  adjust: {
    words: '',
    summary: 'change the pace (--delay, --concurrency), or how much is accepted (--accept, --threshold)',
    settings: ['delay', 'concurrency', 'accept', 'threshold'],
    actions: adjustments,
  },
  ignore: {
    words: 'TERM',
    summary: 'take a term out of the scores of pages, as saying nothing about the topic',
    actions: onTerm('ignore'),
  },
  unignore: { words: 'TERM', summary: 'undo ignore', actions: onTerm('unignore') },
  rate: {
    words: 'URL yes|no|skip',
    summary: 'say whether a page is about the topic; the crawl learns from it. skip takes an answer back',
    settings: ['alike'],
    actions: ([url, answer, ...more]) => [verdict(url, answer, more)],
  },
} as const satisfies Readonly<Record<string, NamedAction>>;

/** The names of the actions. */
const ACTION_NAMES = Object.keys(NAMED);

/** The actions for the help: each with its words, and what it does. */
export const ACTION_SUMMARIES = Object.fromEntries(
  Object.entries<NamedAction>(NAMED).map(([name, { words, summary }]) => [
    `${name} ${words}`.trim(),
    summary,
  ]),
);

/**
 * Reads what a command line asks of a crawl.
 * @param name of the action
 * @param words after it
 * @throws UsageError for an unknown name, for words that do not fit, and for a setting of another action
 */
export function readActions(
  name: string,
  words: readonly string[],
  settings: ActionSettings,
): readonly Action[] {
  const named = Object.hasOwn(NAMED, name) ? (NAMED[name as keyof typeof NAMED] as NamedAction) : undefined;
  if (named === undefined)
    throw new UsageError(
      `'${name}' is not one of ${ACTION_NAMES.join(', ')}${didYouMean(name, ACTION_NAMES)}`,
    );
  for (const [other, { settings: own = [] }] of Object.entries<NamedAction>(NAMED))
    for (const setting of own)
      if (other !== name && settings[setting] !== undefined)
        throw new UsageError(`--${optionName(setting)} does not apply to ${name}, but to ${other}`);
  return named.actions(words, settings);
}

function plain(kind: 'pause' | 'resume' | 'stop'): NamedAction['actions'] {
  return (words) => {
    refuseMore(kind, words);
    return [{ kind }];
  };
}

function onTarget(kind: 'block' | 'unblock' | 'pin' | 'unpin'): NamedAction['actions'] {
  return (words) => [{ kind, what: targetOf(words) }];
}

function onTerm(kind: 'ignore' | 'unignore'): NamedAction['actions'] {
  return (words) => [{ kind, term: required(words, 'a term').join(' ') }];
}

function targetOf(words: readonly string[]): string {
  const [what = '', ...more] = required(words, 'a host, a URL or a pattern');
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

function adjustments(
  words: readonly string[],
  { delay, concurrency, accept, threshold }: ActionSettings,
): readonly Action[] {
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
