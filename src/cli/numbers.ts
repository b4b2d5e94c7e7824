import { NOTHING_TO_JUDGE } from '../model/topic.js';

/** Significant digits of a number whose scale is not known. */
const DIGITS = 4;

/** A score as JSON holds it; null for that of a page with nothing to judge by, which is not a number of the scale. */
export function scoreOrNull(score: number): number | null {
  return score === NOTHING_TO_JUDGE ? null : score;
}

/** A score for people. */
export function scoreText(score: number): string {
  return scoreOrNull(score)?.toFixed(3) ?? 'none (nothing to judge by)';
}

/** A number of any scale for people: `0.1235`, `12.5`. Seeds have the largest priority that there is. */
export function priorityText(value: number): string {
  return value === Number.MAX_SAFE_INTEGER ? 'before all others' : String(Number(value.toPrecision(DIGITS)));
}
