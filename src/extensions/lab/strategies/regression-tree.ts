/** What was seen: the features of a link, and the reward of following it. */
export type Example = readonly [features: readonly number[], reward: number];

/** A leaf with its examples. */
export interface Leaf {
  readonly number: number;
  readonly examples: Example[];
  /** Sum of rewards. */
  sum: number;
}

/** An inner node: features below or equal to the threshold go left. */
interface Split {
  readonly feature: number;
  readonly threshold: number;
  left: TreePart;
  right: TreePart;
}

type TreePart = Leaf | Split;

/** A regression tree that grows with its examples. */
export interface RegressionTree {
  leafOf(features: readonly number[]): Leaf;
  leaves(): readonly Leaf[];
  /** Adds an example. Gives the number of the leaf that was split by it, and now holds the left half; undefined without. */
  add(example: Example): number | undefined;
  /** All examples in their order, from which the same tree grows again. */
  examples(): readonly Example[];
  /** Sum of all rewards. */
  total(): number;
}

/** Reduction of the squared error, in units of its mean, from which a split is more than chance (F, 5 %). */
const LEAST_GAIN = 4;

/**
 * A regression tree (Breiman et al. 1984, CART) that grows by one example at a time: the leaf that got it is split at the
 * feature and threshold that reduce the squared error of its rewards most, if both halves are large enough.
 * @param leafSize examples of a leaf at least
 * @param most leaves at most
 */
export function createRegressionTree(leafSize: number, most: number): RegressionTree {
  const first: Leaf = { number: 0, examples: [], sum: 0 };
  const leaves = [first];
  const all: Example[] = [];
  let total = 0;
  let root: TreePart = first;

  const grown = (number: number, examples: readonly Example[]): Leaf => {
    const leaf = { number, examples: [...examples], sum: sumOf(examples) };
    leaves[number] = leaf;
    return leaf;
  };

  return {
    leafOf: (features) => find(root, features).leaf,
    leaves: () => leaves,
    add(example) {
      const { leaf, parent } = find(root, example[0]);
      all.push(example);
      total += example[1];
      leaf.examples.push(example);
      leaf.sum += example[1];
      const found = leaves.length < most ? bestSplit(leaf, leafSize) : undefined;
      if (found === undefined) return undefined;
      const isLeft = ([features]: Example): boolean => (features[found.feature] ?? 0) <= found.threshold;
      const [left, right] = [leaf.examples.filter(isLeft), leaf.examples.filter((one) => !isLeft(one))];
      const split: Split = { ...found, left: grown(leaf.number, left), right: grown(leaves.length, right) };
      if (parent === undefined) root = split;
      else if (parent.left === leaf) parent.left = split;
      else parent.right = split;
      return leaf.number;
    },
    examples: () => all,
    total: () => total,
  };
}

/** The leaf of these features, and its parent. */
function find(
  root: TreePart,
  features: readonly number[],
): { readonly leaf: Leaf; readonly parent: Split | undefined } {
  let part = root;
  let parent: Split | undefined;
  while (!('examples' in part)) {
    parent = part;
    part = (features[part.feature] ?? 0) <= part.threshold ? part.left : part.right;
  }
  return { leaf: part, parent };
}

function sumOf(examples: readonly Example[]): number {
  return examples.reduce((total, [, reward]) => total + reward, 0);
}

function bestSplit(
  { examples, sum }: Leaf,
  leafSize: number,
): { readonly feature: number; readonly threshold: number } | undefined {
  const count = examples.length;
  if (count < 2 * leafSize) return undefined;
  const mean = sum / count;
  const error = examples.reduce((total, [, reward]) => total + (reward - mean) ** 2, 0);
  let best = { feature: -1, threshold: 0, gain: 0 };
  if (error === 0) return undefined;
  for (let feature = 0; feature < (examples[0]?.[0].length ?? 0); feature += 1) {
    const sorted = examples
      .map(([features, reward]): readonly [number, number] => [features[feature] ?? 0, reward])
      .sort(([a], [b]) => a - b);
    let left = 0;
    for (let size = 1; size < count; size += 1) {
      const [value, reward] = sorted[size - 1] ?? [0, 0];
      const [next] = sorted[size] ?? [0];
      left += reward;
      if (size < leafSize || count - size < leafSize || value === next) continue;
      // The squared error that the two means take away.
      const gain = left ** 2 / size + (sum - left) ** 2 / (count - size) - sum ** 2 / count;
      if (gain > best.gain) best = { feature, threshold: (value + next) / 2, gain };
    }
  }
  const rest = Math.max(error - best.gain, 1e-9) / (count - 2);
  return best.gain / rest < LEAST_GAIN ? undefined : { feature: best.feature, threshold: best.threshold };
}
