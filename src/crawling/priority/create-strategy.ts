import type { CrawlEvent, LinkPriority } from '../../model/crawl.js';
import { STRATEGIES, type StrategyName } from '../../model/strategy.js';
import type { TopicThesaurus } from '../../model/thesaurus.js';
import type { HmmEvidence } from '../../extensions/lab/strategies/hmm/hmm.js';
import type { NounMeanings } from './meanings.js';
import { STRATEGY_SETTINGS, type StrategySettings } from './strategy-settings.js';
import type { TopicSight } from './topic-sight.js';
import { given } from '../../support/given.js';

/** What strategies are made of. */
export interface StrategyParts {
  /** The topic; used only by strategies that need texts. */
  readonly sight: () => TopicSight;
  readonly meanings: () => NounMeanings;
  /** Default: a thesaurus of the heaviest words of the corpus. */
  readonly thesaurus?: TopicThesaurus;
  /** The user's labels for the browse of the HMM strategies. Default: the classifier's judgements. */
  readonly label?: (event: CrawlEvent) => boolean | undefined;
  readonly settings?: StrategySettings;
}

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

/** Makes a fresh strategy for one crawl. */
export type MakeStrategy = (parts: StrategyParts) => LinkPriority;

/** How a strategy is made, all settings known. */
type Maker = (parts: StrategyParts & { readonly settings: StrategySettings }) => LinkPriority;

function similarityTo(
  name: 'best-first-page' | 'best-first-anchor' | 'best-first-page-anchor',
  by: 'page' | 'anchor' | 'page-anchor',
): () => Promise<Maker> {
  return async () => {
    const { bestFirst } = await import('./best-first.js');
    return ({ sight }) => bestFirst(name, sight(), by);
  };
}

function hmm(name: string, evidence: HmmEvidence): () => Promise<Maker> {
  return async () => {
    const { hiddenMarkov } = await import('../../extensions/lab/strategies/hmm/hmm.js');
    return ({ sight, settings, label }) =>
      hiddenMarkov(name, sight(), {
        evidence,
        settings: settings.hmm,
        seed: settings.seed,
        ...given({ label }),
      });
  };
}

/** How each strategy is loaded. A crawl loads the one that it is run by. */
const LOADERS: Readonly<Record<StrategyName, () => Promise<Maker>>> = {
  krs: async () => (await import('./krs.js')).krs,
  'krs-best-first': async () => (await import('./krs.js')).krsBestFirst,
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
  'semantic-synonym': async () => {
    const { semantic } = await import('../../extensions/lab/strategies/semantic.js');
    return ({ sight, meanings }) => semantic('semantic-synonym', sight(), meanings(), 0);
  },
  'semantic-hypernym': async () => {
    const { semantic } = await import('../../extensions/lab/strategies/semantic.js');
    return ({ sight, meanings, settings }) =>
      semantic('semantic-hypernym', sight(), meanings(), settings.semantic.hypernymSimilarity);
  },
  hmm: hmm('hmm', 'path'),
  'hmm-centroid': hmm('hmm-centroid', 'path-page'),
  'hmm-centroid-anchor': hmm('hmm-centroid-anchor', 'path-page-anchor'),
  'link-context': async () => {
    const { linkContext } = await import('../../extensions/lab/strategies/link-context.js');
    return ({ sight }) => linkContext(sight());
  },
  cbp: async () => {
    const { contentBlocks } = await import('../../extensions/lab/strategies/cbp.js');
    return ({ sight, settings }) => contentBlocks(sight(), settings.lpe);
  },
  lpe: async () => {
    const { linkPriorityEvaluation } = await import('../../extensions/lab/strategies/lpe.js');
    return ({ sight, settings }) => linkPriorityEvaluation(sight(), settings.lpe);
  },
  'three-phase': async () => {
    const { threePhase } = await import('../../extensions/lab/strategies/three-phase.js');
    return ({ sight, settings }) => threePhase(sight(), settings.threePhase);
  },
  'shark-search': async () => {
    const { sharkSearch } = await import('../../extensions/lab/strategies/shark-search.js');
    return ({ sight, settings }) => sharkSearch(sight(), settings.sharkSearch);
  },
  thesaurus: async () => {
    const { thesaurusOf, thesaurusPriority } =
      await import('../../extensions/thesaurus/thesaurus-strategy.js');
    return ({ sight, meanings, thesaurus, settings }) => {
      const topic = sight();
      return thesaurusPriority(topic, thesaurus ?? thesaurusOf(topic.terms, meanings()), settings.thesaurus);
    };
  },
  'tag-path': async () => {
    const { tagPath } = await import('../../extensions/lab/strategies/tag-path.js');
    return ({ settings }) => tagPath(settings.tagPath, settings.seed);
  },
  'tree-frontier': async () => {
    const { treeFrontier } = await import('../../extensions/lab/strategies/tree-frontier.js');
    return ({ sight, settings }) => treeFrontier(sight(), settings.treeFrontier, settings.seed);
  },
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
