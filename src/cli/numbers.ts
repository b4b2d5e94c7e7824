import { isBeforeAll } from '../model/crawl-event.js';
import { scoreOrNull } from '../model/verdict-by-threshold.js';

/** Significant digits of a number of unknown scale. */
const DIGITS = 4;

/** A score as text. */
export function scoreText(score: number): string {
  return scoreOrNull(score)?.toFixed(3) ?? 'none (nothing to judge by)';
}

/** A priority of any scale as text: `0.1235`, `12.5`. Seeds, and what a round of a monitor visits, come before all others. */
export function priorityText(value: number): string {
  return isBeforeAll(value) ? 'before all others' : String(Number(value.toPrecision(DIGITS)));
}

/** A duration in seconds: `12.3 s`, and of a stored web `12.3 simulated s`. */
export function secondsText(seconds: number, isSimulated: boolean, digits = 1): string {
  return `${seconds.toFixed(digits)} ${isSimulated ? 'simulated s' : 's'}`;
}
