import { MOST_QUEUED, type CrawlStore } from '../../../crawling/store/crawl-store.js';
import type { FrontierKind } from '../../../judging/plugins/frontier-kind.js';
import { openFrontier } from '../../../judging/plugins/guarded-frontier.js';
import type { Registered } from '../../../judging/plugins/registry.js';
import type { QueuedUrl, UrlState } from '../../../model/crawl-event.js';
import { InputError, UsageError } from '../../../model/errors.js';
import type { Frontier } from '../../../model/frontier.js';
import type { Own } from '../../../support/with-resources.js';

/** @throws UsageError for a frontier of a plugin in a crawl that several workers share */
export function refuseOwnFrontier(own: Registered<FrontierKind> | undefined): void {
  if (own === undefined) return;
  throw new UsageError(`workers cannot share a crawl with the frontier '${own.name}' of a plugin`, {
    hint: 'leave out the plugin, or crawl without --frontier and --crawl-name',
  });
}

/**
 * Refuses to resume a crawl with another frontier, or with one that has not kept its URLs.
 * @param before the name of the frontier that the crawl was begun with; undefined for the built-in one
 * @throws InputError where it is not loaded; UsageError for another one, and for one that is not durable
 */
export function refuseUnfitFrontier(
  out: string,
  before: string | undefined,
  now: Registered<FrontierKind> | undefined,
): void {
  if (before !== now?.name) {
    if (before === undefined)
      throw new UsageError(`the crawl in ${out} was begun without the frontier '${now?.name}'`, {
        hint: 'leave out the plugin that brings it',
      });
    throw new InputError(`the crawl in ${out} uses the frontier '${before}' of a plugin that is not loaded`, {
      hint: 'load the plugin again: --plugin FILE',
    });
  }
  if (now === undefined || now.part.isDurable === true) return;
  throw new UsageError(`the crawl in ${out} cannot be resumed: its frontier '${now.name}' keeps no URLs`, {
    hint: 'begin it again with --force, or use a frontier with isDurable: true',
  });
}

/**
 * The store of a crawl with the frontier of a plugin; as it is where there is none.
 * @param before where the crawl is resumed: the number of URLs that were queued when it ended
 * @throws PluginError for a frontier that cannot be opened; InputError for one that lost its URLs
 */
export async function withFrontier(
  store: CrawlStore,
  registered: Registered<FrontierKind> | undefined,
  out: string,
  own: Own,
  before?: number,
): Promise<CrawlStore> {
  if (registered === undefined) return store;
  const { name, part } = registered;
  const { close, frontier } = await openFrontier(name, part, { out, isResumed: before !== undefined });
  own({ close });
  if (before !== undefined && before > 0 && frontier.count('queued') === 0)
    throw new InputError(`the frontier '${name}' lost the ${before} URLs that were queued`, {
      hint: 'restore its data, or begin the crawl again with --force',
    });
  return { ...store, frontier: inStep(store, frontier), queued: () => bestOf(frontier) };
}

/**
 * A frontier in step with the store. The store is committed first: a crash in between has pages requested twice, where
 * the other order would lose what was found in them.
 */
function inStep(store: CrawlStore, frontier: Frontier): Frontier {
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
