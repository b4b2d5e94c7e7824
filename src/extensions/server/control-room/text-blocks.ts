import { createSteering } from '../../../crawling/steering/steering.js';
import type { WaitingCommand } from '../../../crawling/steering/command-folder.js';
import type { TakenAction } from '../../../model/steering.js';
import type { Blocked, Blocks } from './host-list.js';

/** A path that no block names by chance: who blocks it on a host blocks all of the host. */
const ANY_PATH = ['', '~sfwc/any?path=1'] as const;

/**
 * The blocks of a crawl as it will continue: those in force, without those that a waiting command takes back, and those that wait.
 * @param waiting commands that were sent and not taken, in order
 */
export function blocksOf(
  actions: readonly TakenAction[],
  waiting: readonly WaitingCommand[],
): Blocks & { readonly all: () => readonly Blocked[] } {
  const later = waiting.map((command): TakenAction => ({ time: '', after: 0, effect: '', ...command }));
  const now = new Set(
    createSteering(actions)
      .blocks()
      .map(({ what }) => what),
  );
  const targets = createSteering([...actions, ...later])
    .blocks()
    .map((target) => ({
      includes: target.includes,
      blocked: {
        what: target.what,
        by: target.by,
        ...(now.has(target.what) ? {} : { waits: true as const }),
      },
    }));
  return {
    all: () => targets.map(({ blocked }) => blocked),
    ofUrl: (url) => targets.filter(({ includes }) => includes(url)).map(({ blocked }) => blocked),
    ofHost: (host) => {
      const urls = ['http', 'https'].map((scheme) => ANY_PATH.map((path) => `${scheme}://${host}/${path}`));
      return targets
        .filter(({ includes }) => urls.some((all) => all.every(includes)))
        .map(({ blocked }) => blocked);
    },
  };
}
