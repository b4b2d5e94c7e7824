import type { CrawlStore } from '../../../crawling/store/crawl-store.js';
import { MOST_QUEUED } from '../../../crawling/store/crawl-store.js';
import { guardPort, loadedPart, RESUME } from '../../../judging/plugins/guard-port.js';
import type { FrontierContext, FrontierKind, OwnFrontier } from '../../../judging/plugins/frontier-kind.js';
import { requireAgain, requirePart, type Plugins } from '../../../judging/plugins/registry.js';
import type { QueuedUrl, UrlState } from '../../../model/crawl-event.js';
import { InputError, PluginError, UsageError } from '../../../model/errors.js';
import type { Countable, Frontier, Revaluing, Transactional, UrlQueue } from '../../../model/frontier.js';
import type { Own } from '../../../support/with-resources.js';
import { pluginFrontier, type CrawlSettings } from '../../settings/crawl-settings.js';
import type { PlannedCrawl } from './crawl-resources.js';

/** The frontiers of plugins, beside the store of a crawl. */

type FrontierSettings = Pick<CrawlSettings, 'frontier' | 'out'>;

/** The methods of every frontier, and those of what a frontier may be capable of. */
const QUEUE = methods<UrlQueue>({
  ...{ enqueue: true, enqueueAll: true, knows: true, claim: true },
  ...{ lease: true, waitFor: true, release: true, acknowledge: true },
});
const COUNTABLE = methods<Countable>({ count: true, queued: true, hostCount: true, heldHosts: true });
const TRANSACTIONAL = methods<Transactional>({ together: true, commit: true });
const REVALUING = methods<Revaluing>({
  ...{ waits: true, waiting: true, requeue: true, queuedValue: true, revalue: true, valueAt: true },
});

function methods<Port>(all: Readonly<Record<keyof Port, true>>): readonly string[] {
  return Object.keys(all);
}

/** @throws UsageError where the crawl names a frontier that no plugin brings */
export function refuseUnknownFrontier(settings: FrontierSettings, plugins: Plugins): void {
  const name = pluginFrontier(settings);
  if (name !== undefined) requirePart('frontiers', name, plugins, '--frontier');
}

/**
 * Refuses to continue a crawl whose frontier is gone.
 * @throws UsageError for a frontier that is not durable; InputError where its plugin is not loaded
 */
export async function refuseFleetingFrontier(settings: FrontierSettings, plugins: Plugins): Promise<void> {
  const name = pluginFrontier(settings);
  if (name === undefined) return;
  requireAgain('frontiers', name, plugins, `the crawl in ${settings.out}`);
  if ((await loadFrontier(name, plugins)).isDurable === true) return;
  throw new UsageError(
    `the crawl in ${settings.out} cannot be resumed: its frontier '${name}' does not keep its URLs`,
    { hint: 'begin it again with --force, or use a frontier with isDurable: true' },
  );
}

/**
 * The store of a crawl with the frontier that the crawl names; as it is where it names none.
 * @param before where the crawl continues: URLs that waited when it ended
 * @throws PluginError for a frontier that cannot be opened; InputError for one that came back empty
 */
export async function withFrontier(
  store: CrawlStore,
  { settings, plugins }: Pick<PlannedCrawl, 'settings' | 'plugins'>,
  own: Own,
  before?: number,
): Promise<CrawlStore> {
  const name = pluginFrontier(settings);
  if (name === undefined) return store;
  const kind = await loadFrontier(name, plugins);
  const context = { out: settings.out, isResumed: before !== undefined };
  const { close, frontier } = await openFrontier(name, kind, context);
  own({ close });
  if (before !== undefined && before > 0 && frontier.count('queued') === 0)
    throw new InputError(`the frontier '${name}' came back without the ${before} URLs that were queued`, {
      hint: 'give it back what it kept, or begin the crawl again with --force',
    });
  return {
    ...store,
    frontier: beside(store, frontier),
    queued: () => bestOf(frontier),
  };
}

async function loadFrontier(name: string, plugins: Plugins): Promise<FrontierKind> {
  const registered = plugins.find('frontiers', name);
  if (registered === undefined) throw new RangeError(`there is no frontier '${name}'`);
  return loadedPart<FrontierKind>(registered.part, `the frontier '${name}'`);
}

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
function refuseIncomplete(made: OwnFrontier, part: string, isDurable: boolean): OwnFrontier {
  const given = (made ?? {}) as unknown as Readonly<Record<string, unknown>>;
  const lacks = (method: string): boolean => typeof given[method] !== 'function';
  const needed = isDurable ? [...QUEUE, ...COUNTABLE, ...TRANSACTIONAL] : QUEUE;
  const begun = [REVALUING, COUNTABLE, TRANSACTIONAL].filter((all) => !all.every(lacks));
  const missing = [...new Set([...needed, ...begun.flat()])].filter(lacks);
  if (missing.length === 0) return made;
  const why = needed.some(lacks) ? '' : ', which belong to others that it has';
  throw new PluginError(`${part} lacks ${missing.map((method) => `${method}()`).join(', ')}${why}`);
}

function guardFrontier(opened: OwnFrontier, part: string): OwnFrontier {
  const atUrl = (url: string): string => ` at ${url}`;
  const atEntry = ({ url }: QueuedUrl): string => atUrl(url);
  const isBoolean = (gave: unknown): boolean => typeof gave === 'boolean';
  const guarded = guardPort<OwnFrontier>(opened, {
    part,
    at: {
      ...{ enqueue: atEntry, requeue: atEntry, claim: atUrl, knows: atUrl, waits: atUrl, waiting: atUrl },
      ...{ release: atUrl, acknowledge: atUrl, revalue: atUrl, queuedValue: atUrl },
      ...{ lease: () => ' at a lease', commit: () => ' at a commit', close: () => ', when it was closed,' },
    },
    checks: {
      enqueue: (gave, where) => expected(gave, isBoolean(gave), where, 'true or false'),
      enqueueAll: (gave, where, entries) => {
        const isRight = Array.isArray(gave) && gave.length === entries.length && gave.every(isBoolean);
        return expected(gave, isRight, where, 'true or false for each URL');
      },
      lease: (gave, where) => {
        const isRight = gave === undefined || typeof (gave as Partial<QueuedUrl> | null)?.url === 'string';
        return expected(gave, isRight, where, 'a queued URL or undefined');
      },
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

/** What a frontier does not do that has the queue alone: URLs keep the values that they were queued with. */
const QUEUE_ALONE: Revaluing & Omit<Countable, 'count'> & Transactional = {
  waits: () => false,
  waiting: () => undefined,
  requeue: () => false,
  queuedValue: () => undefined,
  revalue: () => false,
  valueAt: () => undefined,
  queued: () => [],
  hostCount: () => 0,
  heldHosts: () => 0,
  together: (steps) => steps(),
  commit: () => undefined,
};

function completed({ close: _, ...own }: OwnFrontier): Frontier {
  return { ...QUEUE_ALONE, ...own, ...(own.count === undefined ? counted(own) : { count: own.count }) };
}

/** Counts URLs as they go through the queue. */
function counted(own: UrlQueue): Pick<Frontier, keyof UrlQueue | 'count'> {
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
    ...own,
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

/**
 * A frontier in step with the store. The store is committed first: a crash in between has pages requested twice, where
 * the other order would lose what was found in them.
 */
function beside(store: CrawlStore, frontier: Frontier): Frontier {
  const count = (state: UrlState): number => frontier.count(state);
  return {
    ...frontier,
    together: (steps) => store.frontier.together(() => frontier.together(steps)),
    commit() {
      store.keepCounts({
        ...{ done: count('done'), skipped: count('skipped'), failed: count('failed'), next: 0 },
        queued: count('queued') + count('leased'),
        ...{ hosts: frontier.hostCount(), waiting: frontier.heldHosts() },
      });
      void store.frontier.commit();
      return frontier.commit();
    },
  };
}

function bestOf(frontier: Frontier): readonly QueuedUrl[] {
  const queued = [...frontier.queued()].flat();
  return queued.sort((a, b) => b.priority.value - a.priority.value).slice(0, MOST_QUEUED);
}
