import type { StrategyLoaders } from '../../crawling/priority/strategy-parts.js';

/** The strategy that crawls by a thesaurus, loaded when a crawl uses it. */
export const STRATEGIES: StrategyLoaders<'thesaurus'> = {
  thesaurus: async () => {
    const { thesaurusOf, thesaurusPriority } = await import('./thesaurus-strategy.js');
    return ({ sight, meanings, thesaurus, settings }) => {
      const topic = sight();
      return thesaurusPriority(topic, thesaurus ?? thesaurusOf(topic.terms, meanings()), settings.thesaurus);
    };
  },
};
