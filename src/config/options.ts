// Made by scripts/option-types.js out of the settings; `npm run options` makes it again.
import type { OpenName } from './field.js';

type Linker = OpenName<'gazetteer' | 'wordnet' | 'spotlight'>;

type Classifier = OpenName<
  | 'krs-paper'
  | 'krs-calibrated'
  | 'ensemble'
  | 'regression'
  | 'itfidf-bayes'
  | 'tfidf-bayes'
  | 'centroid'
  | 'semantic'
  | 'semantic-hypernyms'
  | 'thesaurus'
>;

type Strategy = OpenName<
  | 'krs'
  | 'krs-best-first'
  | 'learning'
  | 'breadth-first'
  | 'best-first-page'
  | 'best-first-anchor'
  | 'best-first-page-anchor'
  | 'n-best-first'
  | 'semantic-synonym'
  | 'semantic-hypernym'
  | 'hmm'
  | 'hmm-centroid'
  | 'hmm-centroid-anchor'
  | 'link-context'
  | 'cbp'
  | 'lpe'
  | 'three-phase'
  | 'shark-search'
  | 'thesaurus'
>;

/** Options of buildTopic. */
export interface BuildOptions {
  /** Name of the topic. */
  readonly topic: string;
  /**
   * Folder of the knowledge base, one file a topic; or a SPARQL endpoint.
   * @example kb: 'kb'
   */
  readonly kb: string;
  /**
   * Module with parts of your own: classifiers, strategies, linkers, readers, sinks; repeatable.
   * @example plugin: ['./mine.js']
   */
  readonly plugin?: readonly string[] | undefined;
  /**
   * Entity linkers, the first that knows a noun wins: gazetteer, wordnet, spotlight.
   * @default ['gazetteer','wordnet']
   */
  readonly linker?: readonly Linker[] | undefined;
  /** Names to link to: RDF files (.nt, .ttl, .gz) or one index (sfwc labels index). */
  readonly labels?: readonly string[] | undefined;
  /** DBpedia Spotlight's address: default the topic's, else https://api.dbpedia-spotlight.org/en. */
  readonly spotlight?: string | undefined;
  /**
   * Seconds between two requests to DBpedia Spotlight. From 0 to 600.
   * @default 0.5
   */
  readonly spotlightDelay?: number | undefined;
  /**
   * Seconds for an answer of DBpedia Spotlight. From 0.1 to 600.
   * @default 30
   */
  readonly spotlightTimeout?: number | undefined;
  /**
   * How often a request to DBpedia Spotlight is repeated that fails for a reason that may pass. From 0 to 10.
   * @default 3
   */
  readonly spotlightRetries?: number | undefined;
  /** Folder for its answers; default sfwc/spotlight in the folder of caches. */
  readonly spotlightCache?: string | undefined;
  /**
   * Least confidence of its links, 0 to 1. From 0 to 1.
   * @default 0.5
   */
  readonly spotlightConfidence?: number | undefined;
  /**
   * Least number of links to a resource within Wikipedia.
   * @default 0
   */
  readonly spotlightSupport?: number | undefined;
  /** Types of resources, such as DBpedia:Disease; default all. */
  readonly spotlightTypes?: readonly string[] | undefined;
  /**
   * Whitelist: only those types; blacklist: all but those.
   * @default 'whitelist'
   */
  readonly spotlightPolicy?: 'whitelist' | 'blacklist' | undefined;
  /** Texts of any subjects, unlabelled: the judgement gets much sharper with them. */
  readonly background?: readonly string[] | undefined;
  /** Add the sources to the topic, which keeps what it has. */
  readonly add?: boolean | undefined;
  /** Like `add`; a document of an id that the topic has takes the place of the old one. */
  readonly replace?: boolean | undefined;
  /** Take documents out of the topic, by id. */
  readonly remove?: readonly string[] | undefined;
  /** Add the accepted pages of a crawl to the topic. */
  readonly fromCrawl?: readonly string[] | undefined;
  /** Take the pages of a crawl out of the topic again. */
  readonly removeCrawl?: readonly string[] | undefined;
  /** Keep the texts and every mention by character (NIF) beside the topic, for queries. */
  readonly nif?: boolean | undefined;
  /**
   * Worker threads that read the texts. From 1 to 64.
   * @default 1
   */
  readonly workers?: number | undefined;
  /** Stop at the first document that cannot be read. */
  readonly strict?: boolean | undefined;
  /** Build also from texts that seem to be in other languages than English. */
  readonly anyLanguage?: boolean | undefined;
  /**
   * JSON lines, CSV, TSV: field or column with the text.
   * @default 'text'
   */
  readonly textField?: string | undefined;
  /**
   * JSON lines, CSV, TSV: field or column with the title.
   * @default 'title'
   */
  readonly titleField?: string | undefined;
  /**
   * JSON lines, CSV, TSV: field or column with the identifier.
   * @default 'id'
   */
  readonly idField?: string | undefined;
  /**
   * Language of labels to take (not of the texts).
   * @default 'en'
   */
  readonly language?: string | undefined;
  /**
   * Beginning of the IRIs that the knowledge base coins.
   * @default 'http://sfwcrawler.com/kb/'
   */
  readonly baseIri?: string | undefined;
  /** Name at the SPARQL endpoint, where it asks for one. */
  readonly kbUser?: string | undefined;
  /** Password at the SPARQL endpoint; better set in the environment. */
  readonly kbPassword?: string | undefined;
  /** Bearer token for the SPARQL endpoint; better set in the environment. */
  readonly kbToken?: string | undefined;
  /**
   * Seconds for an answer of a SPARQL endpoint. From 0.1 to 3600.
   * @default 60
   */
  readonly kbTimeout?: number | undefined;
  /**
   * How often a request to it is repeated that fails for a reason that may pass; 4 take 26 seconds. From 0 to 10.
   * @default 4
   */
  readonly kbRetries?: number | undefined;
  /** Where the SPARQL endpoint takes updates, if not at the same address. */
  readonly updateUrl?: string | undefined;
  /** Where it speaks the SPARQL Graph Store Protocol: loads many times faster than updates do. */
  readonly graphStore?: string | undefined;
}

/** Options of trainClassifier. */
export interface TrainOptions extends Pick<
  BuildOptions,
  'kb' | 'topic' | 'plugin' | 'workers' | 'textField' | 'titleField' | 'idField'
> {
  /** How pages are judged; default: ensemble where it is trained, else krs-calibrated. */
  readonly classifier?: Classifier | undefined;
  /** Texts of any subjects, unlabelled; default: the topic's own background, else WordNet's glosses. */
  readonly background?: readonly string[] | undefined;
  /** Ensemble, regression: a large collection of any texts, to learn which words belong together. */
  readonly collection?: readonly string[] | undefined;
  /**
   * Itfidf-bayes, tfidf-bayes: terms kept by mutual information. From 10 to 1000000.
   * @default 5000
   */
  readonly features?: number | undefined;
}

/** Options of expandTopic. */
export interface ExpandOptions extends Pick<BuildOptions, 'kb' | 'topic'> {
  /**
   * Nouns to take, the most characteristic of the topic first. From 1 to 10000.
   * @default 150
   */
  readonly terms?: number | undefined;
  /**
   * WordNet senses: related (to the topic's other nouns), first (most frequent), all (blind).
   * @default 'related'
   */
  readonly senses?: 'related' | 'first' | 'all' | undefined;
  /**
   * Related: leave out what is related to the topic by less, 0 to 1. From 0 to 1.
   * @default 0.04
   */
  readonly least?: number | undefined;
}

/** Options of suggestThesaurus. */
export interface ThesaurusSuggestOptions
  extends Pick<BuildOptions, 'kb' | 'topic'>, Pick<ExpandOptions, 'terms'> {
  /** File to write (Turtle); default: standard output. */
  readonly out?: string | undefined;
  /**
   * Facets by hypernyms at most; those of names and of co-occurrence come on top. From 1 to 50.
   * @default 6
   */
  readonly facets?: number | undefined;
  /** Replace the file, and what a person may have changed in it. */
  readonly force?: boolean | undefined;
}

/** Options of classifyPage. */
export interface ClassifyOptions
  extends
    Pick<
      BuildOptions,
      | 'kb'
      | 'topic'
      | 'plugin'
      | 'labels'
      | 'spotlight'
      | 'spotlightDelay'
      | 'spotlightTimeout'
      | 'spotlightRetries'
      | 'spotlightCache'
      | 'kbUser'
      | 'kbPassword'
      | 'kbToken'
      | 'kbTimeout'
      | 'kbRetries'
    >,
    Pick<TrainOptions, 'classifier'> {
  /**
   * How much the ensemble accepts: precise, balanced, broad, or a threshold from 0 to 1.
   * @default 'balanced'
   * @example accept: 'precise'
   */
  readonly accept?: string | undefined;
  /** SKOS file to judge by (`classifier` thesaurus), such as kb/thesaurus-diabetes.ttl. */
  readonly thesaurus?: string | undefined;
  /**
   * How pages are read: quick (in full only where they may be accepted), or all of them in full.
   * @default 'quick'
   */
  readonly annotator?: 'quick' | 'full' | undefined;
  /** Judge pages as well that are not in English; default: they are rejected. */
  readonly anyLanguage?: boolean | undefined;
  /** Judge the pages of a list as well: file with one address a line, or - for standard input. */
  readonly urls?: string | undefined;
  /** Threads that read and judge several pages; default: one per core. From 1 to 64. */
  readonly workers?: number | undefined;
  /**
   * Seconds between two requests to one host. From 0 to 3600.
   * @default 1
   */
  readonly delay?: number | undefined;
  /**
   * Hosts asked at the same time. From 1 to 256.
   * @default 8
   */
  readonly concurrency?: number | undefined;
  /**
   * How requests name themselves; put an address there that reaches you.
   * @default 'sfwc/0.1 (semantic focused crawler; set SFWC_USER_AGENT to your contact)'
   * @example userAgent: 'my-crawler (https://example.org/contact)'
   */
  readonly userAgent?: string | undefined;
  /**
   * Connect to ADDRESS:PORT for HOST (HOST may be *.example or *).
   * @example connectTo: ['*.example=127.0.0.1:8080']
   */
  readonly connectTo?: readonly string[] | undefined;
  /**
   * Seconds for a response, body included. From 0.1 to 600.
   * @default 20
   */
  readonly timeout?: number | undefined;
  /**
   * Largest body in bytes, after decompression. At least 1024.
   * @default 5000000
   */
  readonly maxBytes?: number | undefined;
  /** Lead to private addresses, too: for one's own network, never for the public Web. */
  readonly allowPrivate?: boolean | undefined;
}

/** Options of crawl. */
export interface CrawlOptions
  extends
    Pick<
      BuildOptions,
      | 'kb'
      | 'topic'
      | 'plugin'
      | 'labels'
      | 'spotlight'
      | 'spotlightDelay'
      | 'spotlightTimeout'
      | 'spotlightRetries'
      | 'spotlightCache'
      | 'kbUser'
      | 'kbPassword'
      | 'kbToken'
      | 'kbTimeout'
      | 'kbRetries'
    >,
    Pick<TrainOptions, 'classifier'>,
    Pick<
      ClassifyOptions,
      | 'accept'
      | 'thesaurus'
      | 'annotator'
      | 'anyLanguage'
      | 'delay'
      | 'concurrency'
      | 'userAgent'
      | 'connectTo'
      | 'timeout'
      | 'maxBytes'
      | 'allowPrivate'
    > {
  /**
   * Addresses to start from, or files with one address a line.
   * @example seeds: ['https://example.org/', 'more-seeds.txt']
   */
  readonly seeds: readonly string[];
  /** Folder for the results. */
  readonly out: string;
  /**
   * Pages to request at most. At least 1.
   * @default 1000
   */
  readonly maxPages?: number | undefined;
  /**
   * Links away from the seeds at most.
   * @default 20
   */
  readonly maxDepth?: number | undefined;
  /**
   * Follow links to: host (the seeds' hosts), domain (their registered domains), any.
   * @default 'any'
   */
  readonly scope?: 'host' | 'domain' | 'any' | undefined;
  /**
   * The order in which links are followed.
   * @default 'krs'
   */
  readonly strategy?: Strategy | undefined;
  /** Follow links of accepted pages (and seeds), or of all; default: accepted for krs…, else all. */
  readonly follow?: 'accepted' | 'all' | undefined;
  /** Threads that read and judge pages; default: one per core; one for offline webs. From 1 to 64. */
  readonly workers?: number | undefined;
  /**
   * Pause at least so many times as long as the host took to answer; not with `delay` 0. From 0 to 100.
   * @default 2
   */
  readonly delayFactor?: number | undefined;
  /**
   * Longest pause between two requests to a host, even if its robots.txt wants more, in seconds. From 0 to 86400.
   * @default 30
   */
  readonly maxDelay?: number | undefined;
  /**
   * Requests for a page that answers 429 or 503, and for a robots.txt that cannot be had. From 1 to 100.
   * @default 3
   */
  readonly maxTries?: number | undefined;
  /**
   * Seconds until such a host is asked again; twice as many each further time, at most an hour. From 0 to 86400.
   * @default 30
   */
  readonly retryDelay?: number | undefined;
  /** Follow links only to addresses like this: * stands for anything, /…/ is a regular expression. */
  readonly include?: readonly string[] | undefined;
  /** Follow no links to addresses like this, whatever `include` says. */
  readonly exclude?: readonly string[] | undefined;
  /** Take addresses whose queries differ in the order of parameters for the same. */
  readonly sortQueries?: boolean | undefined;
  /** Leave parameters of trackers (utm_…) and sessions in addresses. */
  readonly keepParameters?: boolean | undefined;
  /**
   * Characters of an address at most. From 64 to 65536.
   * @default 2048
   */
  readonly maxUrlLength?: number | undefined;
  /**
   * Redirects that are followed for one page. From 0 to 50.
   * @default 10
   */
  readonly maxRedirects?: number | undefined;
  /**
   * Links of a page that are looked at, the first ones.
   * @default 2000
   */
  readonly maxLinks?: number | undefined;
  /** Pages of one host that are requested at most; default: as many as there are. At least 1. */
  readonly maxPagesPerHost?: number | undefined;
  /** Judge near-duplicates of accepted pages as well. */
  readonly keepDuplicates?: boolean | undefined;
  /** Also take pages from the sitemaps that the robots.txt files of the seeds' hosts name. */
  readonly sitemaps?: boolean | undefined;
  /** Also take pages from this sitemap (XML, index, text, RSS, Atom; also gzipped). */
  readonly sitemap?: readonly string[] | undefined;
  /**
   * Addresses taken from sitemaps at most. At least 1.
   * @default 50000
   */
  readonly maxSitemapUrls?: number | undefined;
  /** Results of an earlier crawl: pages that have not changed since keep their judgement. */
  readonly revisit?: string | undefined;
  /** Archive requests and answers as WARC in OUT/warc: all of them, or those of accepted pages. */
  readonly warc?: 'all' | 'accepted' | undefined;
  /**
   * With `warc`: bytes of a file after which the next is begun. At least 10000.
   * @default 1000000000
   */
  readonly warcSize?: number | undefined;
  /** Crawl this web in files instead of the network: folder of pages, WARC file, linked articles. */
  readonly web?: string | undefined;
  /** Crawl these archives instead of the network: WARC files, folders of them. */
  readonly fromWarc?: readonly string[] | undefined;
  /**
   * With `web` and `fromWarc`: simulated time of an answer, median in milliseconds. From 0 to 60000.
   * @default 200
   */
  readonly latency?: number | undefined;
  /** Folder of pages of one host: the name of the host. */
  readonly webHost?: string | undefined;
  /** File with the topics of the web: topic, role, page (default: topics.tsv beside the pages). */
  readonly webTopics?: string | undefined;
  /** Linked articles: put a navigation bar and a sidebar of random links on every page. */
  readonly webChrome?: boolean | undefined;
  /**
   * Draws what is random in a web: links of sidebars, times of answers.
   * @default 1
   */
  readonly webSeed?: number | undefined;
  /** Put the texts of accepted pages, and where the evidence stands in them, into the RDF (NIF). */
  readonly nif?: boolean | undefined;
  /** Replace the results of an earlier crawl in the folder. */
  readonly force?: boolean | undefined;
  /** Go on with the crawl in the folder of `out`, however it ended. */
  readonly resume?: boolean | undefined;
}

/** Options of crawl with `resume: true`. */
export interface ResumeOptions
  extends Pick<CrawlOptions, 'out'>, Pick<BuildOptions, 'plugin' | 'kbUser' | 'kbPassword' | 'kbToken'> {
  /**
   * Go on with the crawl in the folder.
   * @default true
   */
  readonly resume?: boolean | undefined;
  /** Pages to request at most, those before included. At least 1. */
  readonly maxPages?: number | undefined;
}

/** Options of harvest. */
export interface HarvestOptions
  extends
    Pick<
      BuildOptions,
      | 'kb'
      | 'topic'
      | 'plugin'
      | 'labels'
      | 'spotlight'
      | 'spotlightDelay'
      | 'spotlightTimeout'
      | 'spotlightRetries'
      | 'spotlightCache'
      | 'kbUser'
      | 'kbPassword'
      | 'kbToken'
      | 'kbTimeout'
      | 'kbRetries'
    >,
    Pick<
      CrawlOptions,
      | 'out'
      | 'maxPages'
      | 'workers'
      | 'web'
      | 'latency'
      | 'webHost'
      | 'webTopics'
      | 'webChrome'
      | 'webSeed'
      | 'nif'
    >,
    Pick<
      ClassifyOptions,
      | 'accept'
      | 'annotator'
      | 'anyLanguage'
      | 'delay'
      | 'concurrency'
      | 'userAgent'
      | 'connectTo'
      | 'allowPrivate'
      | 'timeout'
      | 'maxBytes'
    >,
    Pick<ExpandOptions, 'terms'> {
  /** What to search with: address of a search engine, or path of a corpus. */
  readonly engine: string;
  /** How the engine is asked; default: by its address. */
  readonly engineKind?: 'json' | 'opensearch' | 'mediawiki' | 'index' | undefined;
  /** SKOS file to compose searches from, and to judge by unless `classifier` says otherwise. */
  readonly thesaurus?: string | undefined;
  /** How pages are judged; default: thesaurus where one is given, else ensemble or krs-calibrated. */
  readonly classifier?: Classifier | undefined;
  /**
   * Searches of two or three words to compose; 0: only the kept hubs and sites. From 0 to 10000.
   * @default 100
   */
  readonly searches?: number | undefined;
  /**
   * Pages taken of each search. From 1 to 1000.
   * @default 10
   */
  readonly top?: number | undefined;
  /**
   * Levels of the thesaurus that words are taken from; 1: the top alone. From 1 to 50.
   * @default 2
   */
  readonly levels?: number | undefined;
  /** Facet of the thesaurus that each search takes a word from; default: any. */
  readonly facet?: string | undefined;
  /**
   * The same seed composes the same searches; another one others.
   * @default 1
   */
  readonly seed?: number | undefined;
  /**
   * Links to other sites for each word, above which a page is a hub. From 0 to 100.
   * @default 0.1
   */
  readonly hubRatio?: number | undefined;
  /**
   * Relevant pages that keep a hub on its list. At least 1.
   * @default 2
   */
  readonly hubThreshold?: number | undefined;
  /**
   * Relevant pages that keep a site on its list. At least 1.
   * @default 2
   */
  readonly siteThreshold?: number | undefined;
  /**
   * Links of one hub, or of the front page of one site, followed at most.
   * @default 50
   */
  readonly linksEach?: number | undefined;
  /** Do not leave out blogs and forums. */
  readonly keepBlogs?: boolean | undefined;
  /**
   * Seconds between two requests to the search engine. From 0 to 3600.
   * @default 2
   */
  readonly searchDelay?: number | undefined;
  /**
   * How often a request is repeated that a busy server or the network failed. From 0 to 20.
   * @default 5
   */
  readonly retries?: number | undefined;
}

/** Options of compareStrategies. */
export interface CompareOptions
  extends
    Pick<
      BuildOptions,
      | 'kb'
      | 'labels'
      | 'spotlight'
      | 'spotlightDelay'
      | 'spotlightTimeout'
      | 'spotlightRetries'
      | 'spotlightCache'
    >,
    Pick<ClassifyOptions, 'thesaurus' | 'anyLanguage'>,
    Pick<CrawlOptions, 'webHost' | 'webTopics' | 'webChrome' | 'webSeed'> {
  /** The web to crawl, in files: folder of pages, WARC file, linked articles. */
  readonly web: string;
  /** Folder for results.json, results.csv, report.html, comparison.md. */
  readonly out: string;
  /** Topics to compare on; default: those of the web that the knowledge base has. */
  readonly topics?: readonly string[] | undefined;
  /**
   * Crawlers to compare, or all.
   * @default ['all']
   */
  readonly strategies?:
    | readonly (
        | 'all'
        | 'krs'
        | 'krs-best-first'
        | 'learning'
        | 'breadth-first'
        | 'best-first-page'
        | 'best-first-anchor'
        | 'best-first-page-anchor'
        | 'n-best-first'
        | 'semantic-synonym'
        | 'semantic-hypernym'
        | 'hmm'
        | 'hmm-centroid'
        | 'hmm-centroid-anchor'
        | 'link-context'
        | 'cbp'
        | 'lpe'
        | 'three-phase'
        | 'shark-search'
        | 'thesaurus'
        | 'lookahead'
        | 'label-greedy'
      )[]
    | undefined;
  /** Classifiers that judge the pages; default: the topic's ensemble if trained, else krs-calibrated. */
  readonly classifiers?:
    | readonly (
        | 'krs-paper'
        | 'krs-calibrated'
        | 'ensemble'
        | 'regression'
        | 'itfidf-bayes'
        | 'tfidf-bayes'
        | 'centroid'
        | 'semantic'
        | 'semantic-hypernyms'
        | 'thesaurus'
      )[]
    | undefined;
  /** Pages that are about a topic: lines of address, tab, topic (default: as the web says). */
  readonly truth?: string | undefined;
  /** Addresses to start from, or files of them; default: the web's seeds of each topic. */
  readonly seeds?: readonly string[] | undefined;
  /** How many seeds each crawl gets, drawn from the seeds and corpus pages of the topic. At least 1. */
  readonly seedsCount?: number | undefined;
  /**
   * How often each crawl is done, from the second on with seeds that are drawn anew. From 1 to 100.
   * @default 1
   */
  readonly repeat?: number | undefined;
  /**
   * Draws seeds.
   * @default 1
   */
  readonly seed?: number | undefined;
  /**
   * Pages that each crawl requests at most: N of the measures. At least 1.
   * @default 1000
   */
  readonly maxPages?: number | undefined;
  /**
   * Links away from the seeds at most.
   * @default 1000
   */
  readonly maxDepth?: number | undefined;
  /** Follow links of accepted pages (and seeds), or of all; default: as each strategy does. */
  readonly follow?: 'accepted' | 'all' | undefined;
  /** Judge pages by so many characters, to save time; cut the texts of the corpus alike. At least 100. */
  readonly judgeFirst?: number | undefined;
  /**
   * Worker threads that crawl. From 1 to 64.
   * @default 1
   */
  readonly workers?: number | undefined;
  /** Crawl again what results.json in the folder already has. */
  readonly force?: boolean | undefined;
}

/** Options of replayCrawl. */
export interface ReplayOptions
  extends
    Pick<
      BuildOptions,
      | 'kb'
      | 'plugin'
      | 'labels'
      | 'spotlight'
      | 'spotlightDelay'
      | 'spotlightTimeout'
      | 'spotlightRetries'
      | 'spotlightCache'
      | 'kbUser'
      | 'kbPassword'
      | 'kbToken'
      | 'kbTimeout'
      | 'kbRetries'
    >,
    Pick<ClassifyOptions, 'accept' | 'thesaurus' | 'annotator' | 'anyLanguage'>,
    Pick<CrawlOptions, 'webHost' | 'webTopics' | 'webChrome' | 'webSeed'> {
  /** Name of the topic (default: that of the crawl). */
  readonly topic?: string | undefined;
  /** Judge the pages again by this classifier (default: the verdicts stand). */
  readonly classifier?: Classifier | undefined;
  /** Put what was fetched into the order in which this strategy would have taken it. */
  readonly strategy?: Strategy | undefined;
  /** With `strategy`: follow links of accepted pages (and seeds), or of all; default: as it does. */
  readonly follow?: 'accepted' | 'all' | undefined;
  /** Web in files that was crawled: has the pages that the crawl neither kept nor archived. */
  readonly web?: string | undefined;
}

/** Options of openRatingSession and reportRatings. */
export interface RateOptions {
  /** Who judges. */
  readonly rater?: string | undefined;
  /** Error of the shares that is accepted, for the size of the sample; default 0.05. From 0.001 to 0.5. */
  readonly error?: number | undefined;
  /** Confidence in percent, for the size of the sample; default 95. */
  readonly confidence?: '90' | '95' | '99' | undefined;
  /** Size of the sample, instead of the one that follows from error and confidence. At least 1. */
  readonly count?: number | undefined;
  /** Sample rejected pages, too, in proportion: tells what was left wrongly. */
  readonly rejected?: boolean | undefined;
  /** Draws the sample; default 1. */
  readonly seed?: number | undefined;
  /** Write a page to judge on in a browser, instead of asking here. */
  readonly page?: boolean | undefined;
  /** Take the judgements from a file that such a page saved. */
  readonly from?: string | undefined;
  /** Tell what the raters found so far. */
  readonly report?: boolean | undefined;
}

/** Options of acceptedPages. */
export interface PagesOptions {
  /**
   * Jsonl: one JSON object a line, which sfwc build reads; text: address, title and text.
   * @default 'jsonl'
   */
  readonly format?: 'jsonl' | 'text' | undefined;
  /** Only pages with this score or more, by the scale of the crawl's classifier. */
  readonly minScore?: number | undefined;
  /** So many pages at most, in the order of the crawl. At least 1. */
  readonly limit?: number | undefined;
}

/** Options of describeCorpus. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface CorpusStatsOptions extends Pick<
  BuildOptions,
  'plugin' | 'textField' | 'titleField' | 'idField'
> {}

/** Options of makeWikiCorpus. */
export interface CorpusWikipediaOptions
  extends Pick<HarvestOptions, 'retries'>, Pick<ClassifyOptions, 'timeout' | 'userAgent' | 'connectTo'> {
  /** The category whose pages become the corpus, with or without Category:. */
  readonly category: string;
  /** File for the documents: .jsonl or .jsonl.gz. */
  readonly out: string;
  /**
   * Levels of subcategories to read; 0: the pages of the category itself. From 0 to 50.
   * @default 0
   */
  readonly depth?: number | undefined;
  /**
   * Address of the wiki's api.php, of any MediaWiki.
   * @default 'https://en.wikipedia.org/w/api.php'
   */
  readonly api?: string | undefined;
  /** XML exports of the wiki (.xml, .xml.gz, .xml.bz2), read in place of the API. */
  readonly dump?: readonly string[] | undefined;
  /** Leave out pages in categories of births, deaths or living people. */
  readonly excludePersons?: boolean | undefined;
  /** Leave out pages and subcategories of such categories; * for anything. */
  readonly excludeCategory?: readonly string[] | undefined;
  /**
   * Numbers of the namespaces whose pages are taken; 0: articles.
   * @default [0]
   */
  readonly namespace?: readonly number[] | undefined;
  /** Documents at most. At least 1. */
  readonly limit?: number | undefined;
  /**
   * Texts as the wiki extracts them (a request a page), or from wikitext; auto: extracts if it can.
   * @default 'auto'
   */
  readonly textFrom?: 'auto' | 'extracts' | 'wikitext' | undefined;
  /**
   * Seconds between two requests to the wiki. From 0 to 3600.
   * @default 1
   */
  readonly delay?: number | undefined;
  /** Replace the file, and begin anew what was interrupted. */
  readonly force?: boolean | undefined;
}

/** Options of query. */
export interface QueryOptions extends Pick<
  BuildOptions,
  'kbUser' | 'kbPassword' | 'kbToken' | 'kbTimeout' | 'kbRetries'
> {
  /** File with the query, for instance one of queries/. */
  readonly file?: string | undefined;
  /** Value for a parameter that the query declares; some must be given. */
  readonly param?: readonly string[] | undefined;
  /**
   * Table, csv, tsv, json; turtle or ntriples for CONSTRUCT and DESCRIBE.
   * @default 'table'
   */
  readonly format?: 'table' | 'csv' | 'tsv' | 'json' | 'turtle' | 'ntriples' | undefined;
  /** Ask this topic alone (default: all topics together). */
  readonly topic?: string | undefined;
  /** Result folder of a crawl to ask together with the knowledge base. */
  readonly crawl?: readonly string[] | undefined;
  /** SPARQL endpoint, RDF file or knowledge base to ask together with it; repeatable. */
  readonly source?: readonly string[] | undefined;
}

/** Options of describeKnowledgeBases. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface KbInfoOptions extends Pick<
  BuildOptions,
  'kbUser' | 'kbPassword' | 'kbToken' | 'kbTimeout' | 'kbRetries'
> {}

/** Options of exportKnowledgeBases. */
export interface KbExportOptions extends Pick<
  BuildOptions,
  'kbUser' | 'kbPassword' | 'kbToken' | 'kbTimeout' | 'kbRetries'
> {
  /**
   * Turtle, trig, ntriples, nquads, jsonld or rdfxml; trig, nquads and jsonld keep graphs apart.
   * @default 'trig'
   */
  readonly format?: 'turtle' | 'trig' | 'ntriples' | 'nquads' | 'jsonld' | 'rdfxml' | undefined;
  /** Export this graph alone; several may be named. */
  readonly graph?: readonly string[] | undefined;
  /** File to write, compressed where its name ends in .gz (default: standard output). */
  readonly out?: string | undefined;
}

/** Options of validateKnowledgeBases. */
export interface KbValidateOptions extends Pick<
  BuildOptions,
  'kbUser' | 'kbPassword' | 'kbToken' | 'kbTimeout' | 'kbRetries'
> {
  /** Result folder of a crawl to validate. */
  readonly crawl?: readonly string[] | undefined;
  /** SKOS thesaurus to validate: Turtle or another form of RDF. */
  readonly thesauri?: readonly string[] | undefined;
  /** Validate by the SHACL shapes of this Turtle file instead of those that come with sfwc. */
  readonly shapes?: string | undefined;
  /**
   * Faults that are told for each constraint at most. From 1 to 1000000.
   * @default 1000
   */
  readonly maxResults?: number | undefined;
}

/** Options of indexLabels. */
export interface LabelsIndexOptions extends Pick<BuildOptions, 'language'> {
  /** File for the index, for instance en.sfwclabels. */
  readonly out: string;
}

/** Options of serve. */
export interface ServeOptions {
  /**
   * Address to listen on; 0.0.0.0 lets other machines in.
   * @default '127.0.0.1'
   */
  readonly host?: string | undefined;
  /**
   * Port to listen on; 0 takes a free one. From 0 to 65535.
   * @default 3030
   */
  readonly port?: number | undefined;
  /** Result folder of a crawl to serve together with the knowledge base. */
  readonly crawl?: readonly string[] | undefined;
  /** Allow changes to whoever has the token; they are saved to the files, until a topic is built again. */
  readonly writable?: boolean | undefined;
  /** Secret that changes need; better in the environment, where no list of processes shows it. */
  readonly token?: string | undefined;
  /**
   * Queries answered at the same time; each worker holds all data in memory. From 1 to 64.
   * @default 2
   */
  readonly workers?: number | undefined;
  /**
   * Seconds for a query; then it is ended. From 0.1 to 86400.
   * @default 30
   */
  readonly timeout?: number | undefined;
  /**
   * Rows or triples of an answer; a longer one is cut, and a header says so. At least 1.
   * @default 100000
   */
  readonly maxRows?: number | undefined;
  /**
   * Requests that may wait for a worker; more are sent away.
   * @default 32
   */
  readonly maxWaiting?: number | undefined;
  /**
   * Largest query in bytes. At least 100.
   * @default 1000000
   */
  readonly maxQuery?: number | undefined;
  /**
   * Largest update, or graph that is sent, in bytes. At least 1024.
   * @default 50000000
   */
  readonly maxUpload?: number | undefined;
  /** Web sites whose pages may ask, beside those on this machine; * for all. */
  readonly cors?: readonly string[] | undefined;
}

/** Options of describeWeb. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface WebInfoOptions extends Pick<
  CrawlOptions,
  'webHost' | 'webTopics' | 'webChrome' | 'webSeed'
> {}

/** Options of serveStoredWeb. */
export interface WebServeOptions extends Pick<
  CrawlOptions,
  'webHost' | 'webTopics' | 'webChrome' | 'webSeed'
> {
  /**
   * Port to listen on, on 127.0.0.1; 0 takes a free one. From 0 to 65535.
   * @default 8080
   */
  readonly port?: number | undefined;
}
