// Made by scripts/option-types.js out of the settings; `npm run options` makes it again.
import type { OpenName } from '../../model/open-name.js';

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
  | 'tag-path'
  | 'tree-frontier'
  | 'parent-quality'
>;

type ComparedStrategy = OpenName<
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
  | 'tag-path'
  | 'tree-frontier'
  | 'parent-quality'
  | 'lookahead'
  | 'label-greedy'
>;

/** Options of buildTopic. */
export interface BuildOptions {
  /** Name of the topic. */
  readonly topic: string;
  /**
   * Folder of the knowledge base (one file per topic), or a SPARQL endpoint.
   * @example kb: 'kb'
   */
  readonly kb: string;
  /**
   * Module with your own classifiers, strategies, linkers, readers or sinks; repeatable.
   * @example plugin: ['./mine.js']
   */
  readonly plugin?: readonly string[] | undefined;
  /**
   * Entity linkers in order of precedence: gazetteer, wordnet, spotlight.
   * @default ['gazetteer','wordnet']
   */
  readonly linker?: readonly Linker[] | undefined;
  /** Labels to link to: RDF files (.nt, .ttl, .gz) or one label index (sfwc labels index). */
  readonly labels?: readonly string[] | undefined;
  /** DBpedia Spotlight's address: default the topic's, else https://api.dbpedia-spotlight.org/en. */
  readonly spotlight?: string | undefined;
  /**
   * Seconds between requests to DBpedia Spotlight. From 0 to 600.
   * @default 0.5
   */
  readonly spotlightDelay?: number | undefined;
  /**
   * Timeout of a DBpedia Spotlight request, in seconds. From 0.1 to 600.
   * @default 30
   */
  readonly spotlightTimeout?: number | undefined;
  /**
   * Retries of a DBpedia Spotlight request after transient failures. From 0 to 10.
   * @default 3
   */
  readonly spotlightRetries?: number | undefined;
  /** Folder to cache its responses in; default: sfwc/spotlight in the user's cache folder. */
  readonly spotlightCache?: string | undefined;
  /**
   * Minimum confidence of its links, 0 to 1. From 0 to 1.
   * @default 0.5
   */
  readonly spotlightConfidence?: number | undefined;
  /**
   * Minimum number of links to a resource within Wikipedia.
   * @default 0
   */
  readonly spotlightSupport?: number | undefined;
  /** Types of resources, such as DBpedia:Disease; default: all. */
  readonly spotlightTypes?: readonly string[] | undefined;
  /**
   * Whitelist: only these types; blacklist: all other types.
   * @default 'whitelist'
   */
  readonly spotlightPolicy?: 'whitelist' | 'blacklist' | undefined;
  /** Unlabelled texts on any subjects; default: for English, general texts that come with sfwc. */
  readonly background?: readonly string[] | undefined;
  /** Add the sources to the topic, which keeps what it has. */
  readonly add?: boolean | undefined;
  /** Like `add`, but documents replace those with the same id. */
  readonly replace?: boolean | undefined;
  /** Remove the documents with these ids from the topic. */
  readonly remove?: readonly string[] | undefined;
  /** Add the accepted pages of a crawl, and learn from what people said of its pages. */
  readonly fromCrawl?: readonly string[] | undefined;
  /** Remove the pages of a crawl from the topic. */
  readonly removeCrawl?: readonly string[] | undefined;
  /** Store the texts and every mention with its offsets (NIF) next to the topic, for queries. */
  readonly nif?: boolean | undefined;
  /**
   * Worker threads that read the texts. From 1 to 64.
   * @default 1
   */
  readonly workers?: number | undefined;
  /** Stop at the first document that cannot be read. */
  readonly strict?: boolean | undefined;
  /** Use all texts, in whatever language, as if they were in English. */
  readonly anyLanguage?: boolean | undefined;
  /** Build a topic of a single document, by which no page can be judged until more are added. */
  readonly force?: boolean | undefined;
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
  /** Follow symbolic links that lead out of a folder of texts. */
  readonly followLinks?: boolean | undefined;
  /**
   * Language of the labels to use (not of the texts).
   * @default 'en'
   */
  readonly language?: string | undefined;
  /**
   * Prefix of the IRIs that the knowledge base creates.
   * @default 'http://sfwcrawler.com/kb/'
   */
  readonly baseIri?: string | undefined;
  /** User name at the SPARQL endpoint, if it requires one. */
  readonly kbUser?: string | undefined;
  /** Password at the SPARQL endpoint; preferably set in the environment. */
  readonly kbPassword?: string | undefined;
  /** Bearer token for the SPARQL endpoint; preferably set in the environment. */
  readonly kbToken?: string | undefined;
  /**
   * Timeout of a request to a SPARQL endpoint, in seconds. From 0.1 to 3600.
   * @default 60
   */
  readonly kbTimeout?: number | undefined;
  /**
   * Retries of such a request after transient failures (4 take 26 s). From 0 to 10.
   * @default 4
   */
  readonly kbRetries?: number | undefined;
  /** URL of the SPARQL endpoint for updates, if it differs. */
  readonly updateUrl?: string | undefined;
  /** URL of its SPARQL Graph Store Protocol, which loads many times faster than updates. */
  readonly graphStore?: string | undefined;
}

/** Options of trainClassifier. */
export interface TrainOptions extends Pick<
  BuildOptions,
  'kb' | 'topic' | 'plugin' | 'workers' | 'textField' | 'titleField' | 'idField' | 'followLinks'
> {
  /** How pages are judged; default: ensemble if trained, else krs-calibrated. */
  readonly classifier?: Classifier | undefined;
  /** Unlabelled texts on any subjects; default: the topic's background, else that of sfwc in its language. */
  readonly background?: readonly string[] | undefined;
  /** Ensemble, regression: a large collection of texts to learn related words from. */
  readonly collection?: readonly string[] | undefined;
  /** Ensemble, regression: word vectors (word2vec, GloVe) in place of a collection. */
  readonly embeddings?: string | undefined;
  /** Labelled pages: CSV, JSON lines, or what sfwc rate keeps; needs 8, of both kinds. */
  readonly labelledPages?: readonly string[] | undefined;
  /** Result folder of a crawl in which labelled addresses are looked up. */
  readonly crawl?: readonly string[] | undefined;
  /**
   * Itfidf-bayes, tfidf-bayes: number of terms, selected by mutual information. From 10 to 1000000.
   * @default 5000
   */
  readonly features?: number | undefined;
}

/** Options of expandTopic. */
export interface ExpandOptions extends Pick<BuildOptions, 'kb' | 'topic'> {
  /**
   * Number of nouns, the most characteristic of the topic first. From 1 to 10000.
   * @default 150
   */
  readonly terms?: number | undefined;
  /**
   * WordNet senses to use: related (to the topic's other nouns), first (most frequent), all.
   * @default 'related'
   */
  readonly senses?: 'related' | 'first' | 'all' | undefined;
  /**
   * With related: minimum relatedness of a sense to the topic, 0 to 1. From 0 to 1.
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
   * Maximum number of facets from hypernyms, besides those of names and of co-occurrence. From 1 to 50.
   * @default 6
   */
  readonly maxFacets?: number | undefined;
  /** Replace the file, including any manual changes. */
  readonly force?: boolean | undefined;
}

/** Options of classifyPage. */
export interface ClassifyOptions
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
    Pick<TrainOptions, 'classifier'> {
  /**
   * Name of the topic; repeatable: each judges every page, and one that accepts is enough.
   * @example topic: ['diabetes', 'nutrition']
   */
  readonly topic: string | readonly string[];
  /**
   * How much the ensemble accepts: precise, balanced, broad, or a threshold from 0 to 1.
   * @default 'balanced'
   * @example accept: 'precise'
   */
  readonly accept?: string | undefined;
  /** SKOS file to judge by (`classifier` thesaurus), such as kb/thesaurus-diabetes.ttl. */
  readonly thesaurus?: string | undefined;
  /**
   * Read in full: pages that may be accepted (quick), all (full), none (lexicon; fastest, no links).
   * @default 'quick'
   */
  readonly annotator?: 'quick' | 'full' | 'lexicon' | undefined;
  /** Also judge pages in other languages than the topic, instead of rejecting them. */
  readonly anyLanguage?: boolean | undefined;
  /** Also judge the pages of a list: a file with one URL per line, or - for standard input. */
  readonly urls?: string | undefined;
  /** Threads that read and judge pages when there are several; default: one per core. From 1 to 64. */
  readonly workers?: number | undefined;
  /**
   * Seconds between requests to the same host. From 0 to 3600.
   * @default 1
   */
  readonly delay?: number | undefined;
  /**
   * Hosts contacted in parallel. From 1 to 256.
   * @default 8
   */
  readonly concurrency?: number | undefined;
  /**
   * User-Agent header; include a contact address.
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
   * Timeout of a response with its body, in seconds. From 0.1 to 600.
   * @default 20
   */
  readonly timeout?: number | undefined;
  /**
   * Maximum size of a body in bytes, after decompression. At least 1024.
   * @default 5000000
   */
  readonly maxBytes?: number | undefined;
  /** Allow private addresses (only for your own network, never for the public Web). */
  readonly allowPrivate?: boolean | undefined;
}

/** Options of crawl. */
export interface CrawlOptions
  extends
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
    >,
    Pick<
      BuildOptions,
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
    > {
  /**
   * Knowledge base: folder or SPARQL endpoint; without it, every page in scope is kept.
   * @example kb: 'kb'
   */
  readonly kb?: string | undefined;
  /**
   * Name of the topic; repeatable: each judges every page, and one that accepts is enough.
   * @example topic: ['diabetes', 'nutrition']
   */
  readonly topic?: string | readonly string[] | undefined;
  /**
   * URLs to start from, or files with one URL per line.
   * @example seeds: ['https://example.org/', 'more-seeds.txt']
   */
  readonly seeds: readonly string[];
  /** Folder for the results. */
  readonly out: string;
  /**
   * Parse pages in one quick pass, or exactly as the HTML standard says (several times as long).
   * @default 'quick'
   */
  readonly reader?: 'quick' | 'exact' | undefined;
  /**
   * Answered pages from which the ensemble is trained again while the crawl runs; 0: never.
   * @default 50
   */
  readonly retrainFrom?: number | undefined;
  /**
   * Maximum number of pages to request. At least 1.
   * @default 1000
   */
  readonly maxPages?: number | undefined;
  /** Maximum duration in seconds, earlier runs included; default: no limit. */
  readonly maxSeconds?: number | undefined;
  /**
   * End when all hosts left refuse requests for longer than this; `resume` continues.
   * @default 300
   */
  readonly maxIdle?: number | undefined;
  /**
   * After Ctrl-C, time for pages in flight to be received, judged and kept, in seconds. From 0 to 3600.
   * @default 10
   */
  readonly stopWithin?: number | undefined;
  /**
   * End when this is reached, such as recall=0.9; repeatable, any is enough.
   * @example until: ['recall=0.9', 'harvest<0.02 over 500']
   */
  readonly until?: readonly string[] | undefined;
  /**
   * Share of requests spent on random URLs of the queue, to estimate what is left; 0: none. From 0 to 0.5.
   * @default 0.02
   */
  readonly sampleFrontier?: number | undefined;
  /**
   * Random seed for `sampleFrontier`.
   * @default 1
   */
  readonly sampleSeed?: number | undefined;
  /** Wait at most this long for the hosts of better pages; default: 10, without a topic 0 (never). From 0 to 86400. */
  readonly patience?: number | undefined;
  /**
   * Maximum number of links from a seed.
   * @default 20
   */
  readonly maxDepth?: number | undefined;
  /**
   * Follow links to: host (the seeds' hosts), domain (their registered domains), any.
   * @default 'any'
   */
  readonly scope?: 'host' | 'domain' | 'any' | undefined;
  /** The order in which links are followed; default: learning. */
  readonly strategy?: Strategy | undefined;
  /** Whose links to follow: accepted, accepted-first, all; default by strategy. */
  readonly follow?: 'accepted' | 'accepted-first' | 'all' | undefined;
  /** Threads that read and judge pages; default: one per core, one for offline webs. From 1 to 64. */
  readonly workers?: number | undefined;
  /**
   * Pause at least this many times the host's response time; ignored with `delay` 0. From 0 to 100.
   * @default 2
   */
  readonly delayFactor?: number | undefined;
  /**
   * Maximum pause between requests to a host in seconds, whatever its robots.txt says. From 0 to 86400.
   * @default 30
   */
  readonly maxDelay?: number | undefined;
  /**
   * Retries of a page that answers 429 or 503, and of an unreachable robots.txt. From 0 to 99.
   * @default 2
   */
  readonly retries?: number | undefined;
  /**
   * Seconds until the next attempt; doubles each time, up to an hour. From 0 to 86400.
   * @default 30
   */
  readonly retryDelay?: number | undefined;
  /** Follow only links to matching URLs: * matches anything, /…/ is a regular expression. */
  readonly include?: readonly string[] | undefined;
  /** Do not follow links to matching URLs; overrides `include`. */
  readonly exclude?: readonly string[] | undefined;
  /** Treat URLs that differ only in the order of query parameters as the same. */
  readonly sortQueries?: boolean | undefined;
  /** Keep tracking (utm_…) and session parameters in URLs. */
  readonly keepParameters?: boolean | undefined;
  /**
   * Maximum length of a URL, in characters. From 64 to 65536.
   * @default 2048
   */
  readonly maxUrlLength?: number | undefined;
  /**
   * Maximum number of redirects per page. From 0 to 50.
   * @default 10
   */
  readonly maxRedirects?: number | undefined;
  /**
   * Maximum number of links considered per page, the first ones.
   * @default 2000
   */
  readonly maxLinks?: number | undefined;
  /** Maximum number of pages requested per host; default: no limit. At least 1. */
  readonly maxPagesPerHost?: number | undefined;
  /** Skip pages that reserve text and data mining (TDMRep), or that say noai; see docs/crawling.md. */
  readonly respectTdm?: boolean | undefined;
  /** Also judge near-duplicates of accepted pages. */
  readonly keepDuplicates?: boolean | undefined;
  /** Also crawl the sitemaps named in robots.txt of the seeds' hosts. */
  readonly sitemaps?: boolean | undefined;
  /** Also crawl this sitemap (XML, index, text, RSS, Atom, JSON Feed; may be gzipped). */
  readonly sitemap?: readonly string[] | undefined;
  /**
   * Maximum number of URLs from sitemaps. At least 1.
   * @default 50000
   */
  readonly maxSitemapUrls?: number | undefined;
  /** Results of an earlier crawl; pages that have not changed since keep their judgement. */
  readonly revisit?: string | undefined;
  /** Discard page bodies and text; keep only events and RDF. */
  readonly discardPages?: boolean | undefined;
  /** Archive requests and responses as WARC in OUT/warc: all, or those of accepted pages. */
  readonly warc?: 'all' | 'accepted' | undefined;
  /**
   * With `warc`: size in bytes at which a new file is started. At least 10000.
   * @default 1000000000
   */
  readonly warcSize?: number | undefined;
  /** With `warc`: earlier archives to deduplicate against. */
  readonly dedup?: readonly string[] | undefined;
  /** Archive (`warc` all unless given), and pack it as OUT/crawl.wacz when the crawl ends. */
  readonly wacz?: boolean | undefined;
  /** Crawl a stored web instead of the network: folder of pages, WARC or WACZ file, linked articles. */
  readonly web?: string | undefined;
  /** Crawl archives instead of the network: WARC or WACZ files or folders of them. */
  readonly fromWarc?: readonly string[] | undefined;
  /**
   * With `web` and `fromWarc`: median of the simulated response time, in milliseconds. From 0 to 60000.
   * @default 200
   */
  readonly latency?: number | undefined;
  /** Host name of a folder that holds the pages of one host. */
  readonly webHost?: string | undefined;
  /** File with the topics of the web: topic, role, page; default: topics.tsv next to the pages. */
  readonly webTopics?: string | undefined;
  /** Linked articles: add a navigation bar and a sidebar of random links to every page. */
  readonly webChrome?: boolean | undefined;
  /**
   * Random seed of the stored web: links of sidebars, response times.
   * @default 1
   */
  readonly webSeed?: number | undefined;
  /**
   * Run scripts of pages: never, auto (of shells, where a Chromium is found and it pays), always.
   * @default 'auto'
   */
  readonly render?: 'never' | 'auto' | 'always' | undefined;
  /** The Chromium or Chrome to render with; default: the first one found. */
  readonly browser?: string | undefined;
  /** Run the browser without its sandbox, as root has to; only in a container of its own. */
  readonly noBrowserSandbox?: boolean | undefined;
  /**
   * With `render` auto: maximum share of pages that are rendered. From 0 to 1.
   * @default 0.2
   */
  readonly renderShare?: number | undefined;
  /**
   * Time limit per page in seconds; the content at that point is used. From 1 to 600.
   * @default 20
   */
  readonly renderSeconds?: number | undefined;
  /**
   * Maximum number of requests of the scripts of a page. From 0 to 1000.
   * @default 50
   */
  readonly renderRequests?: number | undefined;
  /**
   * Maximum size in bytes of what the scripts of a page load, and of the rendered page. At least 10000.
   * @default 10000000
   */
  readonly renderBytes?: number | undefined;
  /**
   * Maximum memory in MB of the process that renders a page. From 64 to 8192.
   * @default 512
   */
  readonly renderMemory?: number | undefined;
  /** Include the texts of accepted pages and the places of the evidence in the RDF (NIF). */
  readonly nif?: boolean | undefined;
  /** Replace the results of an earlier crawl in the folder. */
  readonly force?: boolean | undefined;
  /** Continue the crawl in the folder `out`, however it ended. */
  readonly resume?: boolean | undefined;
  /** Share the crawl with other workers through this PostgreSQL database; default: a file in OUT. */
  readonly frontier?: string | undefined;
  /** With `frontier`: the name under which other workers join the crawl. */
  readonly crawlName?: string | undefined;
  /** Take part in the crawl of this name. */
  readonly join?: string | undefined;
  /**
   * With `frontier`: seconds before other workers take over a lost worker's hosts. From 1 to 3600.
   * @default 30
   */
  readonly lease?: number | undefined;
}

/** Options of crawl with `resume: true`. */
export interface ResumeOptions
  extends
    Pick<CrawlOptions, 'out' | 'maxSeconds'>,
    Pick<BuildOptions, 'plugin' | 'kbUser' | 'kbPassword' | 'kbToken'> {
  /**
   * Continue the crawl in the folder.
   * @default true
   */
  readonly resume?: boolean | undefined;
  /** Maximum number of pages to request, those before included. At least 1. */
  readonly maxPages?: number | undefined;
  /** End when all hosts left refuse requests for longer than this; `resume` continues. */
  readonly maxIdle?: number | undefined;
  /** After Ctrl-C, time for pages in flight to be received, judged and kept, in seconds. From 0 to 3600. */
  readonly stopWithin?: number | undefined;
  /**
   * End when this is reached, instead of the conditions before; repeatable.
   * @example until: ['recall=0.9', 'harvest<0.02 over 500']
   */
  readonly until?: readonly string[] | undefined;
}

/** Options of joinCrawl. */
export interface JoinOptions
  extends
    Pick<CrawlOptions, 'out' | 'workers' | 'lease' | 'browser' | 'noBrowserSandbox' | 'force'>,
    Pick<BuildOptions, 'plugin' | 'kbUser' | 'kbPassword' | 'kbToken'> {
  /** Take part in the crawl of this name. */
  readonly join: string;
  /** Share the crawl with other workers through this PostgreSQL database; default: a file in OUT. */
  readonly frontier: string;
  /**
   * Knowledge base, where this machine has it in another place than the one that began the crawl.
   * @example kb: 'kb'
   */
  readonly kb?: string | undefined;
  /** Maximum number of pages to request, by all workers together, from now on. At least 1. */
  readonly maxPages?: number | undefined;
  /** Hosts contacted in parallel. From 1 to 256. */
  readonly concurrency?: number | undefined;
}

/** Options of collectCrawl. */
export interface CollectOptions extends Pick<JoinOptions, 'frontier'>, Pick<CrawlOptions, 'force'> {
  /** Folder for the results of all workers. */
  readonly out: string;
}

/** Options of dropSharedCrawl. */
export interface DropOptions extends Pick<JoinOptions, 'frontier'> {
  /** Remove the crawl even while workers are running. */
  readonly force?: boolean | undefined;
}

/** Options of monitorCollection. */
export interface MonitorOptions extends Pick<BuildOptions, 'kbUser' | 'kbPassword' | 'kbToken'> {
  /** Run one round and exit, for cron and systemd timers. */
  readonly once?: boolean | undefined;
  /** Use this as the current time, to try out schedules. */
  readonly now?: string | undefined;
  /** Key of the signature of webhooks; preferably set in the environment. */
  readonly webhookSecret?: string | undefined;
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
  /** URL of a search engine, or path of a corpus to search. */
  readonly engine: string;
  /** Protocol of the engine; default: derived from its URL. */
  readonly engineKind?: 'json' | 'opensearch' | 'mediawiki' | 'index' | undefined;
  /** SKOS file to compose searches from, and to judge by unless `classifier` is given. */
  readonly thesaurus?: string | undefined;
  /** How pages are judged; default: thesaurus if one is given, else ensemble or krs-calibrated. */
  readonly classifier?: Classifier | undefined;
  /**
   * Number of searches of two or three words; 0: only known hubs and sites. From 0 to 10000.
   * @default 100
   */
  readonly searches?: number | undefined;
  /**
   * Number of results used of each search. From 1 to 1000.
   * @default 10
   */
  readonly top?: number | undefined;
  /**
   * Levels of the thesaurus to take words from; 1: only the top level. From 1 to 50.
   * @default 2
   */
  readonly levels?: number | undefined;
  /** Facet of the thesaurus from which each search takes a word; default: any. */
  readonly facet?: string | undefined;
  /**
   * Random seed for composing searches.
   * @default 1
   */
  readonly randomSeed?: number | undefined;
  /**
   * Links to other sites per word above which a page is a hub. From 0 to 100.
   * @default 0.1
   */
  readonly hubRatio?: number | undefined;
  /**
   * Minimum relevant pages of a hub to keep it. At least 1.
   * @default 2
   */
  readonly hubThreshold?: number | undefined;
  /**
   * Minimum relevant pages of a site to keep it. At least 1.
   * @default 2
   */
  readonly siteThreshold?: number | undefined;
  /**
   * Maximum number of links followed per hub, or per front page of a site.
   * @default 50
   */
  readonly maxLinks?: number | undefined;
  /** Do not skip blogs and forums. */
  readonly keepBlogs?: boolean | undefined;
  /**
   * Seconds between requests to the search engine. From 0 to 3600.
   * @default 2
   */
  readonly searchDelay?: number | undefined;
  /**
   * Retries of a request after a network error or when the server is busy. From 0 to 20.
   * @default 5
   */
  readonly retries?: number | undefined;
}

/** Options of proposeSeeds. */
export interface SeedsOptions
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
      | 'topic'
    >,
    Pick<TrainOptions, 'classifier'>,
    Pick<
      ClassifyOptions,
      | 'accept'
      | 'thesaurus'
      | 'annotator'
      | 'anyLanguage'
      | 'workers'
      | 'delay'
      | 'concurrency'
      | 'userAgent'
      | 'connectTo'
      | 'timeout'
      | 'maxBytes'
      | 'allowPrivate'
    >,
    Pick<HarvestOptions, 'engineKind' | 'top' | 'levels' | 'randomSeed' | 'searchDelay'>,
    Pick<ExpandOptions, 'terms'>,
    Pick<CrawlOptions, 'web' | 'latency' | 'webHost' | 'webTopics' | 'webChrome' | 'webSeed'> {
  /**
   * Where to look: corpus, search, wikidata, cdx; default: corpus, and those that options name.
   * @example lookIn: ['corpus', 'wikidata']
   */
  readonly lookIn?: readonly ('corpus' | 'search' | 'wikidata' | 'cdx')[] | undefined;
  /** Also propose the links in these texts: files, folders or WARC files; repeatable. */
  readonly corpus?: readonly string[] | undefined;
  /** URL of a search engine, or path of a corpus to search. */
  readonly engine?: string | undefined;
  /**
   * Number of searches of two or three characteristic nouns. From 0 to 10000.
   * @default 20
   */
  readonly searches?: number | undefined;
  /** SPARQL endpoint of Wikidata; with `lookIn` wikidata by default https://query.wikidata.org/sparql. */
  readonly wikidata?: string | undefined;
  /**
   * CDX server of a web archive (Wayback, pywb, Common Crawl); repeatable.
   * @example cdx: ['https://web.archive.org/cdx/search/cdx']
   */
  readonly cdx?: readonly string[] | undefined;
  /** URL patterns to query: example.org, *.example.org, example.org/health/*; repeatable. */
  readonly cdxPattern?: readonly string[] | undefined;
  /**
   * Maximum number of seeds. From 1 to 10000.
   * @default 50
   */
  readonly maxSeeds?: number | undefined;
  /**
   * Maximum number of seeds per host. From 1 to 10000.
   * @default 5
   */
  readonly maxSeedsPerHost?: number | undefined;
  /**
   * Number of candidates to fetch and judge, at most three per host; 0: none. From 0 to 10000.
   * @default 40
   */
  readonly probes?: number | undefined;
  /** File to write the seeds to; default: standard output. */
  readonly out?: string | undefined;
  /** Also write the seeds, with sources, reasons and judgements, as RDF (N-Quads) to this file. */
  readonly rdf?: string | undefined;
  /**
   * Retries of a request to a source after a network error or when it is busy. From 0 to 20.
   * @default 2
   */
  readonly retries?: number | undefined;
}

/** Options of compareStrategies. */
export interface CompareOptions
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
    >,
    Pick<ClassifyOptions, 'thesaurus' | 'anyLanguage'>,
    Pick<CrawlOptions, 'webHost' | 'webTopics' | 'webChrome' | 'webSeed'> {
  /** The stored web to crawl: folder of pages, WARC file, linked articles. */
  readonly web: string;
  /** Folder for results.json, results.csv, report.html, comparison.md. */
  readonly out: string;
  /** Topics to compare on; default: the web's topics that are in the knowledge base. */
  readonly topics?: readonly string[] | undefined;
  /**
   * Crawlers to compare, or all.
   * @default ['all']
   */
  readonly strategies?: readonly ComparedStrategy[] | undefined;
  /** Classifiers that judge the pages; default: the topic's ensemble if trained, else krs-calibrated. */
  readonly classifiers?: readonly Classifier[] | undefined;
  /** Pages about each topic, as lines of URL, tab, topic; default: the labels of the web. */
  readonly truth?: string | undefined;
  /** URLs to start from, or files of URLs; default: the web's seeds of each topic. */
  readonly seeds?: readonly string[] | undefined;
  /** Number of seeds per crawl, drawn from the seeds and corpus pages of the topic. At least 1. */
  readonly seedsCount?: number | undefined;
  /**
   * How often to repeat each crawl; repeats draw new seeds. From 1 to 100.
   * @default 1
   */
  readonly repeat?: number | undefined;
  /**
   * Random seed for drawing seeds.
   * @default 1
   */
  readonly randomSeed?: number | undefined;
  /**
   * Maximum number of pages per crawl: N of the measures. At least 1.
   * @default 1000
   */
  readonly maxPages?: number | undefined;
  /**
   * Maximum number of links from a seed.
   * @default 1000
   */
  readonly maxDepth?: number | undefined;
  /** Whose links to follow: accepted pages (and seeds) or all; default: as the strategy does. */
  readonly follow?: 'accepted' | 'all' | undefined;
  /** Judge only this many characters of a page, to save time; the corpus should be cut alike. At least 100. */
  readonly judgeFirst?: number | undefined;
  /**
   * Worker threads that crawl. From 1 to 64.
   * @default 1
   */
  readonly workers?: number | undefined;
  /** Repeat crawls whose results are already in the folder. */
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
  /**
   * Name of the topic; repeatable; default: the topics of the crawl.
   * @example topic: ['diabetes', 'nutrition']
   */
  readonly topic?: string | readonly string[] | undefined;
  /** Judge the pages again with this classifier; default: keep the verdicts. */
  readonly classifier?: Classifier | undefined;
  /** Reorder the fetched pages as this strategy would have fetched them. */
  readonly strategy?: Strategy | undefined;
  /** With `strategy`: whose links to follow, accepted or all; default: as the strategy does. */
  readonly follow?: 'accepted' | 'all' | undefined;
  /** The stored web that was crawled, for pages that the crawl neither kept nor archived. */
  readonly web?: string | undefined;
}

/** Options of tuneCrawl. */
export interface TuneOptions
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
    Pick<ReplayOptions, 'topic' | 'web'>,
    Pick<CrawlOptions, 'webHost' | 'webTopics' | 'webChrome' | 'webSeed'>,
    Pick<ClassifyOptions, 'thesaurus' | 'anyLanguage'> {
  /**
   * Strategies to try, separated by commas.
   * @default ['learning','krs','best-first-page-anchor','shark-search','breadth-first']
   */
  readonly strategies?: readonly Strategy[] | undefined;
  /**
   * Values of `patience` to try, in seconds, separated by commas.
   * @default ['0','10','60']
   */
  readonly patiences?: readonly string[] | undefined;
  /** Requests of each simulated crawl; default: half of those of the crawl. At least 1. */
  readonly pages?: number | undefined;
  /**
   * Start no further simulated crawl after this time, in seconds.
   * @default 300
   */
  readonly maxSeconds?: number | undefined;
  /**
   * Random seed of the simulated response times.
   * @default 1
   */
  readonly latencySeed?: number | undefined;
}

/** Options of openRatingSession and reportRatings. */
export interface RateOptions {
  /** Who judges. */
  readonly rater?: string | undefined;
  /** Margin of error that determines the sample size; default: 0.05. From 0.001 to 0.5. */
  readonly error?: number | undefined;
  /** Confidence in percent that determines the sample size; default: 95. */
  readonly confidence?: '90' | '95' | '99' | undefined;
  /** Sample size; overrides `error` and `confidence`; default of nearest: 20. At least 1. */
  readonly count?: number | undefined;
  /**
   * Random: to measure; nearest: pages about the threshold, whose labels help sfwc train most.
   * @default 'random'
   */
  readonly choose?: 'random' | 'nearest' | undefined;
  /** Also sample rejected pages, in proportion, to find wrong rejections. */
  readonly rejected?: boolean | undefined;
  /** Random seed of the sample; default: 1. */
  readonly randomSeed?: number | undefined;
  /** Write an HTML page for judging in a browser, instead of asking in the terminal. */
  readonly page?: boolean | undefined;
  /** Import the judgements that such a page saved. */
  readonly from?: string | undefined;
  /** Database of a crawl that workers share; OUT is then the name of the crawl. */
  readonly frontier?: string | undefined;
  /** Report the judgements so far. */
  readonly report?: boolean | undefined;
}

/** Options of packCrawl. */
export interface PackOptions {
  /** File to write; default: crawl.wacz in the folder of the crawl. */
  readonly to?: string | undefined;
  /** Earlier crawls that the archive refers to, where they have moved; repeatable. */
  readonly with?: readonly string[] | undefined;
  /** Title of the archive; default: the topics of the crawl. */
  readonly title?: string | undefined;
}

/** Options of reportCrawl. */
export interface ReportOptions {
  /** File to write; default: report.html in the folder of the crawl. */
  readonly to?: string | undefined;
  /** Title of the page; default: the topics of the crawl. */
  readonly title?: string | undefined;
}

/** Options of acceptedPages. */
export interface PagesOptions {
  /**
   * Jsonl (which sfwc build reads), markdown, text, csv or parquet; markdown and parquet need `to`.
   * @default 'jsonl'
   */
  readonly format?: 'jsonl' | 'markdown' | 'text' | 'csv' | 'parquet' | undefined;
  /** File to write instead of standard output; for markdown a new folder. */
  readonly to?: string | undefined;
  /** Write a dataset folder as Hugging Face reads it: Parquet files, and a card with a datasheet. */
  readonly dataset?: string | undefined;
  /** Csv with the full text of the pages as well: columns text and markdown. */
  readonly text?: boolean | undefined;
  /** Jsonl with all columns that csv and parquet have, such as markdown, host and rights. */
  readonly allColumns?: boolean | undefined;
  /** Cut pages at headings into chunks of about N words; with all columns. At least 20. */
  readonly chunks?: number | undefined;
  /**
   * Of a crawl for several topics: only pages that this one accepted; repeatable.
   * @example topic: ['diabetes', 'nutrition']
   */
  readonly topic?: string | readonly string[] | undefined;
  /** Minimum score of the pages, on the scale of the crawl's classifier. */
  readonly minScore?: number | undefined;
  /** Only pages under this licence, by its name or address, such as 'CC BY*'; * for anything. */
  readonly licence?: string | undefined;
  /** Maximum number of pages to write, in the order of the crawl. At least 1. */
  readonly maxPages?: number | undefined;
}

/** Options of describeCorpus. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface CorpusStatsOptions extends Pick<
  BuildOptions,
  'plugin' | 'textField' | 'titleField' | 'idField' | 'followLinks'
> {}

/** Options of makeWikiCorpus. */
export interface CorpusWikipediaOptions
  extends Pick<HarvestOptions, 'retries'>, Pick<ClassifyOptions, 'timeout' | 'userAgent' | 'connectTo'> {
  /** The category whose pages become the corpus, with or without 'Category:'. */
  readonly category: string;
  /** File for the documents: .jsonl or .jsonl.gz. */
  readonly out: string;
  /**
   * Levels of subcategories to read; 0 reads only the category itself. From 0 to 50.
   * @default 0
   */
  readonly maxDepth?: number | undefined;
  /**
   * URL of the api.php of any MediaWiki.
   * @default 'https://en.wikipedia.org/w/api.php'
   */
  readonly api?: string | undefined;
  /** Read these XML exports of the wiki (.xml, .xml.gz, .xml.bz2) instead of the API. */
  readonly dump?: readonly string[] | undefined;
  /** Skip pages in categories of births, deaths or living people. */
  readonly excludePersons?: boolean | undefined;
  /** Skip pages and subcategories of matching categories; * matches anything. */
  readonly excludeCategory?: readonly string[] | undefined;
  /**
   * Numbers of the namespaces to read; 0: articles.
   * @default [0]
   */
  readonly namespace?: readonly number[] | undefined;
  /** Maximum number of documents. At least 1. */
  readonly maxDocuments?: number | undefined;
  /**
   * Extracts (by the wiki, a request per page) or wikitext; auto: extracts where available.
   * @default 'auto'
   */
  readonly textFrom?: 'auto' | 'extracts' | 'wikitext' | undefined;
  /**
   * Seconds between requests to the wiki. From 0 to 3600.
   * @default 1
   */
  readonly delay?: number | undefined;
  /** Replace the file, and start over after an interruption. */
  readonly force?: boolean | undefined;
}

/** Options of query. */
export interface QueryOptions extends Pick<
  BuildOptions,
  'kbUser' | 'kbPassword' | 'kbToken' | 'kbTimeout' | 'kbRetries'
> {
  /** File with the query, such as one in queries/. */
  readonly file?: string | undefined;
  /** Value of a parameter that the query declares; some are required. */
  readonly param?: readonly string[] | undefined;
  /**
   * Table, csv, tsv, json; turtle or ntriples for CONSTRUCT and DESCRIBE.
   * @default 'table'
   */
  readonly format?: 'table' | 'csv' | 'tsv' | 'json' | 'turtle' | 'ntriples' | undefined;
  /** Query only this topic; default: all topics together. */
  readonly topic?: string | undefined;
  /** Result folder of a crawl to query together with the knowledge base. */
  readonly crawl?: readonly string[] | undefined;
  /** SPARQL endpoint, RDF file or knowledge base to query as well; repeatable. */
  readonly source?: readonly string[] | undefined;
  /**
   * Memory for a query, in megabytes, in addition to what the data takes. From 50 to 4000.
   * @default 1000
   */
  readonly queryMemory?: number | undefined;
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
  /** Export only these graphs. */
  readonly graph?: readonly string[] | undefined;
  /** File to write, compressed if its name ends in .gz; default: standard output. */
  readonly out?: string | undefined;
}

/** Options of validateKnowledgeBases. */
export interface KbValidateOptions extends Pick<
  BuildOptions,
  'kbUser' | 'kbPassword' | 'kbToken' | 'kbTimeout' | 'kbRetries'
> {
  /** Result folder of a crawl to validate. */
  readonly crawl?: readonly string[] | undefined;
  /** SKOS thesaurus to validate, in Turtle or another RDF format. */
  readonly thesauri?: readonly string[] | undefined;
  /** Validate against the SHACL shapes in this Turtle file instead of the built-in ones. */
  readonly shapes?: string | undefined;
  /**
   * Maximum number of faults reported per constraint. From 1 to 1000000.
   * @default 1000
   */
  readonly maxResults?: number | undefined;
}

/** Options of indexLabels. */
export interface LabelsIndexOptions extends Pick<BuildOptions, 'language'> {
  /** File for the index, such as en.sfwclabels. */
  readonly out: string;
}

/** Options of serve. */
export interface ServeOptions extends Pick<QueryOptions, 'queryMemory'> {
  /**
   * Address to listen on; 0.0.0.0 accepts connections from other machines.
   * @default '127.0.0.1'
   */
  readonly host?: string | undefined;
  /**
   * Port to listen on; 0 picks a free one. From 0 to 65535.
   * @default 3030
   */
  readonly port?: number | undefined;
  /** Result folder of a crawl to serve together with the knowledge base. */
  readonly crawl?: readonly string[] | undefined;
  /** Allow changes with the token; they are saved to the files until a topic is built again. */
  readonly writable?: boolean | undefined;
  /** Secret that changes require; preferably set in the environment, as process lists show options. */
  readonly token?: string | undefined;
  /**
   * Queries answered in parallel; each worker holds all data in memory. From 1 to 64.
   * @default 2
   */
  readonly workers?: number | undefined;
  /**
   * Timeout of a query, in seconds. From 0.1 to 86400.
   * @default 30
   */
  readonly queryTimeout?: number | undefined;
  /**
   * Maximum rows or triples of a response; a longer one is cut, and a header says so. At least 1.
   * @default 100000
   */
  readonly maxRows?: number | undefined;
  /**
   * Requests that may wait for a worker; more are refused.
   * @default 32
   */
  readonly maxWaiting?: number | undefined;
  /**
   * Maximum size of a query, in bytes. At least 100.
   * @default 1000000
   */
  readonly maxQuery?: number | undefined;
  /**
   * Maximum size of an update or uploaded graph, in bytes. At least 1024.
   * @default 50000000
   */
  readonly maxUpload?: number | undefined;
  /** Web sites whose pages may send queries, besides those on this machine; * for all. */
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
   * Port to listen on at 127.0.0.1; 0 picks a free one. From 0 to 65535.
   * @default 8080
   */
  readonly port?: number | undefined;
}
