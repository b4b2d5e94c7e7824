/** Every number that the strategies leave open or fix. {@link STRATEGY_SETTINGS} holds the values that are used. */
export interface StrategySettings {
  /** Draws where a strategy starts at random (K-means). */
  readonly seed: number;
  /**
   * Words that stand for the topic where a method wants a few keywords (semantic, thesaurus, three-phase). The papers' users
   * write them; here they are the heaviest words of the corpus. 50, as many as Batsakis et al. take pages for ground truth:
   * enough that a page of the topic holds several of them, too few for words of everyday prose to come in.
   */
  readonly topicTerms: number;
  readonly nBest: {
    /**
     * N of N-best-first. Pant, Srinivasan and Menczer leave it open and report N = 256 for crawls of 10,000 pages and more;
     * 16 is about the same share of a crawl of 1,000.
     */
    readonly size: number;
  };
  readonly semantic: {
    /** Similarity of a word and its hypernym or hyponym (Batsakis et al. 2009, section 3.2 b): 0.5. */
    readonly hypernymSimilarity: number;
  };
  readonly hmm: {
    /** Pages of the labelled browse that the model is learned from. 300: what a patient person labels in an afternoon. */
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
    /** ε below which forecasts are a tie, "predefined" in the paper. 0.01: less is not to be told from 300 pages. */
    readonly tie: number;
    /**
     * Added to each count of A and B, before they are normalised. The paper counts alone; then one page in a cluster never
     * seen at its level makes all later forecasts 0 / 0. 1: Laplace's rule.
     */
    readonly smoothing: number;
    /** Rounds of K-means at most; it comes to rest after far fewer. */
    readonly rounds: number;
  };
  readonly lpe: {
    /** λ of JFE: weight of the anchor against the context (Lu et al. 2016, section 4.1): 0.5. */
    readonly anchorWeight: number;
    /**
     * θ from which blocks and links are relevant. 0.5 in the paper, for cosines with a topic of a few keywords; here on a scale
     * on which 0.5 is what the topic's own texts of that kind have in the mean (`TopicSight`).
     */
    readonly threshold: number;
    /**
     * What becomes of links below θ: `drop` is the paper to the letter, `last` queues them behind all others. Default last:
     * otherwise a crawl ends as soon as the relevant blocks are used up, and its curve shows θ and not the order.
     */
    readonly below: 'drop' | 'last';
  };
  readonly threePhase: {
    /** w1, w2, w3 of content, link, siblings (Devi 2017, section "Implementation"): 0.1, 0.2, 0.3. */
    readonly content: number;
    readonly link: number;
    readonly siblings: number;
    /** Tr, "predefined" in the paper. 0.05: half of what the content alone can bring. */
    readonly threshold: number;
    /** Children that have to be visited before "most of them" is said: 3, the least that can have a clear majority. */
    readonly leastChildren: number;
    /** As `lpe.below`. */
    readonly below: 'drop' | 'last';
  };
  readonly sharkSearch: {
    /** δ: what is left of a score one link further on (Hersovici et al. 1998): 0.5. */
    readonly decay: number;
    /** γ: weight of what is inherited against anchor and context. Open in the paper (γ < 1); 0.5, neither preferred. */
    readonly inherited: number;
    /** β: weight of the anchor against its context (Hersovici et al. 1998): 0.8. */
    readonly anchor: number;
    /**
     * Similarity from which a page or anchor counts as relevant. The paper says "above 0", which holds for a query of a few
     * words; with the words of a whole corpus it would hold for every page. 0.25: a third of what the topic's own have.
     */
    readonly relevant: number;
  };
  readonly thesaurus: {
    /** What a level adds to a word's weight; "higher weight" in the paper. 0.5. */
    readonly depthWeight: number;
    /** What a negative word takes away, in root words. "Avoid" in the paper. 2. */
    readonly negativeWeight: number;
    /** Weight of the URL's words against the anchor window's: 0.5, neither preferred. */
    readonly urlWeight: number;
  };
  readonly learning: {
    /** First step of AdaGrad (Duchi, Hazan and Singer 2011): 0.3; the steps shrink by themselves. */
    readonly step: number;
    /** Pull of weights back to where they began, at each example: 1e-4, so that words seen once do not decide for ever. */
    readonly decay: number;
    /** Share by which the examples have to grow until all that waits is valued again: 0.1, some 70 times in 1,000 pages. */
    readonly growth: number;
    /** Words of contexts that are kept for each link that waits: 40, which is a whole context. */
    readonly contextWords: number;
  };
}

/** The values that are used unless others are given; each is explained at its field. */
export const STRATEGY_SETTINGS: StrategySettings = {
  seed: 1,
  topicTerms: 50,
  nBest: { size: 16 },
  semantic: { hypernymSimilarity: 0.5 },
  hmm: { browse: 300, clusters: 10, neighbours: 5, levels: 4, tie: 0.01, smoothing: 1, rounds: 30 },
  lpe: { anchorWeight: 0.5, threshold: 0.5, below: 'last' },
  threePhase: { content: 0.1, link: 0.2, siblings: 0.3, threshold: 0.05, leastChildren: 3, below: 'last' },
  sharkSearch: { decay: 0.5, inherited: 0.5, anchor: 0.8, relevant: 0.25 },
  thesaurus: { depthWeight: 0.5, negativeWeight: 2, urlWeight: 0.5 },
  learning: { step: 0.3, decay: 1e-4, growth: 0.1, contextWords: 40 },
};
