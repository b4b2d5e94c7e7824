import type { Priority, QueuedUrl } from '../../model/crawl-event.js';
import { UsageError } from '../../model/errors.js';
import type { Action, CrawlModel, TakenAction } from '../../model/steering.js';
import { without } from '../../support/without.js';
import type { CrawlCounts } from '../engine/crawl-counts.js';
import { urlPattern } from '../urls/url-patterns.js';
import { hostOf, normaliseUrl } from '../urls/urls.js';

/** Links of second choice have smaller values than this, all others larger ones. */
export const SECOND_CHOICE = -1e12;
/** Links of second choice that are queued at most in one crawl. */
export const MAX_SECOND_CHOICES = 100_000;
/** Value added to the priority of a pinned URL: more than any strategy gives, less than a seed has. */
const PIN = 1e9;

/** The value of a link of second choice that would have this one otherwise. */
export function secondValue(value: number): number {
  return 2 * SECOND_CHOICE + value;
}

/** The priority of a link on a rejected page where accepted pages come first: behind all others, in the same order. */
export function secondChoice({ value, reason, ...rest }: Priority): Priority {
  return { ...rest, value: secondValue(value), reason: `${reason}, on a rejected page` };
}

/** True if a link was queued as {@link secondChoice}. The events of seeds do not have a priority. */
export function isSecondChoice(priority: Priority | undefined): boolean {
  return priority !== undefined && priority.value < SECOND_CHOICE;
}

/** Wishes of people about a crawl so far, and their effects: all of it follows from the actions that it took, in their order. */
export type Steering = ReturnType<typeof createSteering>;

/** Verdict of people on a page. */
export interface PersonsVerdict {
  readonly relevant: boolean;
  readonly by: string;
  /** True if software alone has answered. */
  readonly software?: true;
  /** As how many answers it counts: see {@link weightAmong}. */
  readonly weight: number;
}

/** Targets of actions of one kind, by what a person wrote. */
type Targets = Map<string, AddressTarget & { readonly action: TakenAction }>;

/** @param actions those that were taken by earlier runs of the crawl */
export function createSteering(actions: Iterable<TakenAction> = []) {
  const targets = { block: new Map() as Targets, pin: new Map() as Targets, boost: new Map() as Targets };
  const { rate, ...ratings } = createRatings();
  const ignored = new Map<string, string>();
  let isPaused = false;
  let pace: { readonly delay?: number; readonly concurrency?: number } = {};
  let accept: string | undefined;
  let threshold: { readonly score: number; readonly by: string } | undefined;
  let model: CrawlModel | undefined;

  function takeTarget(action: Extract<Action, { what: string }>, taken: TakenAction): void {
    const { kind, what } = action;
    if (kind === 'unblock') targets.block.delete(what);
    else if (kind === 'unpin') targets.pin.delete(what);
    else if (kind === 'boost' && action.by === 0) targets.boost.delete(what);
    else targets[kind].set(what, { ...addressTarget(what), action: taken });
  }
  function take(taken: TakenAction): void {
    const { action, by, refused } = taken;
    if (refused === true) return;
    if (action.kind === 'pause' || action.kind === 'resume') isPaused = action.kind === 'pause';
    else if ('what' in action) takeTarget(action, taken);
    else if (action.kind === 'pace') pace = { ...pace, ...action };
    else if (action.kind === 'accept') [accept, threshold] = [action.accept, undefined];
    else if (action.kind === 'threshold') threshold = { score: action.score, by };
    else if (action.kind === 'ignore') ignored.set(action.term, by);
    else if (action.kind === 'unignore') ignored.delete(action.term);
    else if (action.kind === 'model') model = without(action, 'kind');
    else if (action.kind === 'rate') rate(action, taken);
  }
  const matching = (kind: keyof typeof targets, url: string): TakenAction | undefined =>
    [...targets[kind].values()].find(({ includes }) => includes(url))?.action;
  const adjusts = (): boolean => targets.pin.size + targets.boost.size > 0;
  for (const action of actions) take(action);
  return {
    take,
    isPaused: () => isPaused,
    pace: () => pace,
    /** Strictness, or the score from which pages are to be accepted, whatever was said last. */
    accept: () => accept,
    threshold: () => threshold,
    /** Terms that take no part in scores, and who wants that. */
    ignored: () => ignored,
    /** The model that judges since it was trained with what people said; undefined for that of the topic. */
    model: () => model,
    /** Person who blocked this address; undefined if nobody did. */
    blockedBy: (url: string) => matching('block', url)?.by,
    /** The blocks that are in force. */
    blocks: () =>
      [...targets.block].map(([what, { action, ...target }]) => ({ ...target, what, by: action.by })),
    /** True if people have pinned or boosted anything so far. */
    adjusts,
    /** A priority of the strategy's as people want it. One that was changed already is changed again. */
    adjusted(url: string, priority: Priority): Priority {
      if (!adjusts() && priority.steered === undefined) return priority;
      const own = unadjusted(priority);
      const pin = matching('pin', url);
      if (pin !== undefined) {
        const before = isSecondChoice(own) ? own.value - 2 * SECOND_CHOICE : own.value;
        return changed(own, PIN + before - own.value, `pinned by ${pin.by}`);
      }
      const found = matching('boost', url);
      return found?.amount === undefined ? own : changed(own, found.amount, `boosted by ${found.by}`);
    },
    ...ratings,
  };
}

/** As how many answers each of n alike pages counts that were answered about together (`npm run bench -- answers`). */
export function weightAmong(pages: number): number {
  return 1 / Math.sqrt(pages);
}

/** The answers about each page, by person or piece of software. */
function createRatings() {
  const answers = new Map<string, Map<string, PersonsVerdict>>();

  function verdictOn(url: string): PersonsVerdict | undefined {
    const all = [...(answers.get(url)?.values() ?? [])];
    const people = all.filter(({ software }) => software === undefined);
    // Where a person has answered, software does not count.
    const known = people.length > 0 ? people : all;
    const yes = known.filter(({ relevant }) => relevant).length;
    if (2 * yes === known.length) return undefined;
    const relevant = 2 * yes > known.length;
    const most = known.filter((said) => said.relevant === relevant);
    const weight = Math.max(...most.map((one) => one.weight));
    const verdict = { relevant, by: most.map(({ by }) => by).join(', '), weight };
    return people.length > 0 ? verdict : { ...verdict, software: true };
  }

  function rate({ url, answer, alike = [] }: Action & { kind: 'rate' }, { by, software }: TakenAction): void {
    const name = `${software === true ? 'software' : 'person'} ${by}`;
    const weight = weightAmong(1 + alike.length);
    for (const page of [url, ...alike]) {
      const known = answers.get(page) ?? new Map<string, PersonsVerdict>();
      if (answer === 'skip') known.delete(name);
      else known.set(name, { relevant: answer === 'yes', by, weight, ...(software && { software }) });
      answers.set(page, known);
    }
  }
  return {
    rate,
    /** Counts of the answers of software so far, such as a language model; undefined without any. */
    taught(): CrawlCounts['taught'] {
      const all = [...answers.values()].flatMap((said) => [...said.values()]);
      const names = all.filter(({ software }) => software).map(({ by }) => by);
      return names.length === 0 ? undefined : { by: [...new Set(names)].join(', '), answers: names.length };
    },
    /** Verdict of most people on a page; undefined without an answer, and if they disagree evenly. */
    verdictOn,
    /** All verdicts by their pages. */
    verdicts(): ReadonlyMap<string, PersonsVerdict> {
      const all = [...answers.keys()].map((url) => [url, verdictOn(url)] as const);
      return new Map(all.flatMap(([url, verdict]) => (verdict === undefined ? [] : [[url, verdict]])));
    },
  };
}

function changed({ value, reason, ...rest }: Priority, amount: number, why: string): Priority {
  return { ...rest, value: value + amount, reason: `${reason}; ${why}`, steered: { amount, reason } };
}

/** The priority that the strategy gave. */
export function unadjusted({ steered, ...priority }: Priority): Priority {
  if (steered === undefined) return priority;
  return { ...priority, value: priority.value - steered.amount, reason: steered.reason };
}

/** The priority that the strategy gave a queued URL. One drawn at random is queued by another one. */
export function ownPriority({ sample, priority }: Pick<QueuedUrl, 'sample' | 'priority'>): Priority {
  return sample ?? priority;
}

/** A queued URL with another priority of its own. */
export function withOwnPriority(entry: QueuedUrl, priority: Priority): QueuedUrl {
  return { ...entry, ...(entry.sample === undefined ? { priority } : { sample: priority }) };
}

/** The priority of a queued URL for its place in the queue: behind others, or where people want it. */
export function asQueued(entry: QueuedUrl, said: Priority, steering: Steering): Priority {
  const isSecond = isSecondChoice(unadjusted(ownPriority(entry)));
  return steering.adjusted(entry.url, isSecond ? secondChoice(said) : said);
}

/** Addresses that a person means. */
interface AddressTarget {
  readonly includes: (url: string) => boolean;
}

/**
 * Meaning of a host (`example.org`: with its subdomains, on any port), a host on one port, an address, in which `*` stands for
 * anything, or a regular expression (`/…/`). @throws UsageError for what is none of these
 */
export function addressTarget(what: string): AddressTarget {
  const text = what.trim();
  if (/^\/.+\/i?$/s.test(text) || text.includes('*')) return { includes: urlPattern(text) };
  const url = /^https?:/i.test(text) ? normaliseUrl(text) : undefined;
  if (url !== undefined) return { includes: (other) => other === url };
  const host = text.toLowerCase();
  if (!/^[^\s/?#]+$/.test(host))
    throw new UsageError(`'${what}' is not a host, an address or a pattern`, {
      hint: 'write example.org, https://example.org/page, https://example.org/archive/* or /regular expression/',
    });
  if (host.includes(':')) return { includes: (other) => hostOf(other) === host };
  return {
    includes: (other) => {
      const name = hostOf(other).replace(/:\d+$/, '');
      return name === host || name.endsWith(`.${host}`);
    },
  };
}
