import type { StrategyDescription } from '../../model/strategy.js';
import type { StrategyMaker } from './strategy-parts.js';

/** A strategy as the table declares it. It is loaded when a crawl uses it. */
export interface StrategyDeclaration extends StrategyDescription {
  readonly load: () => Promise<StrategyMaker>;
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

/** The strategies of the core, in the order of the help. A further one is a file and an entry; then `npm run extensions`. */
export const CORE_STRATEGIES: Readonly<Record<string, StrategyDeclaration>> = {
  krs: {
    summary: 'breadth-first from accepted pages (Hernandez et al. 2020)',
    follow: 'accepted',
    needs: 'order',
    load: async () => (await import('./krs-strategies.js')).krs,
  },
  'krs-best-first': {
    summary: 'links of the best-scored accepted pages first',
    follow: 'accepted',
    needs: 'judgements',
    load: async () => (await import('./krs-strategies.js')).krsBestFirst,
  },
  learning: {
    summary: 'learns from judgements which texts, pages, hosts, templates and words lead to the topic',
    follow: 'all',
    needs: 'texts',
    expectsRelevance: true,
    load: async () => {
      const { learning } = await import('./learning/learning.js');
      return ({ sight, settings }) => learning(sight(), settings.learning);
    },
  },
  'breadth-first': {
    summary: 'closest to the seeds first, regardless of the topic',
    follow: 'all',
    needs: 'order',
    load: async () => (await import('./breadth-first.js')).breadthFirst,
  },
  'best-first-page': {
    summary: 'links of similar pages first (Batsakis et al. 2009)',
    follow: 'all',
    needs: 'texts',
    load: similarityTo('best-first-page', 'page'),
  },
  'best-first-anchor': {
    summary: 'links of similar anchor text first (Batsakis et al. 2009)',
    follow: 'all',
    needs: 'texts',
    load: similarityTo('best-first-anchor', 'anchor'),
  },
  'best-first-page-anchor': {
    summary: 'the mean of best-first-page and best-first-anchor (Batsakis et al. 2009)',
    follow: 'all',
    needs: 'texts',
    load: similarityTo('best-first-page-anchor', 'page-anchor'),
  },
  'n-best-first': {
    summary: 'best-first-page-anchor, several pages at a time (Pant, Srinivasan, Menczer 2004)',
    follow: 'all',
    needs: 'texts',
    load: async () => {
      const { bestFirst } = await import('./best-first.js');
      return ({ sight, settings }) => bestFirst('n-best-first', sight(), 'page-anchor', settings.nBest.size);
    },
  },
  'parent-quality': {
    summary: 'links of the best-scored pages first, accepted or not (Yu, Liu and Xiong 2025)',
    follow: 'all',
    needs: 'judgements',
    load: async () => (await import('./parent-quality.js')).parentQuality,
  },
};
