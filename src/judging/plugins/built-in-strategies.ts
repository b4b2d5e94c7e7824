import type { StrategyDescription } from '../../model/strategy.js';
import { STRATEGY_PARTS } from '../parts.js';

export type StrategyName = keyof typeof STRATEGY_PARTS;

/** The crawling strategies by name, in the order of the help. */
export const STRATEGIES: Readonly<Record<StrategyName, StrategyDescription>> = STRATEGY_PARTS;

/** The strategy of crawls for a topic unless the user says otherwise. */
export const DEFAULT_STRATEGY: StrategyName = 'learning';

/** The names of {@link STRATEGIES}. */
export const STRATEGY_NAMES = Object.keys(STRATEGIES) as readonly StrategyName[];

/** Whose links a strategy follows unless told otherwise; one that is not built in, those of all pages. */
export function followOf(name: string): 'accepted' | 'all' {
  return described(name)?.follow ?? 'all';
}

/** Whether a strategy takes links in the order of their discovery, whatever the topic. */
export function isBlind(name: StrategyName): boolean {
  return described(name)?.needs === 'order';
}

/** Whether a strategy needs the texts of the topic. */
export function needsTexts(name: StrategyName): boolean {
  return described(name)?.needs === 'texts';
}

/** Whether a strategy reads the paths of tags to links, as its `readsTagPaths` says. */
export function needsTagPaths(name: string): boolean {
  return described(name)?.needs === 'tag paths';
}

/** Whether the values of a strategy are the expected relevance of targets. */
export function expectsRelevance(name: string): boolean {
  return described(name)?.expectsRelevance ?? false;
}

function described(name: string): StrategyDescription | undefined {
  return Object.hasOwn(STRATEGIES, name) ? STRATEGIES[name as StrategyName] : undefined;
}
