import type { ClassifierDeclaration } from './classifiers/classifier.js';
import type { LinkerDeclaration } from '../language/linking/linker.js';

/** A crawling strategy, before it is loaded. */
export interface StrategyDescription {
  /** One line for the help, with the paper. */
  readonly summary: string;
  /** Whose links it follows by default: those of accepted pages (and of seeds). Default: of all pages. */
  readonly follow?: 'accepted';
  /** Evidence by which it values links: the order of their discovery, judgements of pages, or the texts of the topic. */
  readonly needs: 'order' | 'judgements' | 'texts';
  /** True if its values are the expected relevance of targets, from 0 to 1. Default: false. */
  readonly expectsRelevance?: boolean;
}

/** The built-in classifiers, in the order of the help. Each is loaded when it is named. */
export const CLASSIFIER_PARTS = {
  'krs-paper': {
    summary: 'mean IDF within μ ± σ of the corpus, as published (Hernandez et al. 2020); accepts nearly all',
    load: async () => (await import('./topic/paper-rule.js')).krsPaper,
  },
  ensemble: {
    summary: 'one probability learned from words, nouns and meaning; sfwc build trains it',
    trained: true,
    load: async () => (await import('./classifiers/ensemble.js')).ensemble,
  },
  regression: {
    summary: 'logistic regression on tf-idf, corpus against background',
    trained: true,
    load: async () => (await import('./classifiers/ensemble.js')).regression,
  },
  'itfidf-bayes': {
    summary: 'naive Bayes on ITFIDF weights (Lu et al. 2016)',
    trained: true,
    load: async () => (await import('../extensions/lab/classifiers/bayes.js')).itfidfBayes,
  },
  'tfidf-bayes': {
    summary: 'naive Bayes on TFIDF weights, the baseline of itfidf-bayes',
    trained: true,
    load: async () => (await import('../extensions/lab/classifiers/bayes.js')).tfidfBayes,
  },
  centroid: {
    summary: "cosine to the centre of the topic's texts",
    trained: true,
    load: async () => (await import('../extensions/lab/classifiers/centroid-classifier.js')).centroid,
  },
  semantic: {
    summary: 'cosine that counts WordNet synonyms as well (Batsakis et al. 2009)',
    trained: true,
    load: async () => (await import('../extensions/lab/classifiers/semantic-classifier.js')).semantic,
  },
  'semantic-hypernyms': {
    summary: 'the same, with hypernyms and hyponyms counting half',
    trained: true,
    load: async () =>
      (await import('../extensions/lab/classifiers/semantic-classifier.js')).semanticHypernyms,
  },
  thesaurus: {
    summary: 'terms of a thesaurus by facet; requires a thesaurus (Badia et al. 2006)',
    load: async () => (await import('../extensions/thesaurus/thesaurus-rule.js')).thesaurusClassifier,
  },
} as const satisfies Readonly<Record<string, ClassifierDeclaration>>;

/** The built-in linkers. Each is loaded when it is named. */
export const LINKER_PARTS = {
  gazetteer: {
    summary: 'labels: titles of the corpus, and those of --labels',
    load: async () => (await import('../language/linking/linker.js')).gazetteer,
  },
  wordnet: {
    summary: 'senses of WordNet 3.1',
    load: async () => (await import('../language/linking/linker.js')).wordnet,
  },
  spotlight: {
    summary: 'the service DBpedia Spotlight',
    load: async () => (await import('../extensions/endpoints/spotlight.js')).spotlight,
  },
} as const satisfies Readonly<Record<string, LinkerDeclaration>>;

const loadPapers = async () => (await import('../extensions/lab/strategies/makers.js')).MAKERS;
const loadBestFirst = async () => (await import('../crawling/priority/simple-strategies.js')).BEST_FIRST;

/** Strategies whose makers are in one table, with their summaries. */
const strategiesOf = <Makers, Name extends keyof Makers & string>(
  load: () => Promise<Makers>,
  needs: StrategyDescription['needs'],
  summaries: Readonly<Record<Name, string>>,
) => {
  const part = (name: Name) => ({ summary: summaries[name], needs, load: async () => (await load())[name] });
  const parts = namesOf(summaries).map((name) => [name, part(name)]);
  return Object.fromEntries(parts) as Readonly<Record<Name, StrategyDescription & ReturnType<typeof part>>>;
};

/** The crawling strategies, in the order of the help: how each is described, and what makes it for a crawl. */
export const STRATEGY_PARTS = {
  krs: {
    summary: 'breadth-first from accepted pages (Hernandez et al. 2020)',
    follow: 'accepted',
    needs: 'order',
    load: async () => (await import('../crawling/priority/simple-strategies.js')).krs,
  },
  'krs-best-first': {
    summary: 'links of the best-scored accepted pages first',
    follow: 'accepted',
    needs: 'judgements',
    load: async () => (await import('../crawling/priority/simple-strategies.js')).krsBestFirst,
  },
  learning: {
    summary: 'learns from judgements which texts, pages, hosts, templates and words lead to the topic',
    needs: 'texts',
    expectsRelevance: true,
    load: async () => (await import('../crawling/priority/learning/learning.js')).makeLearning,
  },
  'breadth-first': {
    summary: 'closest to the seeds first, regardless of the topic',
    needs: 'order',
    load: async () => (await import('../crawling/priority/simple-strategies.js')).breadthFirst,
  },
  ...strategiesOf(loadBestFirst, 'texts', {
    'best-first-page': 'links of similar pages first (Batsakis et al. 2009)',
    'best-first-anchor': 'links of similar anchor text first (Batsakis et al. 2009)',
    'best-first-page-anchor': 'the mean of best-first-page and best-first-anchor (Batsakis et al. 2009)',
  }),
  ...strategiesOf(loadPapers, 'texts', {
    'semantic-synonym': 'similarity by WordNet synonyms, page and anchor (Batsakis et al. 2009)',
    'semantic-hypernym': 'semantic-synonym with hypernyms and hyponyms counting half',
    hmm: 'a hidden Markov model of the way to the topic, learned while browsing (Liu et al. 2006)',
    'hmm-centroid': 'hmm combined with similarity of the page to relevant pages (Batsakis et al. 2009)',
    'hmm-centroid-anchor': 'hmm-centroid with similarity of page and anchor (Batsakis et al. 2009)',
    'link-context': 'links of similar surrounding text first (Lu et al. 2016)',
    cbp: 'links of similar content blocks first (Lu et al. 2016)',
    lpe: 'links of similar content blocks first, else of similar anchor and context (Lu et al. 2016)',
    'three-phase': 'topic words in page and URL, and relevant siblings (Devi 2017)',
    'shark-search': 'anchor text, context and scores inherited from parent pages (Hersovici et al. 1998)',
  }),
  thesaurus: {
    summary: 'words of a thesaurus in URL and anchor window (Badia et al. 2006)',
    needs: 'texts',
    load: async () => (await import('../extensions/thesaurus/thesaurus-strategy.js')).makeThesaurusPriority,
  },
} as const satisfies Readonly<Record<string, StrategyDescription & { load: () => Promise<unknown> }>>;

/** Functions and modules of extensions that the core and extensions use, each loaded when it is called for. */
export const PARTS = {
  beginSharedCrawl: async () => (await import('../extensions/cluster/shared-crawl.js')).beginSharedCrawl,
  browser: () => import('../extensions/rendering/find-browser.js'),
  createEndpointHttp: async () =>
    (await import('../extensions/endpoints/endpoint-http.js')).createEndpointHttp,
  documentHtml: async () => (await import('../extensions/documents/read-document.js')).documentHtml,
  expansion: () => import('../extensions/thesaurus/expansion/expand-topic.js'),
  federate: async () => (await import('../extensions/endpoints/federation.js')).federate,
  jsonLines: () => import('../extensions/documents/records.js'),
  labels: () => import('../extensions/teach/labels.js'),
  notify: async () => (await import('../extensions/monitor/notify.js')).notify,
  openCaptures: async () => (await import('../extensions/archives/captures/open-captures.js')).openCaptures,
  openEncoder: async () => (await import('../extensions/encoder/open-encoder.js')).openEncoder,
  openMetadata: async () => (await import('../extensions/publish/metadata/page-metadata.js')).openMetadata,
  openNounAnnotator: async () =>
    (await import('../extensions/languages/noun-annotator.js')).openNounAnnotator,
  openRoomInThread: async () =>
    (await import('../extensions/server/control-room/open-in-thread.js')).openRoomInThread,
  openSpotlight: async () => (await import('../extensions/endpoints/spotlight.js')).openSpotlight,
  pagesToRate: () => import('../extensions/lab/ratings/page-questions.js'),
  parquet: async () => (await import('../extensions/publish/pages/parquet.js')).parquet,
  search: () => import('../extensions/search/search.js'),
  survey: () => import('../extensions/teach/survey/survey.js'),
  tables: () => import('../extensions/documents/records.js'),
  thesauri: () => import('../extensions/thesaurus/check-thesaurus.js'),
  vocabularies: () => import('../extensions/thesaurus/skos/open-vocabulary.js'),
  webs: () => import('../extensions/archives/open-web.js'),
  webServer: () => import('../extensions/archives/web-server.js'),
} as const;

/** Module that one of {@link PARTS} loads. */
export type Part<Name extends keyof typeof PARTS> = Awaited<ReturnType<(typeof PARTS)[Name]>>;

export function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): [Name, ...Name[]] {
  return Object.keys(table) as [Name, ...Name[]];
}

/** The part under a name of a table; undefined where it has none. */
export function partOf<Part>(table: Readonly<Record<string, Part>>, name: string): Part | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
