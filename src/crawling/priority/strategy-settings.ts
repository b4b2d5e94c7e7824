/** All parameters of the strategies. {@link STRATEGY_SETTINGS} holds their values. */
export interface StrategySettings {
  /** Random seed for strategies with a random start (K-means). */
  readonly seed: number;
  /**
   * Number of keywords for methods that need a few (semantic, thesaurus, three-phase). The users of the papers write them;
   * here they are the heaviest words of the corpus. 50 is enough for several of them to occur on a page of the topic, and
   * too few to include words of everyday prose.
   */
  readonly topicTerms: number;
  readonly semantic: {
    /** Similarity of a word and its hypernym or hyponym (Batsakis et al. 2009, section 3.2 b): 0.5. */
    readonly hypernymSimilarity: number;
  };
  readonly hmm: {
    /** Pages of the labelled browse for learning the model. 300: what a patient person labels in an afternoon. */
    readonly browse: number;
    /**
     * K of K-means for the pages that are not relevant, "user defined" in the paper. 10: the rule of thumb √(n / 2) (Mardia,
     * Kent and Bibby 1979) for the two hundred such pages of a browse.
     */
    readonly clusters: number;
    /** K of the nearest neighbours, open in the paper. 5: an odd number well below the size of a cluster. */
    readonly neighbours: number;
    /** Hidden states: L0, L1, L2 and L3 for "three or more links away" (figure 1): 4. */
    readonly levels: number;
    /** ε below which forecasts are tied, "predefined" in the paper. 0.01: 300 pages do not support a finer distinction. */
    readonly tie: number;
    /**
     * Added to each count of A and B before they are normalised. Without it, as in the paper, one page in a cluster never
     * seen at its level makes all later forecasts 0 / 0. 1: Laplace's rule.
     */
    readonly smoothing: number;
    /** Maximum number of rounds of K-means, which converges after far fewer. */
    readonly rounds: number;
  };
  readonly lpe: {
    /** λ of JFE: weight of the anchor against the context (Lu et al. 2016, section 4.1): 0.5. */
    readonly anchorWeight: number;
    /**
     * θ from which blocks and links are relevant. The paper uses 0.5 for cosines with a topic of a few keywords; here, 0.5 is
     * the mean of the topic's own texts of that kind (`TopicSight`).
     */
    readonly threshold: number;
    /**
     * Treatment of links below θ: `drop` as in the paper, or `last` behind all others. Default: last, since otherwise a crawl
     * ends as soon as it runs out of relevant blocks, and its curve depends on θ rather than on the order.
     */
    readonly below: 'drop' | 'last';
  };
  readonly threePhase: {
    /** w1, w2, w3 of content, link, siblings (Devi 2017, section "Implementation"): 0.1, 0.2, 0.3. */
    readonly content: number;
    readonly link: number;
    readonly siblings: number;
    /** Tr, "predefined" in the paper. 0.05: half of the maximum for content alone. */
    readonly threshold: number;
    /** Visited children required for "most of them": 3, the smallest number with a clear majority. */
    readonly leastChildren: number;
    /** As `lpe.below`. */
    readonly below: 'drop' | 'last';
  };
  readonly sharkSearch: {
    /** δ: decay of a score per link (Hersovici et al. 1998): 0.5. */
    readonly decay: number;
    /** γ: weight of the inherited score against anchor and context. Open in the paper (γ < 1); 0.5 weighs both equally. */
    readonly inherited: number;
    /** β: weight of the anchor against its context (Hersovici et al. 1998): 0.8. */
    readonly anchor: number;
    /**
     * Similarity from which a page or anchor is relevant. The paper says "above 0", which fits a query of a few words; with
     * the words of a whole corpus, every page would be relevant. 0.25: a third of the topic's own mean.
     */
    readonly relevant: number;
  };
  readonly thesaurus: {
    /** Added to a word's weight per level; "higher weight" in the paper. 0.5. */
    readonly depthWeight: number;
    /** Penalty of a negative word, in root words. "Avoid" in the paper. 2. */
    readonly negativeWeight: number;
    /** Weight of the URL's words against the anchor window's: 0.5, equal. */
    readonly urlWeight: number;
  };
  readonly learning: {
    /** Initial step of AdaGrad (Duchi, Hazan and Singer 2011): 0.15; 0.08 to 0.3 are about as good. */
    readonly step: number;
    /** Decay of weights to their initial values per example: 1e-4, so that words seen once do not count for ever. */
    readonly decay: number;
    /** Growth of the examples after which all queued URLs are valued again: 0.2, some 13 times per tenfold growth. */
    readonly growth: number;
    /** Maximum number of words of each kind per queued link: 40, a whole context. */
    readonly wordsOfKind: number;
    /** Latest examples that are kept to be learned from again: 1,000. */
    readonly remembered: number;
    /**
     * Weight of the yield of pages that were found on a page, compared with the page itself, so that indexes are worth a request:
     * 0.5; 0.3 to 0.8 are about as good.
     */
    readonly onward: number;
    /**
     * Weight of the log odds that were expected of a page against those of its score: 0.3. Scores err, and links are
     * evidence of their own; from 0.6 on the strategy believes itself rather than the pages.
     */
    readonly expectation: number;
  };
}

/** The default values, explained at each field. */
export const STRATEGY_SETTINGS: StrategySettings = {
  seed: 1,
  topicTerms: 50,
  semantic: { hypernymSimilarity: 0.5 },
  hmm: { browse: 300, clusters: 10, neighbours: 5, levels: 4, tie: 0.01, smoothing: 1, rounds: 30 },
  lpe: { anchorWeight: 0.5, threshold: 0.5, below: 'last' },
  threePhase: { content: 0.1, link: 0.2, siblings: 0.3, threshold: 0.05, leastChildren: 3, below: 'last' },
  sharkSearch: { decay: 0.5, inherited: 0.5, anchor: 0.8, relevant: 0.25 },
  thesaurus: { depthWeight: 0.5, negativeWeight: 2, urlWeight: 0.5 },
  learning: {
    step: 0.15,
    decay: 1e-4,
    growth: 0.2,
    wordsOfKind: 40,
    remembered: 1000,
    onward: 0.5,
    expectation: 0.3,
  },
};
