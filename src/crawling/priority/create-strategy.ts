import type { LinkPriority } from '../../model/crawl-event.js';
import type { StrategyName } from '../../judging/plugins/extension-list.js';
import { loadBuiltInPart, builtInParts } from '../../judging/plugins/built-in.js';
import type { MakeStrategy, StrategyMaker, StrategyParts } from './strategy-parts.js';
import { STRATEGY_SETTINGS } from './strategy-settings.js';
import { CORE_STRATEGIES } from './strategy-table.js';

/** The built-in strategies by name. */
const DECLARED = builtInParts('strategies', CORE_STRATEGIES);

/** Loads a strategy. */
export async function loadStrategy(name: StrategyName): Promise<MakeStrategy> {
  const make = await loadBuiltInPart<StrategyMaker>('strategies', name, DECLARED);
  return (parts) => make({ ...parts, settings: parts.settings ?? STRATEGY_SETTINGS });
}

/** Loads a strategy and makes a fresh one for a crawl. */
export async function createStrategy(name: StrategyName, parts: StrategyParts): Promise<LinkPriority> {
  return (await loadStrategy(name))(parts);
}
