import type { StrategyDescription } from '../parts.js';
import { STRATEGY_PARTS, namesOf, partOf } from '../parts.js';

export type StrategyName = keyof typeof STRATEGY_PARTS;

/** The crawling strategies by name, in the order of the help. */
export const STRATEGIES: Readonly<Record<StrategyName, StrategyDescription>> = STRATEGY_PARTS;

/** The strategy of crawls for a topic unless the user says otherwise. */
export const DEFAULT_STRATEGY: StrategyName = 'learning';

/** The names of {@link STRATEGIES}. */
export const STRATEGY_NAMES = namesOf(STRATEGY_PARTS);

/** The description of a strategy; empty for one that is not built in. */
export function strategyOf(name: string): Partial<StrategyDescription> {
  return partOf<StrategyDescription>(STRATEGY_PARTS, name) ?? {};
}
