import type { StrategyName } from '../../judging/plugins/built-in-strategies.js';
import { STRATEGY_PARTS } from '../../judging/parts.js';
import type { LinkPriority } from '../../model/crawl-event.js';
import type { MakeStrategy, StrategyMaker, StrategyParts } from './strategy-parts.js';
import { STRATEGY_SETTINGS } from './strategy-settings.js';

/** Loads a strategy. */
export async function loadStrategy(name: StrategyName): Promise<MakeStrategy> {
  const make: StrategyMaker = await STRATEGY_PARTS[name].load();
  return (parts) => make({ ...parts, settings: parts.settings ?? STRATEGY_SETTINGS });
}

/** Loads a strategy and makes a fresh one for a crawl. */
export async function createStrategy(name: StrategyName, parts: StrategyParts): Promise<LinkPriority> {
  return (await loadStrategy(name))(parts);
}
