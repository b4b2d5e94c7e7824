import type { LinkPriority, Priority } from '../../../model/crawl-event.js';
import { seededRandom, seedOf } from '../../../support/random.js';
import { createDrawnGroups, type DrawnGroupsSnapshot } from './drawn-groups.js';
import { createRegressionTree, type Example, type RegressionTree } from './regression-tree.js';
import type { StrategySettings } from '../../../crawling/priority/strategy-settings.js';
import type { TopicSight } from '../../../crawling/priority/topic-sight.js';
import { createWaitingFeatures, type FeaturesSnapshot } from './tree-frontier-features.js';

/** Links that do not stand for their leaf come behind all that do. */
const BEHIND = 10;
/** Change of a leaf's value from which the queue is notified of it. */
const TOLERANCE = 0.01;

interface Snapshot {
  readonly examples: readonly Example[];
  readonly features: FeaturesSnapshot;
  readonly waiting: DrawnGroupsSnapshot;
  readonly told: readonly number[];
}

/**
 * The tree-structured frontier of TRES (Kontogiannis, Kelesis, Pollatos, Giannakopoulos and Paliouras 2022, "Tree-based
 * focused web crawling with reinforcement learning"), without its neural parts. A regression tree over the features of
 * links, grown from the links that were followed and their rewards, cuts the frontier into leaves. One link per leaf, drawn
 * at random, stands for it, so that few links are valued at each step, and the best of these is followed:
 *
 *     priority(leaf) = (Σ rewards + m · mean reward) / (examples + m)
 *
 * and with probability ε, the link of a leaf drawn at random is. Features: nearness to the last accepted page on the path,
 * likeness of linking page, anchor, context, content block and URL words, acceptance of the linking page, and the share
 * of relevant pages of the target's host so far.
 *
 * Deviations: the mean of the leaf stands for the deep Q-network, and the topic's classifier for its own. The next state is
 * the crawl as a whole, whichever link is followed, so that the discounted part is about the same for all links and is
 * left out; the reward is 1 for an accepted page, else 0. A leaf is split only where the gain is more than chance. The link of
 * a leaf is drawn again when it was followed or the leaf was split, not at each step. Of several links to a page, each
 * feature has its greatest value.
 */
export function treeFrontier(
  sight: TopicSight,
  settings: StrategySettings['treeFrontier'],
  seed: number,
): LinkPriority {
  const tree = createRegressionTree(settings.leafSize, settings.leaves);
  const waiting = createDrawnGroups(seed);
  const features = createWaitingFeatures(sight);
  /** The values that the queue was told of, by leaf. */
  const told: number[] = [];
  /** Leaves that were split since the last revisions. */
  const changed = new Set<number>();

  const valueOf = (number: number, url: string, behind: number): Priority => {
    const { value, reason } = leafValue(tree, number, settings.smoothing);
    return { value: value - behind, reason, state: [features.nearness(url)] };
  };
  const put = (url: string): number => {
    const { number } = tree.leafOf(features.of(url));
    if (waiting.groupOf(url) !== number) waiting.put(url, number);
    return number;
  };

  return {
    name: 'tree-frontier',
    prioritise: (candidate) => {
      features.add(candidate);
      const { url } = candidate.link;
      return valueOf(put(url), url, BEHIND);
    },
    observe: ({ url, judgement }) => {
      const reward = judgement && (judgement.accepted ? 1 : 0);
      const known = features.take(url, reward);
      waiting.take(url);
      if (known === undefined || reward === undefined) return;
      const halved = tree.add([known, reward]);
      if (halved === undefined) return;
      for (const one of [...waiting.members(halved)]) put(one);
      changed.add(halved).add(tree.leaves().length - 1);
    },
    *revisions() {
      for (const number of changed)
        for (const url of waiting.members(number)) yield [url, valueOf(number, url, BEHIND)];
      const step = tree.examples().length;
      const explored = drawnLeaf(tree, step, settings.exploration, seed);
      for (const { number } of tree.leaves()) {
        const before = waiting.representative(number);
        waiting.draw(number, step);
        const url = waiting.representative(number);
        if (url === undefined) continue;
        const priority = valueOf(number, url, number === explored ? -1 : 0);
        const isSame = url === before && !changed.has(number);
        if (isSame && Math.abs(priority.value - (told[number] ?? 0)) < TOLERANCE) continue;
        told[number] = priority.value;
        yield [url, priority];
      }
      changed.clear();
    },
    snapshot: (): Snapshot => ({
      examples: [...tree.examples()],
      features: features.snapshot(),
      waiting: waiting.snapshot(),
      told: Array.from(tree.leaves(), (_, number) => told[number] ?? 0),
    }),
    restore: (snapshot) => {
      const saved = snapshot as Snapshot;
      for (const example of saved.examples) tree.add(example);
      features.restore(saved.features);
      waiting.restore(saved.waiting);
      told.push(...saved.told);
    },
  };
}

/** The mean reward of a leaf, drawn to that of all. */
function leafValue(
  tree: RegressionTree,
  number: number,
  smoothing: number,
): { readonly value: number; readonly reason: string } {
  const leaves = tree.leaves();
  const { length: count } = leaves[number]?.examples ?? [];
  const sum = leaves[number]?.sum ?? 0;
  const mean = tree.total() / Math.max(1, tree.examples().length);
  return {
    value: (sum + smoothing * mean) / (count + smoothing),
    reason: `leaf ${number + 1} of ${leaves.length}: ${sum} of ${count} links relevant`,
  };
}

/** The number of a leaf that comes first although it may not be the best; -1 at most steps. */
function drawnLeaf(tree: RegressionTree, step: number, exploration: number, seed: number): number {
  const random = seededRandom(seedOf(`${step}`, seed));
  return random() < exploration ? Math.floor(random() * tree.leaves().length) : -1;
}
