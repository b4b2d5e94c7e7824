import type { StrategyLoaders, StrategyMaker } from '../../crawling/priority/strategy-parts.js';
import type { HmmEvidence } from './strategies/hmm/hmm.js';

function hmm(name: string, evidence: HmmEvidence): () => Promise<StrategyMaker> {
  return async () => {
    const { hiddenMarkov } = await import('./strategies/hmm/hmm.js');
    return ({ sight, settings, label }) =>
      hiddenMarkov(name, sight(), {
        evidence,
        settings: settings.hmm,
        seed: settings.seed,
        label,
      });
  };
}

/** The strategies of papers, each loaded when a crawl uses it. */
export const STRATEGIES: StrategyLoaders<
  | 'semantic-synonym'
  | 'semantic-hypernym'
  | 'hmm'
  | 'hmm-centroid'
  | 'hmm-centroid-anchor'
  | 'link-context'
  | 'cbp'
  | 'lpe'
  | 'three-phase'
  | 'shark-search'
  | 'tag-path'
  | 'tree-frontier'
> = {
  'semantic-synonym': async () => {
    const { semantic } = await import('./strategies/semantic-strategy.js');
    return ({ sight, meanings }) => semantic('semantic-synonym', sight(), meanings(), 0);
  },
  'semantic-hypernym': async () => {
    const { semantic } = await import('./strategies/semantic-strategy.js');
    return ({ sight, meanings, settings }) =>
      semantic('semantic-hypernym', sight(), meanings(), settings.semantic.hypernymSimilarity);
  },
  hmm: hmm('hmm', 'path'),
  'hmm-centroid': hmm('hmm-centroid', 'path-page'),
  'hmm-centroid-anchor': hmm('hmm-centroid-anchor', 'path-page-anchor'),
  'link-context': async () => {
    const { linkContext } = await import('./strategies/link-context.js');
    return ({ sight }) => linkContext(sight());
  },
  cbp: async () => {
    const { contentBlocks } = await import('./strategies/cbp.js');
    return ({ sight, settings }) => contentBlocks(sight(), settings.lpe);
  },
  lpe: async () => {
    const { linkPriorityEvaluation } = await import('./strategies/lpe.js');
    return ({ sight, settings }) => linkPriorityEvaluation(sight(), settings.lpe);
  },
  'three-phase': async () => {
    const { threePhase } = await import('./strategies/three-phase.js');
    return ({ sight, settings }) => threePhase(sight(), settings.threePhase);
  },
  'shark-search': async () => {
    const { sharkSearch } = await import('./strategies/shark-search.js');
    return ({ sight, settings }) => sharkSearch(sight(), settings.sharkSearch);
  },
  'tag-path': async () => {
    const { tagPath } = await import('./strategies/tag-path.js');
    return ({ settings }) => tagPath(settings.tagPath, settings.seed);
  },
  'tree-frontier': async () => {
    const { treeFrontier } = await import('./strategies/tree-frontier.js');
    return ({ sight, settings }) => treeFrontier(sight(), settings.treeFrontier, settings.seed);
  },
};
