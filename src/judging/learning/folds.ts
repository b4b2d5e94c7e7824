/** Scores a value; larger is more positive. */
export type Score<T, S = number> = (value: T) => S;

export interface HeldOutScores<S = number> {
  readonly positives: readonly S[];
  readonly negatives: readonly S[];
}

/** Number of parts. */
export const FOLDS = 5;

/**
 * Cross-validation: every example is scored by a model of the other four fifths. Example i is in part i mod 5. With fewer than
 * five positive examples, there are as many parts as positives; with a single one, the model of all examples scores all.
 * @param onPart called with the number of each part before its model is learned, and how many there are
 */
export function heldOutScores<T, S = number>(
  positives: readonly T[],
  negatives: readonly T[],
  train: (positives: readonly T[], negatives: readonly T[]) => Score<T, S>,
  onPart: (part: number, parts: number) => void = () => undefined,
): HeldOutScores<S> {
  const parts = Math.min(FOLDS, positives.length);
  if (parts < 2) {
    const score = train(positives, negatives);
    return { positives: positives.map(score), negatives: negatives.map(score) };
  }
  const scores = { positives: new Array<S>(), negatives: new Array<S>() };
  for (let part = 0; part < parts; part += 1) {
    onPart(part + 1, parts);
    const others = (values: readonly T[]): T[] => values.filter((_, index) => index % parts !== part);
    const score = train(others(positives), others(negatives));
    for (const [index, value] of positives.entries())
      if (index % parts === part) scores.positives[index] = score(value);
    for (const [index, value] of negatives.entries())
      if (index % parts === part) scores.negatives[index] = score(value);
  }
  return scores;
}
