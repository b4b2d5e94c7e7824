/** A crawling strategy, before it is loaded. */
export interface StrategyDescription {
  /** One line for the help, with the paper. */
  readonly summary: string;
  /** Whose links it follows by default: those of accepted pages (and of seeds), or of all pages. */
  readonly follow: 'accepted' | 'all';
  /**
   * What it values links by: only the order of their discovery, whatever the topic; the judgements of pages; the tag paths
   * to links (`readsTagPaths`); or the texts of the topic.
   */
  readonly needs: 'order' | 'judgements' | 'tag paths' | 'texts';
}

/** The crawling strategies by name, in the order of the help. */
export const STRATEGIES = {
  krs: {
    summary: 'breadth-first from accepted pages (Hernandez et al. 2020)',
    follow: 'accepted',
    needs: 'order',
  },
  'krs-best-first': {
    summary: 'links of the best-scored accepted pages first',
    follow: 'accepted',
    needs: 'judgements',
  },
  learning: {
    summary: 'learns from judgements which texts, pages, hosts, templates and words lead to the topic',
    follow: 'all',
    needs: 'texts',
  },
  'breadth-first': {
    summary: 'closest to the seeds first, regardless of the topic',
    follow: 'all',
    needs: 'order',
  },
  'best-first-page': {
    summary: 'links of similar pages first (Batsakis et al. 2009)',
    follow: 'all',
    needs: 'texts',
  },
  'best-first-anchor': {
    summary: 'links of similar anchor text first (Batsakis et al. 2009)',
    follow: 'all',
    needs: 'texts',
  },
  'best-first-page-anchor': {
    summary: 'the mean of best-first-page and best-first-anchor (Batsakis et al. 2009)',
    follow: 'all',
    needs: 'texts',
  },
  'n-best-first': {
    summary: 'best-first-page-anchor, several pages at a time (Pant, Srinivasan, Menczer 2004)',
    follow: 'all',
    needs: 'texts',
  },
  'semantic-synonym': {
    summary: 'similarity by WordNet synonyms, page and anchor (Batsakis et al. 2009)',
    follow: 'all',
    needs: 'texts',
  },
  'semantic-hypernym': {
    summary: 'semantic-synonym with hypernyms and hyponyms counting half',
    follow: 'all',
    needs: 'texts',
  },
  hmm: {
    summary: 'a hidden Markov model of the way to the topic, learned while browsing (Liu et al. 2006)',
    follow: 'all',
    needs: 'texts',
  },
  'hmm-centroid': {
    summary: 'hmm combined with similarity of the page to relevant pages (Batsakis et al. 2009)',
    follow: 'all',
    needs: 'texts',
  },
  'hmm-centroid-anchor': {
    summary: 'hmm-centroid with similarity of page and anchor (Batsakis et al. 2009)',
    follow: 'all',
    needs: 'texts',
  },
  'link-context': {
    summary: 'links of similar surrounding text first (Lu et al. 2016)',
    follow: 'all',
    needs: 'texts',
  },
  cbp: { summary: 'links of similar content blocks first (Lu et al. 2016)', follow: 'all', needs: 'texts' },
  lpe: {
    summary: 'links of similar content blocks first, else of similar anchor and context (Lu et al. 2016)',
    follow: 'all',
    needs: 'texts',
  },
  'three-phase': {
    summary: 'topic words in page and URL, and relevant siblings (Devi 2017)',
    follow: 'all',
    needs: 'texts',
  },
  'shark-search': {
    summary: 'anchor text, context and scores inherited from parent pages (Hersovici et al. 1998)',
    follow: 'all',
    needs: 'texts',
  },
  thesaurus: {
    summary: 'words of a thesaurus in URL and anchor window (Badia et al. 2006)',
    follow: 'all',
    needs: 'texts',
  },
  'tag-path': {
    summary: 'learns which paths of tags lead to relevant pages (Gauquier et al. 2025)',
    follow: 'all',
    needs: 'tag paths',
  },
  'tree-frontier': {
    summary: 'one link per leaf of a regression tree that grows in the crawl (Kontogiannis et al. 2022)',
    follow: 'all',
    needs: 'texts',
  },
  'parent-quality': {
    summary: 'links of the best-scored pages first, accepted or not (Yu, Liu and Xiong 2025)',
    follow: 'all',
    needs: 'judgements',
  },
} as const satisfies Readonly<Record<string, StrategyDescription>>;

export type StrategyName = keyof typeof STRATEGIES;

/** The strategy of crawls for a topic unless the user says otherwise. */
export const DEFAULT_STRATEGY: StrategyName = 'learning';

/** The names of {@link STRATEGIES}. */
export const STRATEGY_NAMES = Object.keys(STRATEGIES) as readonly StrategyName[];

/** Whose links a strategy follows unless told otherwise; one that is not built in, those of all pages. */
export function followOf(name: string): StrategyDescription['follow'] {
  return name in STRATEGIES ? STRATEGIES[name as StrategyName].follow : 'all';
}
