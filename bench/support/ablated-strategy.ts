import type { StrategyName } from '../../src/judging/plugins/built-in-strategies.js';
import { loadStrategy } from '../../src/crawling/priority/create-strategy.js';
import type { MakeStrategy } from '../../src/crawling/priority/strategy-parts.js';
import {
  LEARNING_PARTS,
  STRATEGY_SETTINGS,
  type LearningPart,
} from '../../src/crawling/priority/strategy-settings.js';

const WITHOUT = 'learning-without-';
export type Ablated = `${typeof WITHOUT}${LearningPart}`;

/** The names of `learning` without each of its parts. */
export const ABLATED = LEARNING_PARTS.map((part): Ablated => `${WITHOUT}${part}`);

/** Loads a strategy, or one of {@link ABLATED}. */
export async function loadContestant(name: StrategyName | Ablated): Promise<MakeStrategy> {
  const part = LEARNING_PARTS.find((one) => name === `${WITHOUT}${one}`);
  if (part === undefined) return loadStrategy(name as StrategyName);
  const learning = { ...STRATEGY_SETTINGS.learning, without: [part] };
  const make = await loadStrategy('learning');
  return (parts) => make({ ...parts, settings: { ...STRATEGY_SETTINGS, learning } });
}
