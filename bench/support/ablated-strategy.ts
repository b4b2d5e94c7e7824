import type { LinkPriority } from '../../src/model/crawl.js';
import type { StrategyName } from '../../src/model/strategy.js';
import { createStrategy, type StrategyParts } from '../../src/priority/create-strategy.js';
import {
  LEARNING_PARTS,
  STRATEGY_SETTINGS,
  type LearningPart,
} from '../../src/priority/strategy-settings.js';

const WITHOUT = 'learning-without-';
export type Ablated = `${typeof WITHOUT}${LearningPart}`;

/** The names of `learning` without each of its parts. */
export const ABLATED = LEARNING_PARTS.map((part): Ablated => `${WITHOUT}${part}`);

/** Makes a strategy, or one of {@link ABLATED}. */
export function createContestant(name: StrategyName | Ablated, parts: StrategyParts): LinkPriority {
  const part = LEARNING_PARTS.find((one) => name === `${WITHOUT}${one}`);
  if (part === undefined) return createStrategy(name as StrategyName, parts);
  const learning = { ...STRATEGY_SETTINGS.learning, without: [part] };
  return createStrategy('learning', { ...parts, settings: { ...STRATEGY_SETTINGS, learning } });
}
