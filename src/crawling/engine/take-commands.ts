import { setImmediate as nextTurn } from 'node:timers/promises';
import { BEFORE_ALL, type QueuedUrl } from '../../model/crawl-event.js';
import { UsageError } from '../../model/errors.js';
import type { Action, Command, TakenAction } from '../../model/steering.js';
import { sentenceOf } from '../../support/text/sentence.js';
import { paceText } from '../steering/command-folder.js';
import {
  addressTarget,
  ownPriority,
  unadjusted,
  withOwnPriority,
  type AddressTarget,
  type Steering,
} from '../steering/steering.js';
import { requireWebAddress } from '../urls/urls.js';
import type { CrawlContext } from './crawl-context.js';

/** Effect of an action. */
interface Effect {
  readonly effect: string;
  readonly amount?: number;
}

/**
 * Takes what people have asked since it was called last. Each action is kept with its effect; one that cannot be done is
 * kept as refused. After a crash in between it is taken again, to the same effect.
 * @throws OutputError when it cannot be kept
 */
export async function takeCommands(context: CrawlContext, stop: AbortController): Promise<void> {
  const { parts, progress, steering } = context;
  const { control, frontier } = parts;
  if (control?.hasNews() !== true) return;
  for (const command of await control.news()) {
    const taken = await take(command, context);
    progress.recorder.whole(() =>
      frontier.transaction(() => {
        steering.take(taken);
        control.note(taken);
      }),
    );
    if (taken.refused === undefined) await follow(command, context, stop);
    // Only durable actions are reported.
    await progress.recorder.flush();
    await control.tell(taken);
  }
}

/** Brings a crawl that starts to where people steered it before. */
export function steerAgain(context: CrawlContext, actions: readonly TakenAction[]): void {
  const { steering, parts, known, deciding } = context;
  for (const { action, refused } of actions)
    if (action.kind === 'seed' && refused === undefined) for (const url of action.urls) known.scope.add(url);
  setPace(context);
  const [accept, threshold] = [steering.accept(), steering.threshold()];
  if (accept !== undefined) parts.judge.acceptance?.steer({ accept });
  const isSteered = accept !== undefined || threshold !== undefined;
  if (isSteered || steering.ignored().size + steering.verdicts().size > 0) deciding.rejudging?.demand();
}

async function take(command: Command, context: CrawlContext): Promise<TakenAction> {
  const { progress, parts } = context;
  const at = { time: new Date(parts.clock.now()).toISOString(), after: progress.recorder.sequence };
  try {
    return { ...command, ...at, ...(await effectOf(command.action, context)) };
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    return { ...command, ...at, effect: sentenceOf(thrown), refused: true };
  }
}

/** Effect that an action is going to have; seeds are queued. @throws UsageError for what cannot be done */
async function effectOf(action: Action, context: CrawlContext): Promise<Effect> {
  const { judge } = context.parts;
  const again = 'the pages so far are judged again';
  if ('what' in action) return targetEffect(action, context);
  switch (action.kind) {
    case 'pause':
      return { effect: 'paused; requests under way are finished' };
    case 'resume':
      return { effect: 'resumed' };
    case 'stop':
      return { effect: 'stopped' };
    case 'seed':
      return queueSeeds(action.urls, context);
    case 'pace':
      return { effect: paceText(action) };
    case 'accept':
      if (judge.acceptance === undefined)
        throw new UsageError(`the threshold of the classifier ${judge.classifier} is fixed`, {
          hint: 'say from which score pages are to be accepted: --threshold',
        });
      return { effect: `accepts as for --accept ${action.accept}; ${again}` };
    case 'threshold':
      return { effect: `accepts from a score of ${action.score}; ${again}` };
    case 'rate':
      return { effect: rateText(action) };
    case 'unignore':
      return { effect: `the term ${action.term} counts again; ${again}` };
    case 'ignore':
      requireEnsemble(judge.classifier);
      return { effect: `the term ${action.term} takes no part in scores; ${again}` };
  }
}

async function targetEffect(
  action: Extract<Action, { readonly what: string }>,
  context: CrawlContext,
): Promise<Effect> {
  switch (action.kind) {
    case 'block':
      addressTarget(action.what);
      return { effect: `${action.what} is not requested any more` };
    case 'pin':
      addressTarget(action.what);
      return { effect: `${action.what} is requested before all others` };
    case 'unblock':
      return { effect: `${action.what} is requested again` };
    case 'unpin':
      return { effect: `${action.what} is requested in its own order` };
    case 'boost':
      return boostOf(action, context);
  }
}

/** @throws UsageError for another classifier */
function requireEnsemble(classifier: string): void {
  if (classifier === 'ensemble') return;
  throw new UsageError(`terms are ignored by the ensemble alone, and the classifier is ${classifier}`);
}

function queueSeeds(urls: readonly string[], { parts, plan }: Pick<CrawlContext, 'parts' | 'plan'>): Effect {
  const seeds = urls.map((written) => requireWebAddress(written, plan.keepParameters));
  const priority = { value: BEFORE_ALL, reason: 'seed' };
  const added = seeds.filter((url) => parts.frontier.enqueue({ url, depth: 0, priority })).length;
  const known = seeds.length - added;
  return { effect: `${added} seeds added${known === 0 ? '' : `, ${known} were known already`}` };
}

/** No strategy gives larger values. */
const MAX_VALUE = 1e6;

/** One standard deviation of the priorities that the strategy gave to what is queued. */
async function boostOf(
  { what, by }: Extract<Action, { kind: 'boost' }>,
  { parts }: Pick<CrawlContext, 'parts'>,
): Promise<Effect> {
  addressTarget(what);
  if (by === 0) return { effect: `${what} is requested in its own order`, amount: 0 };
  let [count, mean, sum] = [0, 0, 0];
  for (const batch of parts.frontier.queued()) {
    for (const entry of batch) {
      const { value } = unadjusted(ownPriority(entry));
      // Seeds, and links that come behind all others, are on other scales.
      if (entry.referrer === undefined || Math.abs(value) > MAX_VALUE) continue;
      count += 1;
      const off = value - mean;
      mean += off / count;
      sum += off * (value - mean);
    }
    await nextTurn();
  }
  const deviation = count > 1 ? Math.sqrt(sum / (count - 1)) : 0;
  const amount = by * (deviation > 0 ? deviation : 1);
  const change = `${by > 0 ? 'higher' : 'lower'} by ${Math.abs(amount).toPrecision(3)}`;
  return { effect: `${what} has a priority ${change}`, amount };
}

function rateText({ url, answer, alike = [] }: Extract<Action, { kind: 'rate' }>): string {
  const said = { yes: 'about the topic', no: 'not about the topic', skip: 'for the classifier to judge' };
  const pages = alike.length === 1 ? 'another page' : `${alike.length} other pages`;
  return `${url}${alike.length === 0 ? ' is' : ` and ${pages} like it are`} ${said[answer]}`;
}

/** Consequences of an action once it is kept. Blocks are checked at a URL's turn. */
async function follow(
  { action }: Pick<TakenAction, 'action'>,
  context: CrawlContext,
  stop: AbortController,
): Promise<void> {
  const { parts, deciding, known } = context;
  if (action.kind === 'stop') stop.abort();
  else if (action.kind === 'seed') for (const url of action.urls) known.scope.add(url);
  else if (action.kind === 'pace') setPace(context);
  else if (action.kind === 'pin' || action.kind === 'unpin' || action.kind === 'boost')
    await requeueAll(addressTarget(action.what), context);
  if (action.kind === 'accept') parts.judge.acceptance?.steer({ accept: action.accept });
  if (['accept', 'rate', 'threshold', 'ignore', 'unignore'].includes(action.kind))
    deciding.rejudging?.demand();
}

/** Gives what is queued the priorities that people want. */
async function requeueAll(
  { includes }: AddressTarget,
  { parts, steering }: Pick<CrawlContext, 'parts' | 'steering'>,
): Promise<void> {
  const { frontier } = parts;
  for (const batch of frontier.queued()) {
    frontier.transaction(() => {
      for (const { url } of batch.filter((entry) => includes(entry.url))) {
        const entry = frontier.waiting(url);
        if (entry?.referrer !== undefined) frontier.requeue(asWanted(entry, steering));
      }
    });
    await nextTurn();
  }
}

/** A queued URL with the priority that people want. */
function asWanted(entry: QueuedUrl, steering: Steering): QueuedUrl {
  const own = ownPriority(entry);
  const wanted = steering.adjusted(entry.url, own);
  return wanted === own ? entry : withOwnPriority(entry, wanted);
}

function setPace(context: CrawlContext): void {
  const { plan, steering, hosts } = context;
  const { delay = plan.pause.seconds, concurrency = plan.concurrency } = steering.pace();
  context.plan = { ...plan, concurrency, pause: { ...plan.pause, seconds: delay } };
  hosts.politeness.setPause(context.plan.pause);
}
