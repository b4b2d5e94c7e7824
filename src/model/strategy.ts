/** A crawling strategy, before it is loaded. */
export interface StrategyDescription {
  /** One line for the help, with the paper. */
  readonly summary: string;
  /** Whose links it follows by default: those of accepted pages (and of seeds). Default: of all pages. */
  readonly follow?: 'accepted';
  /**
   * Evidence by which it values links: only the order of their discovery, whatever the topic; the judgements of pages; the tag paths
   * to links (`readsTagPaths`); or the texts of the topic.
   */
  readonly needs: 'order' | 'judgements' | 'texts';
  /** True if its values are the expected relevance of targets, from 0 to 1. Default: false. */
  readonly expectsRelevance?: boolean;
}
