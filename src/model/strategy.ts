/** What a person is told of a crawling strategy, and whose links it follows unless told otherwise. */
export interface StrategyDescription {
  readonly summary: string;
  /** As in a crawl's plan: the links of accepted pages (and of seeds), or of all pages. */
  readonly follow: 'accepted' | 'all';
}

/** The crawling strategies by name, in the order in which they are told of. */
export const STRATEGIES = {
  krs: { summary: 'breadth-first from accepted pages (Hernandez et al. 2020)', follow: 'accepted' },
  'krs-best-first': {
    summary: 'links of the best-scored accepted pages first',
    follow: 'accepted',
  },
  learning: {
    summary: 'learns from judgements which texts, pages, hosts, templates and words lead to the topic',
    follow: 'all',
  },
  'breadth-first': { summary: 'closest to the seeds first, regardless of the topic', follow: 'all' },
  'best-first-page': { summary: 'links of similar pages first (Batsakis et al. 2009)', follow: 'all' },
  'best-first-anchor': {
    summary: 'links of similar anchor text first (Batsakis et al. 2009)',
    follow: 'all',
  },
  'best-first-page-anchor': {
    summary: 'the mean of best-first-page and best-first-anchor (Batsakis et al. 2009)',
    follow: 'all',
  },
  'n-best-first': {
    summary: 'best-first-page-anchor, several pages at a time (Pant, Srinivasan, Menczer 2004)',
    follow: 'all',
  },
  'semantic-synonym': {
    summary: 'similarity by WordNet synonyms, page and anchor (Batsakis et al. 2009)',
    follow: 'all',
  },
  'semantic-hypernym': {
    summary: 'semantic-synonym with hypernyms and hyponyms counting half',
    follow: 'all',
  },
  hmm: {
    summary: 'a hidden Markov model of the way to the topic, learned while browsing (Liu et al. 2006)',
    follow: 'all',
  },
  'hmm-centroid': {
    summary: 'hmm combined with similarity of the page to relevant pages (Batsakis et al. 2009)',
    follow: 'all',
  },
  'hmm-centroid-anchor': {
    summary: 'hmm-centroid with similarity of page and anchor (Batsakis et al. 2009)',
    follow: 'all',
  },
  'link-context': { summary: 'links of similar surrounding text first (Lu et al. 2016)', follow: 'all' },
  cbp: { summary: 'links of similar content blocks first (Lu et al. 2016)', follow: 'all' },
  lpe: {
    summary: 'links of similar content blocks first, else of similar anchor and context (Lu et al. 2016)',
    follow: 'all',
  },
  'three-phase': { summary: 'topic words in page and URL, and relevant siblings (Devi 2017)', follow: 'all' },
  'shark-search': {
    summary: 'anchor text, context and scores inherited from parent pages (Hersovici et al. 1998)',
    follow: 'all',
  },
  thesaurus: {
    summary: 'words of a thesaurus in URL and anchor window (Badia et al. 2006)',
    follow: 'all',
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
