import type { LinkPriority } from '../../src/model/crawl.js';
import type { StrategyName } from '../../src/model/strategy.js';
import { createStrategy, type StrategyParts } from '../../src/priority/create-strategy.js';
import { LEARNING_PARTS, STRATEGY_SETTINGS } from '../../src/priority/strategy-settings.js';

const WITHOUT = 'learning-without-';

/** The names of `learning` without each of its parts. */
export const ABLATED = LEARNING_PARTS.map((part) => `${WITHOUT}${part}`);

/** Makes a strategy, or one of {@link ABLATED}. */
export function createContestant(name: string, parts: StrategyParts): LinkPriority {
  const part = LEARNING_PARTS.find((one) => name === `${WITHOUT}${one}`);
  if (part === undefined) return createStrategy(name as StrategyName, parts);
  const learning = { ...STRATEGY_SETTINGS.learning, without: [part] };
  return createStrategy('learning', { ...parts, settings: { ...STRATEGY_SETTINGS, learning } });
}
