import type { LinkPriority } from '../../model/crawl-event.js';
import { STRATEGIES, type StrategyName } from '../../model/strategy.js';
import type { STRATEGIES as LabStrategyLoaders } from '../../extensions/lab/lab-strategies.js';
import type { MakeStrategy, StrategyMaker, StrategyParts } from './strategy-parts.js';
import { STRATEGY_SETTINGS } from './strategy-settings.js';

/** Whether a strategy takes links in the order of their discovery, whatever the topic. */
export function isBlind(name: StrategyName): boolean {
  return STRATEGIES[name].needs === 'order';
}

/** Whether a strategy needs the texts of the topic. */
export function needsTexts(name: StrategyName): boolean {
  return STRATEGIES[name].needs === 'texts';
}

/** Whether a strategy reads the paths of tags to links, as its `readsTagPaths` says. */
export function needsTagPaths(name: string): boolean {
  return name in STRATEGIES && STRATEGIES[name as StrategyName].needs === 'tag paths';
}

function similarityTo(
  name: 'best-first-page' | 'best-first-anchor' | 'best-first-page-anchor',
  by: 'page' | 'anchor' | 'page-anchor',
): () => Promise<StrategyMaker> {
  return async () => {
    const { bestFirst } = await import('./best-first.js');
    return ({ sight }) => bestFirst(name, sight(), by);
  };
}

function fromLab(name: keyof typeof LabStrategyLoaders): () => Promise<StrategyMaker> {
  return async () => (await import('../../extensions/lab/lab-strategies.js')).STRATEGIES[name]();
}

/** How each strategy is loaded. A crawl loads the one that it is run by. */
const LOADERS: Readonly<Record<StrategyName, () => Promise<StrategyMaker>>> = {
  krs: async () => (await import('./krs-strategies.js')).krs,
  'krs-best-first': async () => (await import('./krs-strategies.js')).krsBestFirst,
  learning: async () => {
    const { learning } = await import('./learning/learning.js');
    return ({ sight, settings }) => learning(sight(), settings.learning);
  },
  'breadth-first': async () => (await import('./breadth-first.js')).breadthFirst,
  'best-first-page': similarityTo('best-first-page', 'page'),
  'best-first-anchor': similarityTo('best-first-anchor', 'anchor'),
  'best-first-page-anchor': similarityTo('best-first-page-anchor', 'page-anchor'),
  'n-best-first': async () => {
    const { bestFirst } = await import('./best-first.js');
    return ({ sight, settings }) => bestFirst('n-best-first', sight(), 'page-anchor', settings.nBest.size);
  },
  'semantic-synonym': fromLab('semantic-synonym'),
  'semantic-hypernym': fromLab('semantic-hypernym'),
  hmm: fromLab('hmm'),
  'hmm-centroid': fromLab('hmm-centroid'),
  'hmm-centroid-anchor': fromLab('hmm-centroid-anchor'),
  'link-context': fromLab('link-context'),
  cbp: fromLab('cbp'),
  lpe: fromLab('lpe'),
  'three-phase': fromLab('three-phase'),
  'shark-search': fromLab('shark-search'),
  thesaurus: async () =>
    (await import('../../extensions/thesaurus/thesaurus-strategies.js')).STRATEGIES.thesaurus(),
  'tag-path': fromLab('tag-path'),
  'tree-frontier': fromLab('tree-frontier'),
  'parent-quality': async () => (await import('./parent-quality.js')).parentQuality,
};

/** Loads a strategy. */
export async function loadStrategy(name: StrategyName): Promise<MakeStrategy> {
  const make = await LOADERS[name]();
  return (parts) => make({ ...parts, settings: parts.settings ?? STRATEGY_SETTINGS });
}

/** Loads a strategy and makes a fresh one for a crawl. */
export async function createStrategy(name: StrategyName, parts: StrategyParts): Promise<LinkPriority> {
  return (await loadStrategy(name))(parts);
}
