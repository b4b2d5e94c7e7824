import { defineExtension } from '../../judging/plugins/ports.js';

/** Comparison, replay, tuning and ratings, and classifiers of papers. */
export default defineExtension({
  ports: {
    pagesToRate: {
      load: async () => {
        const { firstOfHosts, nearestPages } = await import('./ratings/nearest-pages.js');
        return { firstOfHosts, nearest: nearestPages };
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
    tune: {
      section: 'Experiments',
      args: '<out>',
      summary:
        'Choose settings for a crawl by simulated crawls of the pages that a finished crawl fetched. Nothing is fetched, and ' +
        'the folder is not changed.',
      load: async () => (await import('./commands/tune-command.js')).tuneCommand,
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
