/** How many of so many; need not be whole numbers. */
export type Part = readonly [count: number, of: number];

/**
 * The log-likelihood ratio G² of two shares (Dunning 1993): how much likelier the counts are with two shares than with one.
 * 0 where the shares are equal. Distributed as χ² with one degree of freedom.
 */
export function logLikelihoodRatio(one: Part, other: Part): number {
  const share = (one[0] + other[0]) / (one[1] + other[1]);
  const gain = ([count, of]: Part): number => term(count, of * share) + term(of - count, of * (1 - share));
  return Math.max(0, 2 * (gain(one) + gain(other)));
}

function term(observed: number, expected: number): number {
  return observed <= 0 || expected <= 0 ? 0 : observed * Math.log(observed / expected);
}
