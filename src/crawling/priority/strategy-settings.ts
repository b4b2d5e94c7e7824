/** Treatment of links below a threshold: left, or behind all others. */
type Below = 'drop' | 'last';

/** All parameters of the strategies: their default values, and where each comes from. */
export const STRATEGY_SETTINGS = {
  /** Random seed for strategies with a random start (K-means). */
  seed: 1,
  /**
   * Number of keywords for methods that need a few (semantic, thesaurus, three-phase): the heaviest words of the corpus, where
   * users of the papers write them. Of 50 several occur on a page of the topic, and none are words of everyday prose.
   */
  topicTerms: 50,
  semantic: {
    /** Similarity of a word and its hypernym or hyponym (Batsakis et al. 2009, section 3.2 b). */
    hypernymSimilarity: 0.5,
  },
  hmm: {
    /** Pages of the labelled browse for learning the model: what a patient person labels in an afternoon. */
    browse: 300,
    /** K of K-means for pages that are not relevant, "user defined" in the paper. √(n / 2) (Mardia, Kent and Bibby 1979). */
    clusters: 10,
    /** K of the nearest neighbours, open in the paper: an odd number well below the size of a cluster. */
    neighbours: 5,
    /** Hidden states: L0, L1, L2 and L3 for "three or more links away" (figure 1). */
    levels: 4,
    /** ε below which forecasts are tied, "predefined" in the paper: 300 pages do not support a finer distinction. */
    tie: 0.01,
    /** Added to each count of A and B (Laplace). Without it, as in the paper, one unseen pair makes later forecasts 0 / 0. */
    smoothing: 1,
    /** Maximum number of rounds of K-means, which converges after far fewer. */
    rounds: 30,
  },
  lpe: {
    /** λ of JFE: weight of the anchor against the context (Lu et al. 2016, section 4.1). */
    anchorWeight: 0.5,
    /** θ from which blocks and links are relevant: 0.5, in the paper a cosine, here the mean of the topic's own texts. */
    threshold: 0.5,
    /** Treatment of links below θ: `drop` as in the paper, or `last`, since else a crawl ends without relevant blocks. */
    below: 'last' as Below,
  },
  threePhase: {
    /** w1, w2, w3 of content, link, siblings (Devi 2017, section "Implementation"). */
    ...{ content: 0.1, link: 0.2, siblings: 0.3 },
    /** Tr, "predefined" in the paper: half of the maximum for content alone. */
    threshold: 0.05,
    /** Visited children required for "most of them": the smallest number with a clear majority. */
    leastChildren: 3,
    below: 'last' as Below,
  },
  sharkSearch: {
    /** δ: decay of a score per link (Hersovici et al. 1998). */
    decay: 0.5,
    /** γ: weight of the inherited score against anchor and context. Open in the paper (γ < 1); 0.5 weighs both equally. */
    inherited: 0.5,
    /** β: weight of the anchor against its context (Hersovici et al. 1998). */
    anchor: 0.8,
    /** Similarity from which texts are relevant: "above 0" in the paper, but all pages share words with a whole corpus. */
    relevant: 0.25,
  },
  thesaurus: {
    /** Added to a word's weight per level; "higher weight" in the paper. */
    depthWeight: 0.5,
    /** Penalty of a negative word, in root words. "Avoid" in the paper. */
    negativeWeight: 2,
    /** Weight of the URL's words against the anchor window's. */
    urlWeight: 0.5,
  },
  learning: {
    /** Growth of the pages after which all queued URLs are valued again: some 13 times per tenfold growth. */
    growth: 0.2,
    /** Latest pages that people can correct. */
    remembered: 1000,
    /** Weight of the log odds expected of a page against those of its score, which errs; from 0.6 on it believes itself. */
    expectation: 0.3,
  },
};

export type StrategySettings = typeof STRATEGY_SETTINGS;
