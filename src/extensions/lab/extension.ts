import type { SettledParts, StrategyMaker } from '../../crawling/priority/strategy-parts.js';
import { defineExtension } from '../../judging/plugins/ports.js';
import type { HmmEvidence } from './strategies/hmm/hmm.js';

/** Loads a strategy of the family of hidden Markov models. */
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

/** Comparison, replay, tuning and ratings, and classifiers of papers. */
export default defineExtension({
  ports: {
    pagesToRate: {
      load: async () => {
        const { alikeIn, pageQuestions } = await import('./ratings/page-questions.js');
        return { alike: alikeIn, questions: pageQuestions };
      },
    },
  },
  strategies: {
    'semantic-synonym': {
      summary: 'similarity by WordNet synonyms, page and anchor (Batsakis et al. 2009)',
      follow: 'all',
      needs: 'texts',
      load: async () => {
        const { semantic } = await import('./strategies/semantic-strategy.js');
        return ({ sight, meanings }: SettledParts) => semantic('semantic-synonym', sight(), meanings(), 0);
      },
    },
    'semantic-hypernym': {
      summary: 'semantic-synonym with hypernyms and hyponyms counting half',
      follow: 'all',
      needs: 'texts',
      load: async () => {
        const { semantic } = await import('./strategies/semantic-strategy.js');
        return ({ sight, meanings, settings }: SettledParts) =>
          semantic('semantic-hypernym', sight(), meanings(), settings.semantic.hypernymSimilarity);
      },
    },
    hmm: {
      summary: 'a hidden Markov model of the way to the topic, learned while browsing (Liu et al. 2006)',
      follow: 'all',
      needs: 'texts',
      load: hmm('hmm', 'path'),
    },
    'hmm-centroid': {
      summary: 'hmm combined with similarity of the page to relevant pages (Batsakis et al. 2009)',
      follow: 'all',
      needs: 'texts',
      load: hmm('hmm-centroid', 'path-page'),
    },
    'hmm-centroid-anchor': {
      summary: 'hmm-centroid with similarity of page and anchor (Batsakis et al. 2009)',
      follow: 'all',
      needs: 'texts',
      load: hmm('hmm-centroid-anchor', 'path-page-anchor'),
    },
    'link-context': {
      summary: 'links of similar surrounding text first (Lu et al. 2016)',
      follow: 'all',
      needs: 'texts',
      load: async () => {
        const { linkContext } = await import('./strategies/link-context.js');
        return ({ sight }: SettledParts) => linkContext(sight());
      },
    },
    cbp: {
      summary: 'links of similar content blocks first (Lu et al. 2016)',
      follow: 'all',
      needs: 'texts',
      load: async () => {
        const { contentBlocks } = await import('./strategies/cbp.js');
        return ({ sight, settings }: SettledParts) => contentBlocks(sight(), settings.lpe);
      },
    },
    lpe: {
      summary: 'links of similar content blocks first, else of similar anchor and context (Lu et al. 2016)',
      follow: 'all',
      needs: 'texts',
      load: async () => {
        const { linkPriorityEvaluation } = await import('./strategies/lpe.js');
        return ({ sight, settings }: SettledParts) => linkPriorityEvaluation(sight(), settings.lpe);
      },
    },
    'three-phase': {
      summary: 'topic words in page and URL, and relevant siblings (Devi 2017)',
      follow: 'all',
      needs: 'texts',
      load: async () => {
        const { threePhase } = await import('./strategies/three-phase.js');
        return ({ sight, settings }: SettledParts) => threePhase(sight(), settings.threePhase);
      },
    },
    'shark-search': {
      summary: 'anchor text, context and scores inherited from parent pages (Hersovici et al. 1998)',
      follow: 'all',
      needs: 'texts',
      load: async () => {
        const { sharkSearch } = await import('./strategies/shark-search.js');
        return ({ sight, settings }: SettledParts) => sharkSearch(sight(), settings.sharkSearch);
      },
    },
    'tag-path': {
      summary: 'learns which paths of tags lead to relevant pages (Gauquier et al. 2025)',
      follow: 'all',
      needs: 'tag paths',
      load: async () => {
        const { tagPath } = await import('./strategies/tag-path.js');
        return ({ settings }: SettledParts) => tagPath(settings.tagPath, settings.seed);
      },
    },
    'tree-frontier': {
      summary: 'one link per leaf of a regression tree that grows in the crawl (Kontogiannis et al. 2022)',
      follow: 'all',
      needs: 'texts',
      load: async () => {
        const { treeFrontier } = await import('./strategies/tree-frontier.js');
        return ({ sight, settings }: SettledParts) =>
          treeFrontier(sight(), settings.treeFrontier, settings.seed);
      },
    },
  },
  classifiers: {
    'itfidf-bayes': {
      summary: 'naive Bayes on ITFIDF weights (Lu et al. 2016)',
      trained: true,
      load: async () => (await import('./classifiers/bayes.js')).itfidfBayes,
    },
    'tfidf-bayes': {
      summary: 'naive Bayes on TFIDF weights, the baseline of itfidf-bayes',
      trained: true,
      load: async () => (await import('./classifiers/bayes.js')).tfidfBayes,
    },
    centroid: {
      summary: "cosine to the centre of the topic's texts",
      trained: true,
      load: async () => (await import('./classifiers/centroid-classifier.js')).centroid,
    },
    semantic: {
      summary: 'cosine that counts WordNet synonyms as well (Batsakis et al. 2009)',
      trained: true,
      load: async () => (await import('./classifiers/semantic-classifier.js')).semantic,
    },
    'semantic-hypernyms': {
      summary: 'the same, with hypernyms and hyponyms counting half',
      trained: true,
      load: async () => (await import('./classifiers/semantic-classifier.js')).semanticHypernyms,
    },
  },
  commands: {
    compare: {
      section: 'Experiments',
      summary:
        'Crawl a stored web with many strategies and compare them. Ctrl-C stops it and keeps the finished crawls.',
      load: async () => (await import('./commands/compare-command.js')).compareCommand,
    },
    replay: {
      section: 'Experiments',
      args: '<out>',
      summary:
        'Score a finished crawl with another classifier or strategy, without fetching, and show the differences.',
      load: async () => (await import('./commands/replay-command.js')).replayCommand,
    },
    rate: {
      section: 'Results',
      args: '<out>',
      summary:
        "Have people judge a sample of the accepted pages, and report each rater's harvest ratio and their agreement.",
      load: async () => (await import('./commands/rate-command.js')).rateCommand,
    },
  },
});
