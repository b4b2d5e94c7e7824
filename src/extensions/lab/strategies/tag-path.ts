import type { LinkPriority, Priority } from '../../../model/crawl-event.js';
import { createDrawnGroups, type DrawnGroupsSnapshot } from './drawn-groups.js';
import type { StrategySettings } from '../../../crawling/priority/strategy-settings.js';
import { createTagPathGroups } from './tag-path-groups.js';

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
  const arms: Arm[] = [];
  let step = 0;

  const armOf = (group: number): Arm => (arms[group] ??= { visits: 0, relevant: 0, told: 0 });
  const boundOf = ({ visits, relevant }: Arm): number => {
    const width = settings.exploration * Math.sqrt(Math.log(step + 1));
    return visits === 0 ? 2 + width : relevant / visits + width / Math.sqrt(visits);
  };
  const valueOf = (group: number, behind: number): Priority => {
    const arm = armOf(group);
    const place = paths.exampleOf(group) || 'outside of elements';
    const known = arm.visits === 0 ? 'never followed' : `${arm.relevant} of ${arm.visits} relevant`;
    return { value: boundOf(arm) - behind, reason: `links at ${place}: ${known}` };
  };

  return {
    name: 'tag-path',
    readsTagPaths: true,
    prioritise: ({ link }) => {
      const group = waiting.groupOf(link.url) ?? paths.groupOf(link.tagPath ?? '');
      if (waiting.groupOf(link.url) === undefined) waiting.put(link.url, group);
      return valueOf(group, BEHIND);
    },
    observe: ({ url, judgement }) => {
      const group = waiting.take(url);
      if (judgement === undefined) return;
      step += 1;
      if (group === undefined) return;
      const arm = armOf(group);
      arm.visits += 1;
      if (judgement.accepted) arm.relevant += 1;
    },
    *revisions() {
      for (let group = 0; group < paths.count(); group += 1) {
        const before = waiting.representative(group);
        waiting.draw(group, step);
        const url = waiting.representative(group);
        const arm = armOf(group);
        const bound = boundOf(arm);
        if (url === undefined || (url === before && Math.abs(bound - arm.told) < settings.tolerance))
          continue;
        arm.told = bound;
        yield [url, valueOf(group, 0)];
      }
    },
    snapshot: (): Snapshot => ({
      paths: paths.snapshot(),
      arms: Array.from({ length: paths.count() }, (_, group) => ({ ...armOf(group) })),
      waiting: waiting.snapshot(),
      step,
    }),
    restore: (snapshot) => {
      const saved = snapshot as Snapshot;
      paths.restore(saved.paths);
      arms.push(...saved.arms.map((arm) => ({ ...arm })));
      waiting.restore(saved.waiting);
      ({ step } = saved);
    },
  };
}
