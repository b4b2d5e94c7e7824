import type { QueuedUrl, UrlState } from '../../model/crawl-event.js';
import { PluginError } from '../../model/errors.js';
import type { Countable, Frontier, Revaluing, Transactional, UrlQueue } from '../../model/frontier.js';
import { given } from '../../support/given.js';
import type { FrontierContext, FrontierKind, OwnFrontier } from './frontier-kind.js';
import { guardPort, RESUME } from './guard-port.js';

/** The methods of every frontier. */
const QUEUE: readonly (keyof UrlQueue)[] = [
  ...(['enqueue', 'enqueueAll', 'knows', 'claim'] as const),
  ...(['lease', 'waitFor', 'release', 'acknowledge'] as const),
];

/** What stands for the capabilities that a frontier does not have: URLs keep the values that they were queued with. */
const FIXED_VALUES: Revaluing = {
  waits: () => false,
  waiting: () => undefined,
  requeue: () => false,
  queuedValue: () => undefined,
  revalue: () => false,
  valueAt: () => undefined,
};
const UNCOUNTED: Countable = { count: () => 0, queued: () => [], hostCount: () => 0, heldHosts: () => 0 };
const FLEETING: Transactional = { together: (steps) => steps(), commit: () => undefined };
const CAPABILITIES = [FIXED_VALUES, UNCOUNTED, FLEETING].map((capability) => Object.keys(capability));

/** A user-defined frontier as the crawl sees it. */
export interface OpenedFrontier {
  readonly frontier: Frontier;
  readonly close: () => Promise<void>;
}

/**
 * Opens a user-defined frontier: guarded, and with what it leaves out.
 * @throws PluginError that names it, where it cannot be opened or lacks methods
 */
export async function openFrontier(
  name: string,
  kind: FrontierKind,
  context: FrontierContext,
): Promise<OpenedFrontier> {
  const part = `the frontier '${name}'`;
  const opened = await guardPort<FrontierKind>(kind, {
    part,
    at: { open: () => ', when it was opened,' },
    checks: { open: (made) => refuseIncomplete(made, part, kind.isDurable === true) },
  }).open(context);
  const guarded = guardFrontier(opened, part);
  return { frontier: completed(guarded), close: async () => guarded.close?.() };
}

/** @throws PluginError for a frontier with some methods of a capability */
function refuseIncomplete(made: OwnFrontier | undefined, part: string, isDurable: boolean): OwnFrontier {
  const given = (made ?? {}) as unknown as Readonly<Record<string, unknown>>;
  const lacks = (method: string): boolean => typeof given[method] !== 'function';
  const needed = isDurable ? [QUEUE, Object.keys(UNCOUNTED), Object.keys(FLEETING)].flat() : QUEUE;
  const begun = CAPABILITIES.filter((all) => !all.every(lacks)).flat();
  const missing = [...new Set([...needed, ...begun])].filter(lacks);
  if (made !== undefined && missing.length === 0) return made;
  const why = needed.some(lacks) ? '' : ', which belong to others that it has';
  throw new PluginError(`${part} lacks ${missing.map((method) => `${method}()`).join(', ')}${why}`);
}

function guardFrontier(opened: OwnFrontier, part: string): OwnFrontier {
  const atUrl = (url: string): string => ` at ${url}`;
  const atEntry = ({ url }: QueuedUrl): string => atUrl(url);
  const isUrl = (gave?: Partial<QueuedUrl> | null): boolean => typeof gave?.url === 'string';
  const guarded = guardPort<OwnFrontier>(opened, {
    part,
    at: {
      ...{ enqueue: atEntry, requeue: atEntry, claim: atUrl, knows: atUrl, waits: atUrl, waiting: atUrl },
      ...{ release: atUrl, acknowledge: atUrl, revalue: atUrl, queuedValue: atUrl },
      ...{ lease: () => ' at a lease', commit: () => ' at a commit', close: () => ', when it was closed,' },
    },
    checks: {
      enqueue: (gave, where) => expected(gave, isBoolean(gave), where, 'true or false'),
      enqueueAll(gave, where, { length }) {
        const isRight = Array.isArray(gave) && gave.length === length && gave.every(isBoolean);
        return expected(gave, isRight, where, 'true or false for each URL');
      },
      lease: (gave, where) =>
        expected(gave, gave === undefined || isUrl(gave), where, 'a queued URL or undefined'),
      waitFor: (gave, where) =>
        expected(gave, gave === undefined || Number.isFinite(gave), where, 'milliseconds or undefined'),
    },
  });
  const atOnce = Object.entries(guarded).map(([name, method]: [string, unknown]) =>
    typeof method !== 'function' || name === 'commit' || name === 'close'
      ? [name, method]
      : [name, (...given: unknown[]) => answered((method as Call)(...given), `${part}: ${name}()`)],
  );
  return Object.fromEntries(atOnce) as OwnFrontier;
}

type Call = (...given: unknown[]) => unknown;

function isBoolean(gave: unknown): boolean {
  return typeof gave === 'boolean';
}

function expected<T>(gave: T, isRight: boolean, where: string, wanted: string): T {
  if (isRight) return gave;
  throw new PluginError(`${where} gave ${JSON.stringify(gave)} instead of ${wanted}`, { hint: RESUME });
}

/** A promise in the place of an answer would be taken for a yes. */
function answered(gave: unknown, where: string): unknown {
  if (!(gave instanceof Promise)) return gave;
  gave.catch(() => undefined);
  throw new PluginError(`${where} gave a promise`, {
    hint: 'only commit() of a frontier may answer later: keep the queue in memory, and write it there',
  });
}

function completed(own: OwnFrontier): Frontier {
  const all = { ...FIXED_VALUES, ...UNCOUNTED, ...FLEETING, ...given(own) };
  return own.count === undefined ? { ...all, ...counted(own) } : all;
}

/** Counts URLs as they go through the queue. */
function counted(own: UrlQueue): Partial<UrlQueue> & Pick<Frontier, 'count'> {
  const counts: Record<UrlState, number> = { queued: 0, leased: 0, done: 0, skipped: 0, failed: 0 };
  const move = (from: UrlState, to: UrlState): void => {
    counts[from] -= 1;
    counts[to] += 1;
  };
  const enqueueAll: UrlQueue['enqueueAll'] = (entries) => {
    const added = own.enqueueAll(entries);
    counts.queued += added.filter(Boolean).length;
    return added;
  };
  return {
    enqueueAll,
    enqueue: (entry) => enqueueAll([entry])[0] === true,
    lease(...given) {
      const entry = own.lease(...given);
      if (entry !== undefined) move('queued', 'leased');
      return entry;
    },
    release(url) {
      own.release(url);
      move('leased', 'queued');
    },
    acknowledge(url, state) {
      own.acknowledge(url, state);
      move('leased', state);
    },
    count: (state) => counts[state],
  };
}
