import { setImmediate as nextTurn } from 'node:timers/promises';
import { BEFORE_ALL } from '../../model/crawl-event.js';
import { UsageError } from '../../model/errors.js';
import type { Action, Command, TakenAction } from '../../model/steering.js';
import { spreadOf } from '../../support/statistics.js';
import { sentenceOf } from '../../support/text/sentence.js';
import { addressTarget, ownPriority, unadjusted, withOwnPriority } from '../steering/steering.js';
import { requireWebAddress } from '../urls/urls.js';
import type { Crawl } from './crawl-context.js';

/** Takes what people have asked; each action is kept with its effect, or as refused. @throws OutputError when it cannot be kept */
export async function takeCommands(context: Crawl): Promise<void> {
  const { control } = context.deps;
  if (control?.hasNews() !== true) return;
  for (const command of await control.news()) {
    const taken = await take(command, context);
    keepAction(taken, context);
    if (taken.refused === undefined) await follow(command.action, context);
    // Only durable actions are reported.
    await context.recorder.flush();
    await control.tell(taken);
  }
}

/** Takes an action into the state of the crawl and into its memory, in one step. @throws OutputError */
export function keepAction(taken: TakenAction, { deps, recorder, steering }: Crawl): void {
  recorder.whole(() =>
    deps.frontier.transaction(() => {
      steering.take(taken);
      deps.control?.note(taken);
    }),
  );
}

/** Brings a crawl that starts to where people steered it before. */
export function steerAgain(context: Crawl, actions: readonly TakenAction[]): void {
  const { steering, deps, scope, rejudging } = context;
  for (const { action, refused } of actions)
    if (action.kind === 'seed' && refused === undefined) for (const url of action.urls) scope.add(url);
  setPace(context);
  const [accept, threshold] = [steering.accept(), steering.threshold()];
  if (accept !== undefined) deps.judge.acceptance?.steer({ accept });
  const isSteered = accept !== undefined || threshold !== undefined;
  if (isSteered || steering.ignored().size + steering.verdicts().size > 0) rejudging?.demand();
}

async function take(command: Command, context: Crawl): Promise<TakenAction> {
  const { recorder, deps } = context;
  const { action } = command;
  const at = { time: new Date(deps.clock.now()).toISOString(), after: recorder.sequence };
  try {
    if ('what' in action && !action.kind.startsWith('un')) addressTarget(action.what);
    if (action.kind === 'boost') return { ...command, ...at, ...(await boostOf(action, context)) };
    const effect = EFFECTS[action.kind] as (action: Action, context: Crawl) => string;
    return { ...command, ...at, effect: effect(action, context) };
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    return { ...command, ...at, effect: sentenceOf(thrown), refused: true };
  }
}

type Effects = {
  readonly [K in Action['kind']]: (action: Action & { readonly kind: K }, context: Crawl) => string;
};

const AGAIN = 'the pages so far are judged again';

/** Effects that actions are going to have; seeds are queued. @throws UsageError for what cannot be done */
const EFFECTS: Omit<Effects, 'boost'> = {
  pause: () => 'paused; requests under way are finished',
  resume: () => 'resumed',
  stop: () => 'stopped',
  seed: ({ urls }, context) => queueSeeds(urls, context),
  pace: paceText,
  block: ({ what }) => `${what} is not requested any more`,
  unblock: ({ what }) => `${what} is requested again`,
  pin: ({ what }) => `${what} is requested before all others`,
  unpin: ({ what }) => `${what} is requested in its own order`,
  rate: rateText,
  accept({ accept }, { deps: { judge } }) {
    if (judge.acceptance !== undefined) return `accepts as for --accept ${accept}; ${AGAIN}`;
    throw new UsageError(`the threshold of the classifier ${judge.classifier} is fixed`, {
      hint: 'say from which score pages are to be accepted: --threshold',
    });
  },
  threshold: ({ score }) => `accepts from a score of ${score}; ${AGAIN}`,
  ignore({ term }, { deps: { judge } }) {
    if (judge.classifier === 'ensemble') return `the term ${term} takes no part in scores; ${AGAIN}`;
    throw new UsageError(
      `terms are ignored by the ensemble alone, and the classifier is ${judge.classifier}`,
    );
  },
  unignore: ({ term }) => `the term ${term} counts again; ${AGAIN}`,
};

function paceText({ delay, concurrency }: Extract<Action, { kind: 'pace' }>): string {
  const pause = delay !== undefined && `${delay} s between two requests to a host`;
  return [pause, concurrency !== undefined && `${concurrency} hosts at the same time`]
    .filter(Boolean)
    .join(', ');
}

function queueSeeds(urls: readonly string[], { deps, plan }: Crawl): string {
  const seeds = urls.map((written) => requireWebAddress(written, plan.keepParameters));
  const priority = { value: BEFORE_ALL, reason: 'seed' };
  const added = seeds.filter((url) => deps.frontier.enqueue({ url, depth: 0, priority })).length;
  const known = seeds.length - added;
  return `${added} seeds added${known === 0 ? '' : `, ${known} were known already`}`;
}

/** No strategy gives larger values. */
const MAX_VALUE = 1e6;

/** One standard deviation of the priorities that the strategy gave to what is queued. */
async function boostOf(
  { what, by }: Extract<Action, { kind: 'boost' }>,
  { deps }: Crawl,
): Promise<Pick<TakenAction, 'effect' | 'amount'>> {
  if (by === 0) return { effect: `${what} is requested in its own order`, amount: 0 };
  const values: number[] = [];
  for (const batch of deps.frontier.queued()) {
    // Seeds, and links that come behind all others, are on other scales.
    for (const { referrer, ...entry } of batch) {
      const { value } = unadjusted(ownPriority(entry));
      if (referrer !== undefined && Math.abs(value) <= MAX_VALUE) values.push(value);
    }
    await nextTurn();
  }
  const { deviation, count } = spreadOf(values);
  const amount = by * (deviation > 0 ? deviation * Math.sqrt(count / (count - 1)) : 1);
  const change = `${by > 0 ? 'higher' : 'lower'} by ${Math.abs(amount).toPrecision(3)}`;
  return { effect: `${what} has a priority ${change}`, amount };
}

function rateText({ url, answer, alike = [] }: Extract<Action, { kind: 'rate' }>): string {
  const said = { yes: 'about the topic', no: 'not about the topic', skip: 'for the classifier to judge' };
  const pages = alike.length === 1 ? 'another page' : `${alike.length} other pages`;
  return `${url}${alike.length === 0 ? ' is' : ` and ${pages} like it are`} ${said[answer]}`;
}

/** Consequences of an action once it is kept. Blocks are checked at a URL's turn. */
async function follow(action: Action, context: Crawl): Promise<void> {
  const { deps, rejudging, scope, stop } = context;
  if (action.kind === 'stop') stop.abort();
  else if (action.kind === 'seed') for (const url of action.urls) scope.add(url);
  else if (action.kind === 'pace') setPace(context);
  else if (action.kind === 'pin' || action.kind === 'unpin' || action.kind === 'boost')
    await requeueAll(addressTarget(action.what).includes, context);
  if (action.kind === 'accept') deps.judge.acceptance?.steer({ accept: action.accept });
  if (['accept', 'rate', 'threshold', 'ignore', 'unignore'].includes(action.kind)) rejudging?.demand();
}

/** Gives what is queued the priorities that people want. */
async function requeueAll(
  includes: (url: string) => boolean,
  { deps: { frontier }, steering }: Crawl,
): Promise<void> {
  for (const batch of frontier.queued()) {
    frontier.transaction(() => {
      for (const { url } of batch.filter((entry) => includes(entry.url))) {
        const entry = frontier.waiting(url);
        if (entry?.referrer === undefined) continue;
        frontier.requeue(withOwnPriority(entry, steering.adjusted(url, ownPriority(entry))));
      }
    });
    await nextTurn();
  }
}

function setPace(context: Crawl): void {
  const { plan, steering, politeness } = context;
  const { delay = plan.pause.seconds, concurrency = plan.concurrency } = steering.pace();
  context.plan = { ...plan, concurrency, pause: { ...plan.pause, seconds: delay } };
  politeness.setPause(context.plan.pause);
}
