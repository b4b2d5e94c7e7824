const SHINGLE_WORDS = 4;

/** How well a text agrees with the true one; the three shares add up to 1 unless both texts are empty. */
export interface Agreement {
  readonly truePositive: number;
  readonly falsePositive: number;
  readonly falseNegative: number;
}

export interface Score {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

function shingles(text: string): ReadonlyMap<string, number> {
  const words = text.match(/[\p{L}\p{N}_]+/gu) ?? [];
  const counts = new Map<string, number>();
  for (let index = 0; index < Math.max(1, words.length - SHINGLE_WORDS + 1); index += 1) {
    const shingle = words.slice(index, index + SHINGLE_WORDS).join(' ');
    if (shingle !== '') counts.set(shingle, (counts.get(shingle) ?? 0) + 1);
  }
  return counts;
}

/**
 * Agreement of two texts by their runs of four words, each as often as it occurs; divided by their number, so that long
 * texts weigh no more. As `string_shingle_matching` in evaluate.py of the article extraction benchmark.
 */
export function compareTexts(truth: string, found: string): Agreement {
  const [wanted, got] = [shingles(truth), shingles(found)];
  const counts = { truePositive: 0, falsePositive: 0, falseNegative: 0 };
  for (const shingle of new Set([...wanted.keys(), ...got.keys()])) {
    const [a, b] = [wanted.get(shingle) ?? 0, got.get(shingle) ?? 0];
    counts.truePositive += Math.min(a, b);
    counts.falsePositive += Math.max(0, b - a);
    counts.falseNegative += Math.max(0, a - b);
  }
  const sum = counts.truePositive + counts.falsePositive + counts.falseNegative || 1;
  return {
    truePositive: counts.truePositive / sum,
    falsePositive: counts.falsePositive / sum,
    falseNegative: counts.falseNegative / sum,
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
}

/** Mean precision over the pages with a text found, mean recall over those with a true one, and F1 of the two means. */
export function scoreOf(agreements: readonly Agreement[]): Score {
  const precision = mean(
    agreements
      .filter(({ truePositive, falsePositive }) => truePositive + falsePositive > 0)
      .map(({ truePositive, falsePositive }) => truePositive / (truePositive + falsePositive)),
  );
  const recall = mean(
    agreements
      .filter(({ truePositive, falseNegative }) => truePositive + falseNegative > 0)
      .map(({ truePositive, falseNegative }) => truePositive / (truePositive + falseNegative)),
  );
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall || 1) };
}
