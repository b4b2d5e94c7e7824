import type { LinkPriority, Priority } from '../../../model/crawl-event.js';
import { createDrawnGroups, type DrawnGroups, type DrawnGroupsSnapshot } from './drawn-groups.js';
import type { StrategySettings } from '../../../crawling/priority/strategy-settings.js';
import { createTagPathGroups, type TagPathGroups } from './tag-path-groups.js';

/** What was found by the links of a group. */
interface Arm {
  visits: number;
  relevant: number;
  /** The bound that the queue was told last. */
  told: number;
}

interface Snapshot {
  readonly paths: readonly (readonly [string, number])[];
  readonly arms: readonly Arm[];
  readonly waiting: DrawnGroupsSnapshot;
  readonly step: number;
}

interface Bandits {
  readonly settings: StrategySettings['tagPath'];
  readonly paths: TagPathGroups;
  readonly waiting: DrawnGroups;
  /** By group. */
  readonly arms: Arm[];
  /** Pages so far. */
  step: number;
}

/** Links that do not stand for their group come behind all that do. */
const BEHIND = 1000;

/**
 * The sleeping bandits of SB-CLASSIFIER (Gauquier, Manolescu and Senellart 2025, "Efficient crawling for scalable web data
 * acquisition"): links with similar paths of tags are an arm, which is awake while one of them waits. The arm with the
 * greatest upper confidence bound is played, by a link drawn from it at random (AUER, Kleinberg et al. 2010):
 *
 *     priority(arm) = relevant / visits + α √(ln t / visits)      t: pages so far
 *
 * A path belongs to the arm with the most similar centroid, by the cosine of counts of pairs of neighbouring tags, from θ
 * on; otherwise it founds an arm. An arm that was never played comes before those that were.
 *
 * Deviations: targets of the paper are files, found by the classes of the URLs on a page, and the reward is their number;
 * here a relevant page is its own reward, 0 or 1, so that neither its classifier of URLs nor its α fit. A centroid counts each
 * different path once, and pairs are not hashed. One link stands for each arm that is awake, so that a polite
 * crawl finds the next best arm while a host rests. A link belongs to the arm by which it was found first.
 */
export function tagPath(settings: StrategySettings['tagPath'], seed: number): LinkPriority {
  const paths = createTagPathGroups(settings.likeness, settings.groups);
  const waiting = createDrawnGroups(seed);
  const bandits: Bandits = { settings, paths, waiting, arms: [], step: 0 };
  return {
    name: 'tag-path',
    readsTagPaths: true,
    prioritise: ({ link }) => {
      const group = waiting.groupOf(link.url) ?? paths.groupOf(link.tagPath ?? '');
      if (waiting.groupOf(link.url) === undefined) waiting.put(link.url, group);
      return valueOf(bandits, group, BEHIND);
    },
    observe: ({ url, judgement }) => {
      const group = waiting.take(url);
      if (judgement === undefined) return;
      bandits.step += 1;
      if (group === undefined) return;
      const arm = armOf(bandits, group);
      arm.visits += 1;
      if (judgement.accepted) arm.relevant += 1;
    },
    revisions: () => revisionsOf(bandits),
    snapshot: (): Snapshot => ({
      paths: paths.snapshot(),
      arms: Array.from({ length: paths.count() }, (_, group) => ({ ...armOf(bandits, group) })),
      waiting: waiting.snapshot(),
      step: bandits.step,
    }),
    restore: (snapshot) => {
      const saved = snapshot as Snapshot;
      paths.restore(saved.paths);
      bandits.arms.push(...saved.arms.map((arm) => ({ ...arm })));
      waiting.restore(saved.waiting);
      bandits.step = saved.step;
    },
  };
}

function armOf({ arms }: Bandits, group: number): Arm {
  return (arms[group] ??= { visits: 0, relevant: 0, told: 0 });
}

function boundOf({ settings, step }: Bandits, { visits, relevant }: Arm): number {
  const width = settings.exploration * Math.sqrt(Math.log(step + 1));
  return visits === 0 ? 2 + width : relevant / visits + width / Math.sqrt(visits);
}

function valueOf(bandits: Bandits, group: number, behind: number): Priority {
  const arm = armOf(bandits, group);
  const place = bandits.paths.exampleOf(group) || 'outside of elements';
  const known = arm.visits === 0 ? 'never followed' : `${arm.relevant} of ${arm.visits} relevant`;
  return { value: boundOf(bandits, arm) - behind, reason: `links at ${place}: ${known}` };
}

/** The links that stand for their arms, as far as the queue does not know of them or of a change of their bound. */
function* revisionsOf(bandits: Bandits): Generator<readonly [string, Priority]> {
  const { settings, paths, waiting } = bandits;
  for (let group = 0; group < paths.count(); group += 1) {
    const before = waiting.representative(group);
    waiting.draw(group, bandits.step);
    const url = waiting.representative(group);
    const arm = armOf(bandits, group);
    const bound = boundOf(bandits, arm);
    const isKnown = url === before && Math.abs(bound - arm.told) < settings.tolerance;
    if (url === undefined || isKnown) continue;
    arm.told = bound;
    yield [url, valueOf(bandits, group, 0)];
  }
}
